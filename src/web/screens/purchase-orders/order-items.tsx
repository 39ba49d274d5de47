import type { CatalogLine } from "#contract/catalog.ts";
import { type PurchaseOrder, PurchaseOrderItem } from "#contract/purchase-orders.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { type PlainColumn } from "#web/kit/plain-table.tsx";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Money, Text } from "#web/kit/values.tsx";
import { LineProduct } from "#web/records/line-product.tsx";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import {
  itemsAsAcknowledged,
  itemUnits,
  type ItemUnits,
  sumUnits,
  unitLabels,
} from "./order-model.ts";
import { hasNewStatus } from "./order-change.ts";

/** The progress of an item's units, a line for each state. */
const Progress = ({ units: { parts, beyond } }: { units: ItemUnits }) => (
  <>
    {parts.length === 0 && "No units ordered"}
    {parts.map(({ state, units }) => (
      <div key={state} className="order__units" data-state={state}>
        {formatQuantity(units)} {unitLabels[state]}
      </div>
    ))}
    {beyond > 0 && (
      <div className="order__units" data-state="canceled">
        {formatQuantity(beyond)} more than ordered
      </div>
    )}
  </>
);

interface Line {
  item: PurchaseOrderItem;
  product: CatalogLine | undefined;
}

const Codes = ({ item, product }: Line) => (
  <div className="order__codes">
    <CopyCode value={item.sku} what="SKU" />
    {item.binLocation && (
      <span className="faint">
        bin <Code value={item.binLocation} />
      </span>
    )}
    {(item.secondaryAcknowledgedQuantity ?? 0) > 0 && (
      <span className="faint">
        {formatQuantity(item.secondaryAcknowledgedQuantity)} acknowledged twice
      </span>
    )}
    <span className="faint order__options">{product?.options}</span>
  </div>
);

/** A text in the API's document (api 2.6); if it is an amount, it is formatted like the amounts beside it. */
const Subtotal = ({ text }: { text: string | null | undefined }) =>
  /^-?\d{1,12}(\.\d{1,6})?$/.test(text ?? "") ? (
    <Money amount={Number(text)} />
  ) : (
    <Text value={text} />
  );

const ItemHead = ({ item, product }: Line) => {
  const name = item.title || product?.title;
  return (
    <div className="order__item">
      <ProductPicture url={product?.picture} alt="" size="small" />
      <div>
        {name ? <LineProduct name={name} product={product} /> : <Text value={name} />}
        <Codes item={item} product={product} />
      </div>
    </div>
  );
};

/** The columns, with items as shown in the bars, and the products of SKUs. */
const createColumns = (
  shown: ReadonlyMap<PurchaseOrderItem, PurchaseOrderItem>,
  products: ReadonlyMap<string, CatalogLine> | undefined,
): readonly PlainColumn<PurchaseOrderItem>[] => [
  {
    header: "Item",
    cell: (item) => <ItemHead item={item} product={products?.get(item.sku ?? "")} />,
  },
  {
    header: "Units",
    cell: (item) => <Progress units={itemUnits(shown.get(item) ?? item)} />,
  },
  { header: "Cost", align: "end", cell: (item) => <Money amount={item.cost} /> },
  { header: "Subtotal", align: "end", cell: (item) => <Subtotal text={item.subtotal} /> },
];

const inColumns = ["title", "sku", "quantity", "cost", "subtotal"];

const unitsOfMeasure = ({ weightUnit, dimensionUnit }: PurchaseOrderItem) => ({
  weightUnit: weightUnit?.handle ?? weightUnit?.abbreviatedHandle,
  dimensionUnit: dimensionUnit?.handle ?? dimensionUnit?.abbreviatedHandle,
});

const More = ({ item }: { item: PurchaseOrderItem }) => (
  <details className="order__more">
    <summary>Details</summary>
    <div className="stack">
      <RecordFields
        record={{ ...item, ...unitsOfMeasure(item) }}
        names={Object.keys(PurchaseOrderItem.shape)}
        leaveOut={inColumns}
      />
      {item.attributes.length > 0 && (
        <LongTable
          of="attribute"
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

interface OrderItemsProps {
  order: PurchaseOrder;
  products: ReadonlyMap<string, CatalogLine> | undefined;
}

/** The ordered items, and the progress of each unit. */
export const OrderItems = ({ order, products }: OrderItemsProps) => {
  const items = order.purchaseOrderItems;
  const shown = itemsAsAcknowledged(
    items,
    hasNewStatus("acknowledge", order) || Boolean(order.acknowledgedAt),
  );
  const { ordered, parts } = sumUnits(items);
  const shipped = parts.find(({ state }) => state === "shipped")?.units ?? 0;
  return (
    <Sheet
      title="Items"
      note={ordered > 0 && `${formatQuantity(shipped)} of ${formatCount(ordered, "unit")} shipped`}
      flush
    >
      <LongTable
        of="item"
        label="Items of this order"
        columns={createColumns(
          new Map(items.map((item, place) => [item, shown[place] ?? item])),
          products,
        )}
        rows={items}
        none="This order has no items."
        below={(item) => <More item={item} />}
      />
    </Sheet>
  );
};
