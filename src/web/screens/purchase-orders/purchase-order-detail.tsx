import { Badge } from "@mantine/core";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OrderFFL, PurchaseOrder, PurchaseOrderItem } from "#contract/purchase-orders.ts";
import { useChannelName, useSourceName } from "#web/api/account.ts";
import type { Answer } from "#web/api/call.ts";
import { connection } from "#web/api/connection.ts";
import { purchaseOrderDetail } from "#web/api/purchase-orders.ts";
import { allReceivedOrders } from "#web/api/received-orders.ts";
import { isUnserved } from "#web/base/api-error.ts";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatQuantity,
  sentenceCase,
} from "#web/base/format.ts";
import { paper, useMedia } from "#web/base/media.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useNow } from "#web/base/use-now.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Moment, Text } from "#web/kit/values.tsx";
import {
  getOrderStatus,
  getOrderType,
  orderName,
  OrderStatusBadge,
} from "#web/records/order-names.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useCatalogLines } from "#web/records/catalog-lines.ts";
import { AddressBlock } from "#web/records/shipping.tsx";
import { OrderActions, OrderStatusChange, useStatusChange } from "./order-actions.tsx";
import { OrderItems } from "./order-items.tsx";
import { attachmentLink, itemUnits, licenseExpiry, orderAlerts } from "./order-model.ts";
import { OrderInvoices, OrderShipments } from "./order-parts.tsx";
import { OrderRunResult } from "./lazy-order-runs.tsx";
import { describeMethod, OrderShipping } from "./order-shipping.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { OrderFields, OrderSummary, type OrderSummaryProps } from "./order-summary.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import "./purchase-order-detail.css";

interface OrderPrintProps {
  order: PurchaseOrder;
  sourceName: (id: number | null | undefined) => string;
}

/** Units that still have to be packed: neither shipped, canceled nor voided. */
const countToPack = (item: PurchaseOrderItem): number =>
  itemUnits(item)
    .parts.filter(({ state }) => state === "acknowledged" || state === "open")
    .reduce((sum, { units }) => sum + units, 0);

const PrintedFact = ({ label, value }: { label: string; value: string | null | undefined }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  ) : null;

/** On the screen, the printed lines are hidden, and more of them would only delay the others. */
const mostPrinted = 100;

