import type { CatalogLine } from "#contract/catalog.ts";
import { type PurchaseOrder, PurchaseOrderItem } from "#contract/purchase-orders.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { type PlainColumn } from "#web/kit/plain-table.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Money, Quantity, Text } from "#web/kit/values.tsx";
import { useCatalogLines } from "#web/records/catalog-lines.ts";
import { LineProduct } from "#web/records/line-product.tsx";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import {
  itemsAsAcknowledged,
  itemUnits,
  type ItemUnits,
  sumUnits,
  unitLabels,
  type UnitState,
} from "./order-model.ts";
import { hasNewStatus } from "./order-change.ts";

const describeUnits = ({ ordered, parts, beyond }: ItemUnits): string =>
  [
    `${formatQuantity(ordered)} ordered`,
    ...parts.map(({ state, units }) => `${formatQuantity(units)} ${unitLabels[state]}`),
    ...(beyond > 0 ? [`${formatQuantity(beyond)} more than ordered`] : []),
  ].join(", ");

/** An item's units by state, as one bar; the text below it says the same. */
const UnitBar = ({ units }: { units: ItemUnits }) => (
  <div className="unit-bar">
    <div className="unit-bar__bar" role="img" aria-label={describeUnits(units)}>
      {units.parts.map((part) => (
        <span key={part.state} data-state={part.state} style={{ flexGrow: part.units }} />
      ))}
    </div>
    <div className="unit-bar__words" aria-hidden="true">
      {units.parts.length === 0
        ? "No units ordered"
        : units.parts.map((part) => (
            <span key={part.state}>
              {formatQuantity(part.units)} {unitLabels[part.state]}
            </span>
          ))}
      {units.beyond > 0 && (
        <strong className="unit-bar__beyond">
          {formatQuantity(units.beyond)} more than ordered
        </strong>
      )}
    </div>
  </div>
);

/** The legend of the bars. */
const UnitLegend = () => (
  <ul className="unit-legend" aria-label="Legend">
    {(Object.keys(unitLabels) as UnitState[]).map((state) => (
      <li key={state}>
        <span data-state={state} aria-hidden="true" />
        {unitLabels[state]}
      </li>
    ))}
  </ul>
);

interface Line {
  item: PurchaseOrderItem;
  product: CatalogLine | undefined;
}

const Codes = ({ item }: Pick<Line, "item">) => (
  <div className="order__codes">
    <Code value={item.sku} />
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
        <Codes item={item} />
        <div className="order__options faint small">{product?.options}</div>
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
  { header: "Ordered", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
  {
    header: "Progress",
    wide: true,
    cell: (item) => <UnitBar units={itemUnits(shown.get(item) ?? item)} />,
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

const ItemTotals = ({ items }: { items: readonly PurchaseOrderItem[] }) => (
  <div className="order__together">
    <strong>All {formatCount(items.length, "item")}</strong>
    <UnitBar units={sumUnits(items)} />
  </div>
);

/** The ordered items, and the progress of each unit. */
export const OrderItems = ({ order }: { order: PurchaseOrder }) => {
  const items = order.purchaseOrderItems;
  const products = useCatalogLines({ lines: items, channelId: order.channelId });
  const shown = itemsAsAcknowledged(
    items,
    hasNewStatus("acknowledge", order) || Boolean(order.acknowledgedAt),
  );
  return (
    <Sheet title="Items" note={items.length > 0 && <UnitLegend />} flush>
      {items.length > 1 && <ItemTotals items={shown} />}
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
