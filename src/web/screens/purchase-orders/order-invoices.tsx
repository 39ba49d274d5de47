import { Invoice, type InvoiceItem } from "#contract/invoices.ts";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import { formatCount } from "#web/base/format.ts";
import { RecordFields } from "#web/records/record-fields.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";
import { Code, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { CustomFields } from "./custom-fields.tsx";

const tones: Readonly<Record<string, Tone>> = {
  unpaid: "waiting",
  paid: "good",
  credited: "calm",
  refunded: "calm",
};

const columns: readonly PlainColumn<InvoiceItem>[] = [
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
  ...columns,
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

const Part = ({ invoice, index }: { invoice: Invoice; index: number }) => (
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
          <Part key={invoice.id ?? index} invoice={invoice} index={invoices.indexOf(invoice)} />
        ))
      }
    </FirstRows>
  </Sheet>
);