const PrintedLines = ({ items }: { items: readonly PurchaseOrderItem[] }) => {
  const shown = useMedia(paper) ? items : items.slice(0, mostPrinted);
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
const OrderPrint = ({ order, sourceName }: OrderPrintProps) => (
  <div className="order-print" aria-hidden="true">
    <header>
      <div>
        <div className="order-print__label">Packing list</div>
        <div className="order-print__title">{orderName(order)}</div>
        <div>
          {getOrderType(order).label} · {sentenceCase(getOrderStatus(order).label)} ·{" "}
          {sourceName(order.sourceId)}
        </div>
      </div>
      <dl>
        <PrintedFact label="Sent" value={order.sentAt && formatDate(order.sentAt)} />
        <PrintedFact
          label="Hold until"
          value={order.holdUntil && formatDateTime(order.holdUntil)}
        />
        <PrintedFact label="Confirmation" value={order.confirmationNumber} />
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
    <PrintedLines items={order.purchaseOrderItems} />
    <p className="order-print__signed">Packed by ______________________ on ____________</p>
  </div>
);

const OrderAlerts = ({ order }: { order: PurchaseOrder }) => {
  const now = useNow();
  return orderAlerts(order, now).map(({ title, text, next, tone }) => (
    <Notice key={title} title={title} tone={tone}>
      {text && (
        <p>
          <bdi>{text}</bdi>
        </p>
      )}
      {next && <p>{next}</p>}
    </Notice>
  ));
};

/** The shipping and billing addresses; a redacted address is marked as such. */
const OrderAddresses = ({ order }: { order: PurchaseOrder }) => (
  <Sheet title="Addresses">
    <div className="order__addresses">
      <div>
        <h3 className="label">Ships to</h3>
        <AddressBlock address={order.shippingAddress} />
      </div>
      <div>
        <h3 className="label">Bills to</h3>
        <AddressBlock address={order.billingAddress} />
      </div>
    </div>
  </Sheet>
);

interface Attachment {
  readonly name: string;
  readonly link: string;
}

/** An order's files, label and packing slip by name, without duplicates (api 2.4). */
const listAttachments = (order: PurchaseOrder): Attachment[] => {
  const label = order.shippingLabelAttachmentLink;
  const slip = order.packingSlipAttachmentLink;
  const others = order.attachmentLinks.filter((link) => link !== label && link !== slip);
  return [
    ...(label ? [{ name: "Shipping label", link: label }] : []),
    ...(slip ? [{ name: "Packing slip", link: slip }] : []),
    ...[...new Set(others)].map((link, index) => ({ name: `Attachment ${index + 1}`, link })),
  ];
};

const AttachmentLine = ({ name, link, apiUrl }: Attachment & { apiUrl: string | undefined }) => (
  <li className="order__file">
    {attachmentLink(link, apiUrl) ? (
      <ExternalLink href={link}>{name}</ExternalLink>
    ) : (
      <>
        <span>{name}</span>
        <span className="faint">not a secure address, so it isn't a link</span>
        <Code value={link} />
      </>
    )}
  </li>
);

/** Labels and packing slips. */
const OrderAttachments = ({ attached }: { attached: readonly Attachment[] }) => {
  const apiUrl = useQuery(connection()).data?.baseUrl;
  return (
    <Sheet title="Attachments" note={formatCount(attached.length, "file")}>
      <ul>
        {attached.map((one) => (
          <AttachmentLine key={one.link} {...one} apiUrl={apiUrl} />
        ))}
      </ul>
    </Sheet>
  );
};

/** The firearm license that the order ships to, and its expiry (api 2.10). */
const OrderLicense = ({ license }: { license: OrderFFL }) => {
  const now = useNow();
  const { words, tone } = licenseExpiry(license.expiresAt, now);
  const { id, orderId, crossDockPurchaseOrderId } = license;
  return (
    <Sheet title="Firearm license" note={<StatusBadge label={words} tone={tone} />}>
      <KeyValues
        items={[
          {
            label: "License number",
            value: <CopyCode value={license.licenseNumber} what="license number" />,
          },
          { label: "Expires", value: <Moment at={license.expiresAt} absolute /> },
          {
            label: "Holder",
            value: (
              // An FFL address has the region and postal code of an address, but no country.
              <AddressBlock
                address={{
                  ...license,
                  stateCode: license.state,
                }}
              />
            ),
          },
          { label: "Image", value: <ExternalLink href={license.imageUrl} /> },
          {
            label: "IDs",
            value: (
              <Text
                value={[
                  `license ${id}`,
                  orderId ? `order ${orderId}` : "",
                  crossDockPurchaseOrderId ? `cross-docked with ${crossDockPurchaseOrderId}` : "",
                ]
                  .filter(Boolean)
                  .join(", ")}
              />
            ),
          },
        ]}
      />
    </Sheet>
  );
};

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <FirstRows label="Search tags" of="tag" rows={[...new Set(tags)]}>
      {(shown) => (
        <ul className="row" aria-label="Tags">
          {shown.map((tag) => (
            <li key={tag}>
              <Badge>
                <bdi>{tag}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </FirstRows>
  );

/** The attributes that a workspace adds to an order, if any. */
const OrderAttributes = ({ order }: { order: PurchaseOrder }) =>
  (order.tags.length > 0 || order.purchaseOrderAttributes.length > 0) && (
    <Sheet title="Attributes and tags">
      <div className="stack">
        <Tags tags={order.tags} />
        {order.purchaseOrderAttributes.length > 0 && (
          <LongTable
            of="attribute"
            label="Attributes of this order"
            rows={order.purchaseOrderAttributes}
            columns={[
              { header: "Attribute", cell: ({ key }) => <Text value={key} /> },
              { header: "Value", cell: ({ value }) => <Text value={value} /> },
            ]}
            none=""
          />
        )}
      </div>
    </Sheet>
  );

/** "No shipments, invoices or labels yet", of those that an order doesn't have; undefined if it has all. */
const describeMissing = (has: Readonly<Record<string, boolean>>): string | undefined => {
  const missing = Object.keys(has).filter((part) => !has[part]);
  const last = missing.pop();
  return last && `No ${missing.length > 0 ? `${missing.join(", ")} or ` : ""}${last} yet`;
};

const Parts = ({ order, sourceName, channelName }: OrderSummaryProps) => {
  const { purchaseOrderItems: items, channelId, shipments, invoices } = order;
  const products = useCatalogLines({ lines: items, channelId });
  const attached = listAttachments(order);
  const missing = describeMissing({
    shipments: shipments.length > 0,
    invoices: invoices.length > 0,
    labels: attached.length > 0,
  });
  return (
    <div className="beside">
      <div className="stack">
        <OrderItems order={order} products={products} />
        {shipments.length > 0 && <OrderShipments {...{ shipments, items, products }} />}
        {invoices.length > 0 && <OrderInvoices {...{ invoices, items, products }} />}
        {missing && <p className="faint">{missing}</p>}
        <OrderShipping order={order} />
      </div>
      <div className="beside__side">
        <OrderSummary order={order} sourceName={sourceName} channelName={channelName} />
        <OrderAddresses order={order} />
        {attached.length > 0 && <OrderAttachments attached={attached} />}
        {order.orderFFL && <OrderLicense license={order.orderFFL} />}
        <OrderAttributes order={order} />
        <OrderTimeline order={order} />
      </div>
    </div>
  );
};

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
      The service can't load this order. You see what this console{" "}
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
      commands={[{ label: "Print packing list", run: () => print() }]}
      actions={(order) => <OrderActions order={order} control={control} changeable={!asReceived} />}
    >
      {(order) => (
        <>
          <OrderRunResult id={toRecordId(id)} />
          {asReceived && <AsReceived />}
          <OrderStatusChange order={order} control={control} />
          <OrderAlerts order={order} />
          <OrderSteps order={order} />
          <Parts order={order} sourceName={sourceName} channelName={channelName} />
          <OrderPrint order={order} sourceName={sourceName} />
        </>
      )}
    </RecordScreen>
  );
};
