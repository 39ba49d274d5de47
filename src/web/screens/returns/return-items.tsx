import type { ReturnItem, ReturnModel } from "#contract/returns.ts";
import { LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import type { CopiedLine } from "#web/api/product-copy/copied-lines.ts";
import { BundleComponents } from "#web/records/bundle-components.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { createOrderedUnits, type OrderedUnits } from "#web/records/ordered-units.ts";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { SearchedOrder } from "#web/records/searched-order.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { addKnown, completeSum } from "#web/base/amounts.ts";
import { useCopiedLines } from "#web/records/use-copied-lines.ts";
import type { OrderSearch } from "#web/records/use-ordered-units.ts";
import { Code, Money, Quantity, Text } from "#web/kit/values.tsx";
import { matchReturnLines, type ReturnLine } from "./return-lines.ts";

interface Row {
  readonly item: ReturnItem;
  readonly product: CopiedLine | undefined;
  /** Undefined until the order is found. */
  readonly units: OrderedUnits | undefined;
  readonly isLoading: boolean;
  readonly received: number | undefined;
}

const nameItem = ({ id, title, sku }: ReturnItem): string => title || sku || `item ${id ?? ""}`;

const Units = ({ row, of }: { row: Row; of: keyof OrderedUnits }) =>
  row.isLoading ? <Skeleton width={2} /> : <Quantity amount={row.units?.[of]} />;

/** The received units against the returned ones; marked while some have not arrived. */
const Received = ({ item: { returnQuantity }, received }: Row) => {
  const isPart =
    received !== undefined && typeof returnQuantity === "number" && received < returnQuantity;
  return (
    <span data-part={isPart || undefined} className="return__received">
      {received === undefined
        ? formatQuantity(received)
        : `${formatQuantity(received)} of ${formatQuantity(returnQuantity)}`}
    </span>
  );
};

const columns: readonly PlainColumn<Row>[] = [
  {
    header: "Item",
    cell: ({ item, product }) => (
      <div className="return__item-head">
        <ProductPicture url={product?.picture} alt="" size="medium" />
        <div className="return__item">
          <strong>
            <bdi>{nameItem(item)}</bdi>
          </strong>
          <span className="return__ids">
            <Code value={item.sku} />
            <span>Item {item.id ?? "–"}</span>
            <span>Order item {item.orderItemId ?? "–"}</span>
          </span>
          <span className="return__options">{product?.options}</span>
        </div>
      </div>
    ),
  },
  {
    header: "Reason, condition",
    wide: true,
    cell: ({ item }) => (
      <>
        <div>
          <Text value={item.returnReason} />
        </div>
        <div className="faint">
          <Text value={item.returnCondition} />
        </div>
      </>
    ),
  },
  { header: "Ordered", align: "end", cell: (row) => <Units row={row} of="ordered" /> },
  { header: "Shipped", align: "end", cell: (row) => <Units row={row} of="shipped" /> },
  {
    header: "Returned",
    align: "end",
    cell: ({ item }) => <Quantity amount={item.returnQuantity} />,
  },
  { header: "Received", align: "end", cell: (row) => <Received {...row} /> },
  { header: "Price", align: "end", cell: ({ item }) => <Money amount={item.salesPrice} /> },
];

const countReceived = ({ rmaLines }: ReturnLine): number | undefined =>
  completeSum(addKnown(rmaLines.map(({ item }) => item.receivedQuantity)));

/** The returned items: what was ordered, shipped, returned and received of each. */
export const ReturnItems = ({ record, search }: { record: ReturnModel; search: OrderSearch }) => {
  const { items } = record;
  const products = useCopiedLines(record);
  const unitsOf = createOrderedUnits(search.orders);
  const rows = matchReturnLines(record).flatMap((line): Row[] =>
    line.item
      ? [
          {
            item: line.item,
            product: products?.get(line.item.sku ?? ""),
            units: unitsOf(line.item),
            isLoading: search.state === "loading",
            received: countReceived(line),
          },
        ]
      : [],
  );
  return (
    <Sheet title="Items" note={formatCount(items.length, "line")} flush>
      <LongTable
        of="item"
        label="Items of this return"
        columns={columns}
        rows={rows}
        none="This return has no items."
        below={({ item }) =>
          item.bundleComponents.length > 0 && (
            <BundleComponents components={item.bundleComponents} of={nameItem(item)} />
          )
        }
      />
      {items.length > 0 && <SearchedOrder search={search} />}
    </Sheet>
  );
};
