import "./order-print.css";
import type { PurchaseOrderItem } from "#contract/purchase-orders.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { AddressBlock } from "#web/records/address-block.tsx";
import { formatDate, formatDateTime, formatQuantity } from "#web/base/format.ts";
import { paper, useMedia } from "#web/base/use-media.ts";
import { itemUnits } from "./item-units.ts";
import { orderName, getOrderStatus, getOrderType } from "#web/records/order-names.ts";

interface OrderPrintProps {
  order: PurchaseOrder;
  sourceName: (id: number | null | undefined) => string;
}

/** Units that still have to be packed: neither shipped, canceled nor voided. */
const countToPack = (item: PurchaseOrderItem): number =>
  itemUnits(item)
    .parts.filter(({ state }) => state === "acknowledged" || state === "open")
    .reduce((sum, { units }) => sum + units, 0);

const describeMethod = ({ sourceShippingMethod: method, carrierCode, methodCode }: PurchaseOrder) =>
  method?.description ||
  [method?.shippingCarrier?.name, method?.shippingCarrierMethod?.name].filter(Boolean).join(", ") ||
  [carrierCode, methodCode].filter(Boolean).join(", ");

const Fact = ({ label, value }: { label: string; value: string | null | undefined }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  ) : null;

/** On the screen, the printed lines are hidden, and more of them would only delay the others. */
const most = 100;

const Lines = ({ items }: { items: readonly PurchaseOrderItem[] }) => {
  const shown = useMedia(paper) ? items : items.slice(0, most);
  return (
    <table>
      <thead>
        <tr>
          <th>Packed</th>
          <th>#</th>
          <th>Bin</th>
          <th>SKU</th>
          <th>Item</th>
          <th>UPC / MPN</th>
          <th data-align="end">Ordered</th>
          <th data-align="end">To pack</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((item, index) => (
          <tr key={item.id ?? index}>
            <td>☐</td>
            <td>{item.lineItemNumber ?? index + 1}</td>
            <td className="order-print__strong">{item.binLocation}</td>
            <td className="order-print__strong">{item.sku}</td>
            <td>
              {item.title}
              {item.attributes.map(({ key, value }) => (
                <div key={key}>
                  {key}: {value}
                </div>
              ))}
            </td>
            <td>{[item.upc, item.mpn].filter(Boolean).join(" / ")}</td>
            <td data-align="end">{formatQuantity(item.quantity)}</td>
            <td data-align="end" className="order-print__count">
              {formatQuantity(countToPack(item))}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={7}>Units to pack</td>
          <td data-align="end" className="order-print__count">
            {formatQuantity(items.reduce((sum, item) => sum + countToPack(item), 0))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
};

/** The printed document of an order: items to pick and pack, the address, and shipping. Hidden on the screen. */
export const OrderPrint = ({ order, sourceName }: OrderPrintProps) => (
  <div className="order-print" aria-hidden="true">
    <header>
      <div>
        <div className="order-print__label">Packing list</div>
        <div className="order-print__title">{orderName(order)}</div>
        <div>
          {getOrderType(order).label} · {getOrderStatus(order).label} · {sourceName(order.sourceId)}
        </div>
      </div>
      <dl>
        <Fact label="Sent" value={order.sentAt && formatDate(order.sentAt)} />
        <Fact label="Hold until" value={order.holdUntil && formatDateTime(order.holdUntil)} />
        <Fact label="Confirmation" value={order.confirmationNumber} />
      </dl>
    </header>
    <section className="order-print__parties">
      <div>
        <div className="order-print__label">Ship to</div>
        <AddressBlock address={order.shippingAddress} />
      </div>
      {order.orderFFL && (
        <div>
          <div className="order-print__label">Firearm license {order.orderFFL.licenseNumber}</div>
          <AddressBlock address={{ ...order.orderFFL, stateCode: order.orderFFL.state }} />
          {order.orderFFL.expiresAt && <div>Expires {formatDate(order.orderFFL.expiresAt)}</div>}
        </div>
      )}
      <div>
        <div className="order-print__label">Ship by</div>
        <div>{describeMethod(order) || "–"}</div>
        {order.crossDockPurchaseOrderId && (
          <div>Cross-docked with order {order.crossDockPurchaseOrderId}</div>
        )}
      </div>
    </section>
    {order.note && (
      <p className="order-print__note">
        <strong>Note:</strong> {order.note}
      </p>
    )}
    <Lines items={order.purchaseOrderItems} />
    <p className="order-print__signed">Packed by ______________________ on ____________</p>
  </div>
);
