import { IconPackageImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { useChannelName, useSourceName } from "#web/api/account.ts";
import { purchaseOrderList, wholePurchaseOrderList } from "#web/api/purchase-orders.ts";
import { foundInstead, readFrom } from "#web/api/record-search.ts";
import { allReceivedOrders, maxSearchedRuns } from "#web/api/received-orders.ts";
import { formatQuantity } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { DataTable } from "#web/kit/data-table.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { ClearFilters, NoMatches } from "#web/kit/filters.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useListedRows } from "#web/kit/use-listed-rows.ts";
import { Peek } from "#web/records/peek.tsx";
import { OpenById } from "#web/records/open-by-id.tsx";
import { getOrderStatus, getOrderType, orderName } from "#web/records/order-names.tsx";
import { FoundNote } from "#web/records/record-search.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { OrderRunStrip, OrderSelection } from "./lazy-order-runs.tsx";
import {
  filtersFound,
  labelReceived,
  listOwnFilters,
  matchesFilter,
  matchesOwnFilters,
  orderFilterNames,
  toOrderFilter,
} from "./order-filter.ts";
import { orderFilters, OrderNotes, OrderSearch, OrderTabs } from "./order-filters.tsx";
import { FulfillmentBadge, OrderStatus, OrderType } from "./order-status.tsx";
import "./order-list.css";

const NoKnownOrders = () => (
  <OpenById noun="purchase order" kind="purchase-orders">
    <p>
      The service can only receive purchase orders, which changes their status. Orders that this
      console <Link to="/received-orders">received</Link> are saved and listed here. If the service
      offers single orders, enter an ID to open one.
    </p>
  </OpenById>
);

const Nothing = () => (
  <Notice title="No matching orders among those received here" blank tone="still">
    <ClearFilters names={orderFilterNames} />
  </Notice>
);

/** Replaces the list if the upstream has none: the orders that this console has received, as they were received. */
const KnownOrders = ({ columns }: { columns: readonly Column<PurchaseOrder>[] }) => {
  const { search } = useListSearch();
  const all = useQuery(allReceivedOrders());
  const fits = matchesFilter(toOrderFilter(search));
  const fitsToo = matchesOwnFilters(search);
  const query = useQuery({
    ...allReceivedOrders(),
    select: (answer) => ({
      ...answer,
      value: answer.value.filter((order) => fits(order) && fitsToo(order)),
    }),
  });
  // What was loaded stays when it can't be loaded again.
  if (all.isLoadingError)
    return <ErrorNotice error={all.error} onRetry={() => void all.refetch()} blank />;
  if (all.data?.value.length === 0) return <NoKnownOrders />;
  return (
    <>
      <Notice title="The service doesn't offer a list of purchase orders">
        <p>
          These are the orders that this console <Link to="/received-orders">received</Link>, as
          they were at that time. Their current status is unknown.
          {all.data && all.data.total === undefined && (
            <>
              {" "}
              Only the latest {maxSearchedRuns} batches are included. Open older ones to see their
              orders.
            </>
          )}
        </p>
      </Notice>
      <DataTable
        name="purchase-orders"
        label="Purchase orders"
        columns={columns}
        query={query}
        rowId={(order) => String(order.id)}
        nameOf={orderName}
        tools={<OrderSearch />}
        filters={orderFilters({ enabled: query.isSuccess, orders: all.data?.value })}
        paged={false}
        kind="purchase-orders"
        nouns={["purchase order", "purchase orders"]}
        order={{ words: "by time received" }}
        empty={<Nothing />}
      />
    </>
  );
};

type NameOf = (id: number | null | undefined) => string;

const describeShipped = (order: PurchaseOrder): string =>
  `${formatQuantity(order.shippedQuantity ?? 0)} of ${formatQuantity(order.totalQuantity)}`;

const column = createColumnHelper<PurchaseOrder>();
const optional = { optional: true };

const createColumns = (
  sourceName: NameOf,
  channelName: NameOf,
): readonly Column<PurchaseOrder>[] => [
  column.link("purchaseOrderNumber", "Order", 120, {
    of: orderName,
    to: ({ id }) => recordAddress("purchase-orders", id),
  }),
  column.text("purchaseOrderStatus", "Status", 185, {
    of: (order) => getOrderStatus(order).label,
    wide: "badge",
    cell: (order) => (
      <span className="order-status">
        <OrderStatus order={order} />
      </span>
    ),
  }),
  column.text("purchaseOrderFulfillmentStatus", "Fulfillment", 142, {
    of: ({ purchaseOrderFulfillmentStatus: status }) => status?.name ?? status?.handle,
    wide: "mark",
    optional: "tablet",
    cell: (order) => <FulfillmentBadge order={order} />,
  }),
  column.party("sourceId", "Source", 178, sourceName, { wide: "line" }),
  column.text("customer", "Customer", 160, {
    of: ({ shippingAddress: to }) => to?.name,
    optional: "narrow",
  }),
  column.party("channelId", "Channel", 170, channelName, { optional: "narrow" }),
  column.date("sentAt", "Sent", 105),
  column.text("shippedQuantity", "Units shipped", 110, {
    of: describeShipped,
    align: "end",
    optional: "tablet",
    rank: ({ shippedQuantity }) => shippedQuantity,
  }),
  column.money("totalCost", "Total cost", 115),
  column.text("purchaseOrderType", "Type", 190, {
    of: (order) => getOrderType(order).label,
    optional: "narrow",
    cell: (order) => (
      <span className="order-status">
        <OrderType order={order} />
      </span>
    ),
  }),
  column.text("purchaseOrderReceivedStatus", "Received", 140, { of: labelReceived, ...optional }),
  column.code("orderId", "Order ID", 90, optional),
  column.date("generatedAt", "Generated", 110, optional),
  column.date("lastModifiedAt", "Updated", 110, optional),
  column.flag("fflInfoRequired", "FFL required", 100, optional),
  column.text("tags", "Tags", 160, { of: ({ tags }) => tags.join(", "), ...optional }),
];

/** All purchase orders, newest first. Opening the list changes no order's status. */
export const PurchaseOrderList = () => {
  const { search } = useListSearch("/purchase-orders");
  const filter = toOrderFilter(search);
  const text = search.q;
  const isFiltered = listOwnFilters(search).length > 0 || filtersFound(search);
  const fits = useMemo(() => {
    if (!isFiltered) return undefined;
    const fitsOwn = matchesOwnFilters(search);
    // The gateway's search knows none of the API's filters.
    const fitsApi = matchesFilter(text === undefined ? {} : toOrderFilter(search));
    return (order: PurchaseOrder) => fitsOwn(order) && fitsApi(order);
  }, [search, text, isFiltered]);
  const { query, answer, isWhole, table } = useListedRows({
    page: ({ pageNumber, pageSize }, urgency) =>
      purchaseOrderList(
        { ...filter, filterPageNumber: pageNumber, filterPageSize: pageSize },
        urgency,
      ),
    whole: wholePurchaseOrderList(filter),
    instead: foundInstead("purchase-orders", text),
    // The orders sent before a day are on the last pages.
    wantsWhole: search.sentBefore !== undefined || filtersFound(search),
    fits,
  });
  const { isSuccess } = query;
  const sourceName = useSourceName(isSuccess);
  const channelName = useChannelName(isSuccess);
  const columns = useMemo(() => createColumns(sourceName, channelName), [sourceName, channelName]);
  return (
    <Screen
      title="Purchase orders"
      fill
      {...(text === undefined && { needs: purchaseOrderOperations.listPurchaseOrders })}
      unserved={
        <>
          <OrderRunStrip />
          <KnownOrders columns={columns} />
        </>
      }
      actions={
        <ButtonLink to="/received-orders" leftSection={<IconPackageImport aria-hidden="true" />}>
          Receive orders
        </ButtonLink>
      }
    >
      <OrderTabs list={answer} />
      {/* Both stay while a list that failed is read again. */}
      {(query.isFetched || !query.isPending) && <OrderRunStrip />}
      <OrderNotes answer={answer.data} isWhole={isWhole} />
      <FoundNote from={readFrom(answer.data)} many="orders" />
      <DataTable
        {...table}
        name="purchase-orders"
        label="Purchase orders"
        columns={columns}
        rowId={(order) => String(order.id)}
        nameOf={orderName}
        tools={<OrderSearch />}
        filters={orderFilters({
          enabled: isSuccess,
          counts: isSuccess,
          orders: answer.data?.value,
        })}
        kind="purchase-orders"
        nouns={["purchase order", "purchase orders"]}
        order={{ words: "newest first", by: "-generatedAt" }}
        selectionActions={(rows, clear) => <OrderSelection rows={rows} clear={clear} />}
        empty={<NoMatches noun="purchase order" views="status" names={orderFilterNames} />}
      />
      <Peek />
    </Screen>
  );
};
