import { type CustomField, Shipment, type ShipmentItem } from "#contract/shipments.ts";
import { Invoice, type InvoiceItem } from "#contract/invoices.ts";
import { formatCount } from "#web/base/format.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { type PlainColumn } from "#web/kit/plain-table.tsx";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Flag, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";

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

const shipmentColumns: readonly PlainColumn<ShipmentItem>[] = [
  { header: "SKU", cell: (item) => <Code value={item.sku} /> },
  { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
  { header: "Partial", cell: (item) => <Flag value={item.partial} /> },
  {
    header: "Stock released",
    align: "end",
    cell: (item) => <Quantity amount={item.committedStockReleasedQuantity} />,
  },
  // purchaseOrderItemId means the same and is deprecated (api 2.7).
  {
    header: "Order item",
    cell: (item) => <Code value={item.fulfillmentRequestItemId ?? item.purchaseOrderItemId} />,
  },
];

const nameShipment = (shipment: Shipment, index: number): string =>
  shipment.trackingNumber || `Shipment ${shipment.id ?? index + 1}`;

const ShipmentPart = ({ shipment, index }: { shipment: Shipment; index: number }) => (
  <article className="order__part" aria-label={nameShipment(shipment, index)}>
    <div className="order__part-head">
      <strong>
        {safeUrl(shipment.trackingUrl) ? (
          <ExternalLink href={shipment.trackingUrl}>
            <bdi>{nameShipment(shipment, index)}</bdi>
          </ExternalLink>
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
      columns={shipmentColumns}
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
        <CustomFields fields={shipment.customFields} of={nameShipment(shipment, index)} />
      </div>
    </details>
  </article>
);

/** The shipments of an order, with their tracking. */
export const OrderShipments = ({ shipments }: { shipments: readonly Shipment[] }) => (
  <Sheet title="Shipments" note={formatCount(shipments.length, "shipment")} flush>
    {shipments.length === 0 && <p className="plain-table__none">No shipments yet.</p>}
    <FirstRows label="Search shipments" of="shipment" rows={shipments}>
      {(shown) =>
        shown.map((shipment, index) => (
          <ShipmentPart
            key={shipment.id ?? index}
            shipment={shipment}
            index={shipments.indexOf(shipment)}
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

const invoiceColumns: readonly PlainColumn<InvoiceItem>[] = [
  {
    header: "Item",
    cell: (item) => (
      <>
        <div>
          <Text value={item.title} />
        </div>
        <Code value={item.sku} />
      </>
    ),
  },
  {
    header: "Type",
    cell: ({ invoiceItemType: type }) => <Text value={type?.name ?? type?.handle} />,
  },
  { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
  { header: "Per unit", align: "end", cell: (item) => <Money amount={item.perUnitCost} /> },
  { header: "Cost", align: "end", cell: (item) => <Money amount={item.cost} /> },
];

/** Columns that are empty on most invoices. */
const codes: readonly (readonly [
  header: string,
  of: (item: InvoiceItem) => number | string | null | undefined,
])[] = [
  ["Variant", (item) => item.sourceVariantId],
  ["Accounting item", (item) => item.externalAccountingItemId],
];

const filterColumns = (items: readonly InvoiceItem[]): readonly PlainColumn<InvoiceItem>[] => [
  ...invoiceColumns,
  ...codes
    .filter(([, of]) => items.some((item) => of(item)))
    .map(([header, of]) => ({ header, cell: (item: InvoiceItem) => <Code value={of(item)} /> })),
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

const InvoicePart = ({ invoice, index }: { invoice: Invoice; index: number }) => (
  <article className="order__part" aria-label={nameInvoice(invoice, index)}>
    <div className="order__part-head">
      <strong>
        <bdi>{nameInvoice(invoice, index)}</bdi>
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
      columns={filterColumns(invoice.invoiceItems)}
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
        <CustomFields fields={invoice.customFields} of={nameInvoice(invoice, index)} />
      </div>
    </details>
  </article>
);

/** The source's invoices. */
export const OrderInvoices = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <Sheet title="Invoices" note={formatCount(invoices.length, "invoice")} flush>
    {invoices.length === 0 && <p className="plain-table__none">No invoices yet.</p>}
    <FirstRows label="Search invoices" of="invoice" rows={invoices}>
      {(shown) =>
        shown.map((invoice, index) => (
          <InvoicePart
            key={invoice.id ?? index}
            invoice={invoice}
            index={invoices.indexOf(invoice)}
          />
        ))
      }
    </FirstRows>
  </Sheet>
);
