import { useMemo } from "react";
import { pathIdPattern } from "#contract/primitives.ts";
import { type ReturnModel, returnStatuses } from "#contract/returns.ts";
import { useChannelName } from "#web/api/party-names.ts";
import { returnList, wholeReturnList } from "#web/api/returns.ts";
import { capital } from "#web/ui/capital.ts";
import { DataTable } from "#web/ui/data-table.tsx";
import type { Answer } from "#web/api/call.ts";
import { IdWanted } from "#web/ui/id-wanted.tsx";
import { ClearFilters, DateFilter, SearchFilter } from "#web/ui/filters.tsx";
import { filtersOf, pageOf, useListSearch } from "#web/ui/list-search.ts";
import { NothingFits } from "#web/ui/nothing-fits.tsx";
import { OpenById } from "#web/ui/open-by-id.tsx";
import { ChannelFilter } from "#web/ui/party-filter.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { useListedRows } from "#web/ui/use-listed-rows.ts";
import { ViewTabs, viewsBy } from "#web/ui/view-tabs.tsx";
import { returnColumns } from "./return-columns.tsx";
import { returnName } from "./return-status.tsx";

const views = viewsBy("status", returnStatuses, capital);
const filters = ["channelId", "orderId", "updatedAfter"] as const;

const noRows: Answer<ReturnModel[]> = { value: [], problems: [], total: 0 };

/** Every return, newest first, with its refund and how much of the goods has come back. */
export const ReturnList = () => {
  const { search } = useListSearch("/returns");
  const { orderId, ...others } = filtersOf(search);
  const wrongId = orderId && !pathIdPattern.test(orderId) ? orderId : undefined;
  const filter = wrongId || !orderId ? others : { ...others, orderId };
  const { query, isWhole } = useListedRows({
    page: returnList({ ...filter, ...pageOf(search) }),
    whole: wholeReturnList(filter),
    wantsWhole: search.sort !== undefined,
  });
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(() => returnColumns(channelName), [channelName]);
  return (
    <Screen title="Returns" fill>
      <ViewTabs views={views} label="Statuses" of={query} />
      <DataTable
        name="returns"
        label="Returns"
        columns={columns}
        query={wrongId ? ({ ...query, data: query.data && noRows } as typeof query) : query}
        paged={!isWhole}
        rowId={(record) => String(record.id)}
        nameOf={returnName}
        tools={
          <>
            <SearchFilter name="orderId" label="Order id" placeholder="Order id" />
            <ChannelFilter name="channelId" enabled={query.isSuccess} />
            <DateFilter name="updatedAfter" label="Updated since" />
            <ClearFilters names={filters} />
          </>
        }
        empty={
          wrongId ? (
            <IdWanted noun="order" name="orderId" typed={wrongId} />
          ) : (
            <NothingFits noun="return" views="status" names={[...filters, "status"]} />
          )
        }
        unserved={<OpenById noun="return" kind="returns" />}
      />
    </Screen>
  );
};
