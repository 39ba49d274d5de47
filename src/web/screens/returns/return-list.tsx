import { useMemo } from "react";
import { pathIdPattern } from "#contract/primitives.ts";
import { type ReturnModel, returnOperations, returnStatuses } from "#contract/returns.ts";
import { useChannelName } from "#web/api/account.ts";
import { returnList, wholeReturnList } from "#web/api/returns.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { pickFilters, useListSearch } from "#web/base/list-search.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { DateFilter, MoreFilters, NoMatches, SearchFilter } from "#web/kit/filters.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { ViewTabs, viewsBy } from "#web/kit/views.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { ChannelFilter } from "#web/records/party-filter.tsx";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import { returnName, returnStatusName } from "#web/records/return-name.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { ReturnStatusBadge } from "./return-status.tsx";

const views = viewsBy("status", returnStatuses, returnStatusName);
const rare = ["createdAfter", "createdBefore"] as const;
const filters = ["channelId", "orderId", "updatedAfter", ...rare] as const;

const column = createColumnHelper<ReturnModel>();
const optional = { optional: true };

const createColumns = (
  channelName: (id: ReturnModel["channelId"]) => string,
): readonly Column<ReturnModel>[] => [
  column.link("returnNumber", "Return", 112, {
    of: returnName,
    to: ({ id }) => recordAddress("returns", id),
  }),
  column.text("status", "Status", 105, {
    of: ({ status }) => returnStatusName(status),
    wide: "badge",
    cell: ({ status }) => <ReturnStatusBadge status={status} />,
  }),
  column.party("channelId", "Channel", 180, channelName, { wide: "line" }),
  column.text("orderId", "Order", 75),
  column.date("insertedAt", "Created", 103),
  column.quantity("totalReturnItems", "Items", 60),
  column.quantity("totalRmas", "RMAs", 62),
  column.money("refundTotal", "Refund total", 118),
  column.text("received", "Goods", 130, {
    of: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
  }),
  column.date("updatedAt", "Updated", 120, optional),
  column.money("returnTotal", "Return total", 115, optional),
  column.money("refundSubtotal", "Refund subtotal", 130, optional),
  column.money("refundAdjustment", "Adjustment", 115, optional),
  column.flag("syncRefundChangesToOrder", "Synced to order", 130, optional),
  column.date("refundLastSyncedAt", "Refund last synced", 150, optional),
  column.text("id", "ID", 80, { align: "end", optional: true }),
];

/** The returns for an address. The API cannot filter by their numbers and their creation, so the console does. */
const useListedReturns = () => {
  const { search } = useListSearch("/returns");
  const { returnNumber, createdAfter, createdBefore } = search;
  const {
    orderId,
    updatedAfter,
    returnNumber: _number,
    createdAfter: _after,
    createdBefore: _before,
    ...rest
  } = pickFilters(search);
  const wrongOrder = orderId && !pathIdPattern.test(orderId) ? orderId : undefined;
  const filter = {
    ...rest,
    ...(updatedAfter && { updatedAfter: startOfDay(updatedAfter) }),
    ...(orderId && !wrongOrder && { orderId }),
  };
  const fits = useMemo(() => {
    if ([returnNumber, createdAfter, createdBefore].every((held) => held === undefined))
      return undefined;
    const numbers = returnNumber && new Set(toRecordNumbers(returnNumber, "RTN").split(","));
    const created = { after: createdAfter, before: createdBefore };
    return ({ returnNumber: number, insertedAt }: ReturnModel) =>
      (!numbers || numbers.has(number ?? "")) && isWithin(insertedAt, created);
  }, [returnNumber, createdAfter, createdBefore]);
  const { query, table } = useListedRows({
    page: (page, urgency) => returnList({ ...filter, ...page }, urgency),
    whole: wholeReturnList(filter),
    wantsWhole: search.sort !== undefined || fits !== undefined,
    fits,
    isImpossible: wrongOrder !== undefined,
  });
  return { query, table, wrongOrder };
};

/** All returns, newest first, with their refunds and received goods. */
export const ReturnList = () => {
  const { query, table, wrongOrder } = useListedReturns();
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(() => createColumns(channelName), [channelName]);
  return (
    <Screen
      title="Returns"
      fill
      needs={returnOperations.listReturns}
      unserved={<OpenById noun="return" kind="returns" />}
    >
      <ViewTabs views={views} label="Statuses" />
      <DataTable
        {...table}
        name="returns"
        label="Returns"
        columns={columns}
        kind="returns"
        nouns={["return", "returns"]}
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
      />
    </Screen>
  );
};
