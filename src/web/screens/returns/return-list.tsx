import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { parseCommaList } from "#contract/comma-list.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import { type ReturnModel, returnOperations, returnStatuses } from "#contract/returns.ts";
import { useChannelName } from "#web/api/account.ts";
import { foundInstead, readFrom } from "#web/api/record-search.ts";
import { returnCount, type ReturnFilter, returnList, wholeReturnList } from "#web/api/returns.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { formatQuantity } from "#web/base/format.ts";
import { pickFilters, type SearchOf, useListSearch } from "#web/base/list-search.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { DateFilter, MoreFilters, NoMatches, SearchFilter } from "#web/kit/filters.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { type View, ViewTabs, viewsBy } from "#web/kit/views.tsx";
import { Peek } from "#web/records/peek.tsx";
import { IdRequired, OpenById } from "#web/records/open-by-id.tsx";
import { ChannelFilter } from "#web/records/party-filter.tsx";
import { FoundNote, RecordSearch } from "#web/records/record-search.tsx";
import { returnName, returnStatusName } from "#web/records/return-name.ts";
import { describeReceived } from "#web/records/rma-status.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { ReturnStatusBadge } from "./return-status.tsx";

const views = viewsBy("status", returnStatuses, returnStatusName);

/** The number of returns in each tab under the other filters, if the API counts them; after the rows, and once a while. */
const useTabs = (filter: ReturnFilter, enabled: boolean): readonly View[] => {
  const counts = useQueries({
    queries: views.map(({ filter: { status } }) => ({
      ...returnCount({ ...filter, status: status || undefined }),
      enabled,
    })),
  });
  return views.map((view, place) => {
    const count = enabled ? counts[place]?.data : undefined;
    return { ...view, count: typeof count === "number" ? formatQuantity(count) : null };
  });
};
const byCreation = ["createdAfter", "createdBefore"] as const;
const rare = ["orderId", ...byCreation] as const;
const filters = ["channelId", "updatedAfter", ...rare] as const;

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
  column.text("orderId", "Order ID", 85, { optional: "tablet" }),
  column.date("insertedAt", "Created", 103),
  column.quantity("totalReturnItems", "Items", 60, { optional: "tablet" }),
  column.quantity("totalRmas", "RMAs", 62, { optional: "tablet" }),
  column.money("refundTotal", "Refund total", 118),
  column.text("received", "Goods", 130, {
    of: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
  }),
  column.date("updatedAt", "Updated", 120, { optional: "narrow" }),
  column.money("returnTotal", "Return total", 115, { optional: "narrow" }),
  column.money("refundSubtotal", "Refund subtotal", 130, optional),
  column.money("refundAdjustment", "Adjustment", 115, optional),
  column.flag("syncRefundChangesToOrder", "Synced to order", 130, optional),
  column.date("refundLastSyncedAt", "Refund last synced", 150, optional),
  column.text("id", "ID", 80, { align: "end", optional: true }),
];

/** Applies the API's own filters to returns that it does not list. */
const matchesReturnFilter =
  ({ status, channelId, orderId, updatedAfter }: SearchOf<"/returns">) =>
  (one: ReturnModel): boolean =>
    (!status || parseCommaList(status).includes(one.status ?? "")) &&
    (!channelId || String(one.channelId) === channelId) &&
    (!orderId || String(one.orderId) === orderId) &&
    isWithin(one.updatedAt, { after: updatedAfter });

/** The returns for an address. The API cannot filter by their creation, so the console does. */
const useListedReturns = () => {
  const { search } = useListSearch("/returns");
  const { q: text, createdAfter, createdBefore } = search;
  const {
    orderId,
    updatedAfter,
    q: _text,
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
  const isFiltered = [
    ...byCreation,
    ...(text === undefined ? [] : ([...filters, "status"] as const)),
  ].some((name) => search[name]);
  const fits = useMemo(() => {
    if (!isFiltered) return undefined;
    const created = { after: createdAfter, before: createdBefore };
    // The gateway's search knows none of the API's filters.
    const fitsApi = matchesReturnFilter(text === undefined ? {} : search);
    return (one: ReturnModel) => isWithin(one.insertedAt, created) && fitsApi(one);
  }, [search, text, isFiltered, createdAfter, createdBefore]);
  const { query, answer, table } = useListedRows({
    page: (page, urgency) => returnList({ ...filter, ...page }, urgency),
    whole: wholeReturnList(filter),
    instead: foundInstead("returns", text),
    wantsWhole: search.sort !== undefined || fits !== undefined,
    fits,
    isImpossible: wrongOrder !== undefined,
  });
  // The API's counts know none of the console's own filters.
  const tabs = useTabs(filter, query.isSuccess && !isFiltered && text === undefined && !wrongOrder);
  return { query, table, wrongOrder, from: readFrom(answer.data), text, tabs };
};

/** All returns, newest first, with their refunds and received goods. */
export const ReturnList = () => {
  const { query, table, wrongOrder, from, text, tabs } = useListedReturns();
  const channelName = useChannelName(query.isSuccess);
  const columns = useMemo(() => createColumns(channelName), [channelName]);
  return (
    <Screen
      title="Returns"
      fill
      {...(text === undefined && { needs: returnOperations.listReturns })}
      unserved={<OpenById noun="return" kind="returns" />}
    >
      <ViewTabs views={tabs} label="Statuses" />
      <FoundNote from={from} many="returns" />
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
        tools={<RecordSearch label="Search returns" />}
        filters={{
          names: filters,
          also: ["q"],
          fields: (
            <>
              <ChannelFilter name="channelId" enabled={query.isSuccess} />
              <DateFilter name="updatedAfter" label="Updated since" />
              <MoreFilters names={rare}>
                <SearchFilter name="orderId" label="Order ID" placeholder="Order ID" />
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
            <NoMatches noun="return" views="status" names={[...filters, "q", "status"]} />
          )
        }
      />
      <Peek />
    </Screen>
  );
};
