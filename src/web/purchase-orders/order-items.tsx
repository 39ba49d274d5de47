import { PurchaseOrderItem } from "#contract/purchase-order-items.ts";
import { counted } from "#web/ui/format.ts";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { Code, Money, Quantity, Text } from "#web/ui/values.tsx";

const units = (
  header: string,
  of: (item: PurchaseOrderItem) => number | null | undefined,
): PlainColumn<PurchaseOrderItem> => ({
  header,
  align: "end",
  cell: (item) => <Quantity amount={of(item) ?? 0} />,
});

const columns: readonly PlainColumn<PurchaseOrderItem>[] = [
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
  { header: "Ordered", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
  units("Acknowledged", (item) => item.acknowledgedQuantity),
  units("Shipped", (item) => item.shippedQuantity),
  units("Canceled", (item) => item.canceledQuantity),
  units("Voided", (item) => item.voidedQuantity),
  { header: "Cost", align: "end", cell: (item) => <Money amount={item.cost} /> },
  { header: "Subtotal", align: "end", cell: (item) => <Text value={item.subtotal} /> },
];

const inColumns = [
  "title",
  "sku",
  "quantity",
  "acknowledgedQuantity",
  "shippedQuantity",
  "canceledQuantity",
  "voidedQuantity",
  "cost",
  "subtotal",
];

const unitsOfMeasure = ({ weightUnit, dimensionUnit }: PurchaseOrderItem) => ({
  weightUnit: weightUnit?.handle ?? weightUnit?.abbreviatedHandle,
  dimensionUnit: dimensionUnit?.handle ?? dimensionUnit?.abbreviatedHandle,
});

const More = ({ item }: { item: PurchaseOrderItem }) => (
  <details className="order__more">
    <summary>More of this item</summary>
    <div className="stack">
      <RecordFields
        record={{ ...item, ...unitsOfMeasure(item) }}
        names={Object.keys(PurchaseOrderItem.shape)}
        leaveOut={inColumns}
      />
      {item.attributes.length > 0 && (
        <PlainTable
          label={`Attributes of ${item.sku ?? "this item"}`}
          rows={item.attributes}
          columns={[
            { header: "Attribute", cell: ({ key }) => <Text value={key} /> },
            { header: "Value", cell: ({ value }) => <Text value={value} /> },
          ]}
          none="No attributes."
        />
      )}
      {item.bundleComponents.length > 0 && (
        <p>
          Bundle components:{" "}
          <Code
            value={item.bundleComponents
              .map(({ orderItemBundleComponentId }) => orderItemBundleComponentId)
              .join(", ")}
          />
        </p>
      )}
    </div>
  </details>
);

/** What was ordered, and how far each item has come. */
export const OrderItems = ({ items }: { items: readonly PurchaseOrderItem[] }) => (
  <Sheet title="Items" note={counted(items.length, "item")} flush>
    <PlainTable
      label="Items of this order"
      columns={columns}
      rows={items}
      none="This order has no items."
      below={(item) => <More item={item} />}
    />
  </Sheet>
);
