import "./order.css";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { isUnserved } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { allReceivedOrders } from "#web/api/all-received-orders.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { Notice } from "#web/kit/notice.tsx";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { RunStrip } from "#web/records/runs/run-strip.tsx";
import { orderRun } from "#web/screens/purchase-orders/status-runs/order-run.ts";
import { useStatusChange } from "#web/screens/purchase-orders/status-runs/use-status-change.ts";
import { OrderActions, OrderStatusChange } from "./order-actions.tsx";
import { OrderAlerts } from "./order-alerts.tsx";
import { OrderFields } from "./order-fields.tsx";
import { OrderInvoices } from "./order-invoices.tsx";
import { OrderItems } from "./order-items.tsx";
import {
  OrderAddresses,
  OrderAttachments,
  OrderAttributes,
  OrderLicense,
} from "./order-papers.tsx";
import { OrderPrint } from "./order-print.tsx";
import { OrderShipments } from "./order-shipments.tsx";
import { OrderPackage, OrderShippingMethod } from "./order-shipping.tsx";
import { orderName, OrderStatusBadge } from "#web/records/order-names.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { toRecordId } from "#web/base/record-id.ts";

const Parts = ({ order }: { order: PurchaseOrder }) => (
  <>
    <div className="order__sides">
      <div className="stack">
        <OrderItems order={order} />
        <OrderShipments shipments={order.shipments} />
        <OrderInvoices invoices={order.invoices} />
      </div>
      <div className="stack">
        <OrderAddresses order={order} />
        <OrderAttachments order={order} />
        {order.orderFFL && <OrderLicense license={order.orderFFL} />}
        <OrderTimeline order={order} />
        <OrderAttributes order={order} />
      </div>
    </div>
    {order.purchaseOrderPackage && (
      <OrderPackage box={order.purchaseOrderPackage} items={order.purchaseOrderItems} />
    )}
    {order.sourceShippingMethod && <OrderShippingMethod method={order.sourceShippingMethod} />}
  </>
);

type OrderQuery = UseQueryResult<Answer<PurchaseOrder>>;

/**
 * The current order or, if the upstream serves no single orders, the order as this console received it. What the upstream
 * said is shown once it is known that this console didn't receive the order.
 */
const useOrder = (id: number): { query: OrderQuery; asReceived: boolean } => {
  const asked = useQuery(purchaseOrderDetail(id));
  const unserved = asked.isError && isUnserved(asked.error);
  const here = useQuery({
    ...allReceivedOrders(),
    enabled: unserved,
    select: ({ value }): Answer<PurchaseOrder | undefined> => ({
      value: value.find((order) => order.id === id),
      problems: [],
      total: undefined,
    }),
  });
  const received = here.data?.value;
  const isKnown = unserved && received !== undefined;
  const isOpen = unserved && !isKnown && (here.isPending || here.isLoadingError);
  return { query: isKnown || isOpen ? (here as OrderQuery) : asked, asReceived: isKnown };
};

const AsReceived = () => (
  <Notice title="Shown as received" tone="waiting">
    <p>
      The API can't load this order. You see what this console{" "}
      <Link to="/received-orders">received</Link>. The current status is unknown.
    </p>
  </Notice>
);

/** One purchase order. Opening it changes nothing. */
export const PurchaseOrderDetail = () => {
  const id = useRouteId();
  const { query, asReceived } = useOrder(toRecordId(id));
  const sourceName = useSourceName(query.isSuccess);
  const channelName = useChannelName(query.isSuccess);
  const control = useStatusChange(toRecordId(id));
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="purchase-orders"
      fallback={`purchase order ${id}`}
      titleOf={orderName}
      statusOf={(order) => order.purchaseOrderStatus?.name}
      crumbs={[{ label: "Purchase orders", to: "/purchase-orders" }]}
      beside={(order) => <OrderStatusBadge order={order} />}
      technical={(order) => <OrderFields order={order} />}
      actions={(order) => <OrderActions order={order} control={control} changeable={!asReceived} />}
    >
      {(order) => (
        <>
          <RunStrip control={orderRun} recordId={toRecordId(id)} />
          {asReceived && <AsReceived />}
          <OrderStatusChange order={order} control={control} />
          <OrderAlerts order={order} />
          <OrderSummary order={order} sourceName={sourceName} channelName={channelName} />
          <Parts order={order} />
          <OrderPrint order={order} sourceName={sourceName} />
        </>
      )}
    </RecordScreen>
  );
};
