import { useMemo } from "react";
import { returnStatuses } from "#contract/returns.ts";
import { useChannelName } from "#web/api/party-names.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { DateFilter, SearchFilter } from "#web/kit/filters.tsx";
import { MoreFilters } from "#web/kit/list-filters.tsx";
import { useListSearch } from "#web/base/list-search.ts";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { ChannelFilter } from "#web/records/party-filter.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { ViewTabs, viewsBy } from "#web/kit/view-tabs.tsx";
import { useListedReturns } from "./use-listed-returns.ts";
import { returnColumns } from "./return-columns.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";

const views = viewsBy("status", returnStatuses, returnStatusName);
const rare = ["createdAfter", "createdBefore"] as const;
const filters = ["channelId", "orderId", "updatedAfter", ...rare] as const;

/** All returns, newest first, with their refunds and received goods. */
export const ReturnList = () => {
  const { search } = useListSearch("/returns");
  const { query, isWhole, pageHeld, wrongOrder, all } = useListedReturns(search);
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(() => returnColumns(channelName), [channelName]);
  return (
    <Screen title="Returns" fill>
      <ViewTabs views={views} label="Statuses" of={query} />
      <DataTable
        name="returns"
        label="Returns"
        columns={columns}
        query={query}
        pageHeld={pageHeld}
        paged={!isWhole}
        kind="returns"
        nouns={["return", "returns"]}
        all={all}
        order={{ words: "newest first", by: "-insertedAt" }}
        rowId={(record) => String(record.id)}
        nameOf={returnName}
        tools={
          <SearchFilter
            name="returnNumber"
            label="Return numbers"
            placeholder="Return number"
            title="Return number, such as 60150"
          />
        }
        filters={{
          names: filters,
          also: ["returnNumber"],
          fields: (
            <>
              <SearchFilter name="orderId" label="Order ID" placeholder="Order ID" />
              <ChannelFilter name="channelId" enabled={query.isSuccess} />
              <DateFilter name="updatedAfter" label="Updated since" />
              <MoreFilters names={rare}>
                <DateFilter name="createdAfter" label="Created since" />
                <DateFilter name="createdBefore" label="Created before" />
              </MoreFilters>
            </>
          ),
        }}
        empty={
          wrongOrder ? (
            <IdRequired noun="order" name="orderId" typed={wrongOrder} />
          ) : (
            <NoMatches
              noun="return"
              views="status"
              names={[...filters, "returnNumber", "status"]}
            />
          )
        }
        unserved={<OpenById noun="return" kind="returns" />}
      />
    </Screen>
  );
};
