import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { returnStatuses } from "#contract/returns.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { channelList } from "#web/api/account.ts";
import { useChannelName } from "#web/api/party-names.ts";
import { returnList } from "#web/api/returns.ts";
import { capital } from "#web/ui/capital.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters, DateFilter, SearchFilter, SelectFilter } from "#web/ui/filters.tsx";
import { type ListSearch, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { OpenById } from "#web/ui/open-by-id.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { returnColumns } from "./return-columns.tsx";
import { returnName } from "./return-status.tsx";

const views = [
  { label: "All", filter: { status: "" } },
  ...returnStatuses.map((status) => ({ label: capital(status), filter: { status } })),
];
const filters = ["channelId", "orderId", "updatedAfter"] as const;

const filterOf = (search: ListSearch) => ({
  status: search["status"],
  channelId: search["channelId"],
  orderId: search["orderId"],
  updatedAfter: search["updatedAfter"],
  ...pageOf(search),
});

const Channels = ({ enabled }: { enabled: boolean }) => {
  const channels = useQuery({ ...channelList(), enabled }).data?.value ?? [];
  return (
    <SelectFilter name="channelId" label="Channel" any="All channels">
      {channels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || `Channel ${id}`}
        </option>
      ))}
    </SelectFilter>
  );
};

const Nothing = () => (
  <Notice title="No return fits" blank tone="still">
    <p>Take a filter away, or look at another status above.</p>
    <ClearFilters names={[...filters, "status"]} />
  </Notice>
);

/** Every return, newest first, with its refund and how much of the goods has come back. */
export const ReturnList = () => {
  const { search } = useListSearch();
  const query = useQuery(returnList(filterOf(search)));
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(() => returnColumns(channelName), [channelName]);
  return (
    <Screen title="Returns" fill>
      {!isUnserved(query.error) && <ViewTabs views={views} label="Statuses" />}
      <DataTable
        name="returns"
        label="Returns"
        columns={columns}
        query={query}
        rowId={(record) => String(record.id)}
        nameOf={returnName}
        tools={
          <>
            <SearchFilter name="orderId" label="Order id" placeholder="Order id" />
            <Channels enabled={query.isSuccess} />
            <DateFilter name="updatedAfter" label="Updated since" />
            <ClearFilters names={filters} />
          </>
        }
        empty={<Nothing />}
        unserved={<OpenById noun="return" kind="returns" />}
      />
    </Screen>
  );
};
