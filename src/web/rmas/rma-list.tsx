import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { decidableRmaStatuses, rmaStatuses } from "#contract/rmas.ts";
import { sourceList } from "#web/api/account.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { useSourceName } from "#web/api/party-names.ts";
import { rmaList } from "#web/api/rmas.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import { ClearFilters, DateFilter, SearchFilter, SelectFilter } from "#web/ui/filters.tsx";
import { type ListSearch, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { OpenById } from "#web/ui/open-by-id.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { rmaColumns } from "./rma-columns.tsx";
import { rmaName } from "#web/ui/rma-name.ts";

const toDecide = decidableRmaStatuses.join(",");
const views = [
  { label: "All", filter: { status: "" } },
  { label: "To decide", filter: { status: toDecide } },
  ...rmaStatuses.map((status) => ({ label: status, filter: { status } })),
];
const filters = ["sourceId", "returnId", "rmaNumbers", "createdAfter"] as const;

const filterOf = (search: ListSearch) => ({
  status: search["status"],
  sourceId: search["sourceId"],
  returnId: search["returnId"],
  rmaNumbers: search["rmaNumbers"],
  createdAfter: search["createdAfter"],
  ...pageOf(search),
});

const Sources = ({ enabled }: { enabled: boolean }) => {
  const sources = useQuery({ ...sourceList(), enabled }).data?.value ?? [];
  return (
    <SelectFilter name="sourceId" label="Source" any="All sources">
      {sources.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || `Source ${id}`}
        </option>
      ))}
    </SelectFilter>
  );
};

const Nothing = () => (
  <Notice title="No RMA fits" blank tone="still">
    <p>Take a filter away, or look at another status above.</p>
    <ClearFilters names={[...filters, "status"]} />
  </Notice>
);

/** Every RMA, newest first, with what is left to decide on each. */
export const RmaList = () => {
  const { search } = useListSearch();
  const query = useQuery(rmaList(filterOf(search)));
  const sourceName = useSourceName(query.isSuccess);
  const columns = useMemo(() => rmaColumns(sourceName), [sourceName]);
  return (
    <Screen title="RMAs" fill>
      {!isUnserved(query.error) && <ViewTabs views={views} label="Statuses" />}
      <DataTable
        name="rmas"
        label="RMAs"
        columns={columns}
        query={query}
        rowId={(rma) => String(rma.id)}
        nameOf={rmaName}
        tools={
          <>
            <SearchFilter
              name="rmaNumbers"
              label="RMA numbers"
              placeholder="RMA numbers, with commas"
            />
            <Sources enabled={query.isSuccess} />
            <SearchFilter name="returnId" label="Return id" placeholder="Return id" />
            <DateFilter name="createdAfter" label="Since" />
            <ClearFilters names={filters} />
          </>
        }
        empty={<Nothing />}
        unserved={<OpenById noun="RMA" kind="rmas" />}
      />
    </Screen>
  );
};
