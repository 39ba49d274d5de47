import "./order.css";
import { useQuery } from "@tanstack/react-query";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { useChannelName, useSourceName } from "#web/api/party-names.ts";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { RecordScreen } from "#web/ui/record-screen.tsx";
import { useRouteId } from "#web/ui/route-id.ts";
import { RunStrip } from "./moves/run-strip.tsx";
import { useOneMove } from "./moves/use-one-move.ts";
import { OrderActions, OrderMoving } from "./order-actions.tsx";
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
import { OrderStatusBadge } from "./order-status.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { orderName } from "./order-words.ts";

const Parts = ({ order }: { order: PurchaseOrder }) => (
  <>
    <OrderItems items={order.purchaseOrderItems} />
    <OrderShipments shipments={order.shipments} />
    <OrderInvoices invoices={order.invoices} />
    <div className="columns">
      <OrderAddresses order={order} />
      <OrderAttachments order={order} />
    </div>
    {order.orderFFL && <OrderLicense license={order.orderFFL} />}
    {order.purchaseOrderPackage && (
      <OrderPackage box={order.purchaseOrderPackage} items={order.purchaseOrderItems} />
    )}
    {order.sourceShippingMethod && <OrderShippingMethod method={order.sourceShippingMethod} />}
    <OrderAttributes order={order} />
    <OrderFields order={order} />
  </>
);

/** One purchase order, whole. Opening it changes nothing. */
export const PurchaseOrderDetail = () => {
  const id = useRouteId();
  const query = useQuery(purchaseOrderDetail(Number(id)));
  const sourceName = useSourceName(query.isSuccess);
  const channelName = useChannelName(query.isSuccess);
  const moving = useOneMove(Number(id));
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
      actions={(order) => <OrderActions order={order} moving={moving} />}
    >
      {(order) => (
        <>
          <RunStrip />
          <OrderMoving order={order} moving={moving} />
          <OrderAlerts order={order} />
          <OrderSummary order={order} sourceName={sourceName} channelName={channelName} />
          <OrderTimeline order={order} />
          <Parts order={order} />
          <OrderPrint order={order} sourceName={sourceName} />
        </>
      )}
    </RecordScreen>
  );
};
