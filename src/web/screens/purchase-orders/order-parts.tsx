import { type CustomField, Shipment, type ShipmentItem } from "#contract/shipments.ts";
import type { CatalogLine } from "#contract/catalog.ts";
import { Invoice, type InvoiceItem } from "#contract/invoices.ts";
import type { PurchaseOrderItem } from "#contract/purchase-orders.ts";
import { formatCount } from "#web/base/format.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { CopyButton, CopyCode } from "#web/kit/copy-button.tsx";
import { type PlainColumn } from "#web/kit/plain-table.tsx";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";
import { Code, Flag, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { LineProduct } from "#web/records/line-product.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { TrackingNumber } from "#web/records/shipping.tsx";

const customFieldColumns: readonly PlainColumn<CustomField>[] = [
  { header: "Custom field", cell: ({ name }) => <Text value={name} /> },
  { header: "Value", cell: ({ value }) => <Text value={value} /> },
];

/** The custom fields of a shipment, an invoice or its item; empty if there are none. */
const CustomFields = ({ fields, of }: { fields: readonly CustomField[]; of: string }) =>
  fields.length === 0 ? null : (
    <LongTable
      of="field"
      label={`Custom fields of ${of}`}
      columns={customFieldColumns}
      rows={fields}
      none=""
    />
  );

/** An order's items and their products, by which a shipment's or an invoice's lines are named. */
export interface OrderLines {
  items: readonly PurchaseOrderItem[];
  products: ReadonlyMap<string, CatalogLine> | undefined;
}

interface LineNameProps extends OrderLines {
  sku: string | null | undefined;
  title?: string | null | undefined;
  itemId?: number | null | undefined;
}

/** The title of a line, which leads to its product, above its SKU. */
const LineName = ({ sku, title, itemId, items, products }: LineNameProps) => {
  const item = items.find((one) => one.id === itemId) ?? items.find((one) => one.sku === sku);
  const product = products?.get(sku ?? "");
  const name = title || item?.title || product?.title;
  return (
    <>
      {name && (
        <div>
          <LineProduct name={name} product={product} />
        </div>
      )}
      <CopyCode value={sku} what="SKU" />
    </>
  );
};

// purchaseOrderItemId means the same and is deprecated (api 2.7).
const itemIdOf = (item: ShipmentItem) => item.fulfillmentRequestItemId ?? item.purchaseOrderItemId;

const shipmentColumns = (lines: OrderLines): readonly PlainColumn<ShipmentItem>[] => [
  {
    header: "Item",
    cell: (item) => <LineName sku={item.sku} itemId={itemIdOf(item)} {...lines} />,
  },
  { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
];

const shipmentDetails: readonly PlainColumn<ShipmentItem>[] = [
  { header: "SKU", cell: (item) => <Code value={item.sku} /> },
  { header: "Partial", cell: (item) => <Flag value={item.partial} /> },
  {
    header: "Stock released",
    align: "end",
    cell: (item) => <Quantity amount={item.committedStockReleasedQuantity} />,
  },
  { header: "Order item", cell: (item) => <Code value={itemIdOf(item)} /> },
];

const nameShipment = (shipment: Shipment, index: number): string =>
  shipment.trackingNumber || `Shipment ${shipment.id ?? index + 1}`;

interface ShipmentPartProps {
  shipment: Shipment;
  index: number;
  lines: OrderLines;
}

const ShipmentPart = ({ shipment, index, lines }: ShipmentPartProps) => (
  <article className="order__part" aria-label={nameShipment(shipment, index)}>
    <div className="order__part-head">
      <strong>
        {shipment.trackingNumber || safeUrl(shipment.trackingUrl) ? (
          <TrackingNumber number={shipment.trackingNumber} url={shipment.trackingUrl} />
        ) : (
          <bdi>{nameShipment(shipment, index)}</bdi>
        )}
      </strong>
      <span>
        <Text value={[shipment.carrier, shipment.method].filter(Boolean).join(", ")} />
      </span>
      <span className="faint">
        <Moment at={shipment.shippedAt ?? shipment.insertedAt} absolute />
      </span>
      {shipment.partial && <StatusBadge label="Partial" tone="partial" />}
      {shipment.suppressed && <StatusBadge label="Suppressed" tone="still" />}
    </div>
    <LongTable
      of="item"
      label={`Items of ${nameShipment(shipment, index)}`}
      columns={shipmentColumns(lines)}
      rows={shipment.shipmentItems}
      none="This shipment lists no items."
    />
    {shipment.syncError && (
      <p className="order__trouble">
        Not synced to the channel: <bdi>{shipment.syncError}</bdi>
      </p>
    )}
    {shipment.note && (
      <p className="order__note">
        <bdi>{shipment.note}</bdi>
      </p>
    )}
    <details className="order__more">
      <summary>Details</summary>
      <div className="stack">
        <RecordFields record={shipment} names={Object.keys(Shipment.shape)} />
        <LongTable
          of="item"
          label={`More about the items of ${nameShipment(shipment, index)}`}
          columns={shipmentDetails}
          rows={shipment.shipmentItems}
          none=""
        />
        <CustomFields fields={shipment.customFields} of={nameShipment(shipment, index)} />
      </div>
    </details>
  </article>
);

/** The shipments of an order, with their tracking. */
export const OrderShipments = ({
  shipments,
  ...lines
}: OrderLines & { shipments: readonly Shipment[] }) => (
  <Sheet title="Shipments" note={formatCount(shipments.length, "shipment")} flush>
    <FirstRows label="Search shipments" of="shipment" rows={shipments}>
      {(shown) =>
        shown.map((shipment, index) => (
          <ShipmentPart
            key={shipment.id ?? index}
            shipment={shipment}
            index={shipments.indexOf(shipment)}
            lines={lines}
          />
        ))
      }
    </FirstRows>
  </Sheet>
);

const tones: Readonly<Record<string, Tone>> = {
  unpaid: "waiting",
  paid: "good",
  credited: "calm",
  refunded: "calm",
};

const invoiceColumns = (lines: OrderLines): readonly PlainColumn<InvoiceItem>[] => [
  {
    header: "Item",
    cell: ({ sku, title }) => <LineName sku={sku} title={title} {...lines} />,
  },
  {
    header: "Type",
    cell: ({ invoiceItemType: type }) => <Text value={type?.name ?? type?.handle} />,
  },
  { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
  { header: "Per unit", align: "end", cell: (item) => <Money amount={item.perUnitCost} /> },
  { header: "Cost", align: "end", cell: (item) => <Money amount={item.cost} /> },
];

const invoiceDetails: readonly PlainColumn<InvoiceItem>[] = [
  { header: "SKU", cell: (item) => <Code value={item.sku} /> },
  { header: "Variant", cell: (item) => <Code value={item.sourceVariantId} /> },
  { header: "Accounting item", cell: (item) => <Code value={item.externalAccountingItemId} /> },
];

const deprecated = {
  purchaseOrderId: "fulfillmentRequestId",
  purchaseOrderNumber: "fulfillmentRequestNumber",
  commission: "no replacement",
};

const sums: readonly (readonly [
  label: string,
  of: (invoice: Invoice) => number | null | undefined,
])[] = [
  ["Products", (invoice) => invoice.totalProductCost],
  ["Shipping", (invoice) => invoice.totalShippingCost],
  ["Fees", (invoice) => invoice.totalFeeCost],
  ["Tax", (invoice) => invoice.totalTaxCost],
  ["Other", (invoice) => invoice.totalOtherCost],
  ["Credit", (invoice) => invoice.totalCreditCost],
];

/** The parts of the total; empty parts are left out. */
const Sums = ({ invoice }: { invoice: Invoice }) => (
  <dl className="order__sums" aria-label="Totals">
    {sums.flatMap(([label, of]) => {
      const amount = of(invoice);
      return amount
        ? [
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money amount={amount} />
              </dd>
            </div>,
          ]
        : [];
    })}
    <div data-sum>
      <dt>Total</dt>
      <dd>
        <Money amount={invoice.totalCost} />
      </dd>
    </div>
  </dl>
);

const nameInvoice = (invoice: Invoice, index: number): string =>
  invoice.invoiceNumber || `Invoice ${invoice.id ?? index + 1}`;

interface InvoicePartProps {
  invoice: Invoice;
  index: number;
  lines: OrderLines;
}

const InvoicePart = ({ invoice, index, lines }: InvoicePartProps) => (
  <article className="order__part" aria-label={nameInvoice(invoice, index)}>
    <div className="order__part-head">
      <strong>
        <CopyButton text={invoice.invoiceNumber} what="invoice number">
          <bdi>{nameInvoice(invoice, index)}</bdi>
        </CopyButton>
      </strong>
      <StatusBadge
        label={invoice.invoiceStatus?.name ?? invoice.invoiceStatus?.handle}
        tone={tones[invoice.invoiceStatus?.handle ?? ""]}
      />
      <span className="faint">
        <Moment at={invoice.invoiceDate ?? invoice.insertedAt} absolute />
      </span>
    </div>
    <LongTable
      of="item"
      label={`Items of ${nameInvoice(invoice, index)}`}
      columns={invoiceColumns(lines)}
      rows={invoice.invoiceItems}
      none="This invoice lists no items."
      below={({ customFields, sku }) =>
        customFields.length > 0 && <CustomFields fields={customFields} of={sku} />
      }
    />
    <Sums invoice={invoice} />
    {invoice.accountingSyncError && (
      <p className="order__trouble">
        Not synced to accounting: <bdi>{invoice.accountingSyncError}</bdi>
      </p>
    )}
    <details className="order__more">
      <summary>Details</summary>
      <div className="stack">
        <RecordFields record={invoice} names={Object.keys(Invoice.shape)} deprecated={deprecated} />
        <LongTable
          of="item"
          label={`More about the items of ${nameInvoice(invoice, index)}`}
          columns={invoiceDetails}
          rows={invoice.invoiceItems}
          none=""
        />
        <CustomFields fields={invoice.customFields} of={nameInvoice(invoice, index)} />
      </div>
    </details>
  </article>
);

/** The source's invoices. */
export const OrderInvoices = ({
  invoices,
  ...lines
}: OrderLines & { invoices: readonly Invoice[] }) => (
  <Sheet title="Invoices" note={formatCount(invoices.length, "invoice")} flush>
    <FirstRows label="Search invoices" of="invoice" rows={invoices}>
      {(shown) =>
        shown.map((invoice, index) => (
          <InvoicePart
            key={invoice.id ?? index}
            invoice={invoice}
            index={invoices.indexOf(invoice)}
            lines={lines}
          />
        ))
      }
    </FirstRows>
  </Sheet>
);
