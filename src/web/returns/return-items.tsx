import type { ReturnItem } from "#contract/returns.ts";
import { BundleComponents } from "#web/ui/bundle-components.tsx";
import { formatCount } from "#web/ui/format.ts";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { Code, Money, Quantity, Text } from "#web/ui/values.tsx";

const nameItem = ({ id, title, sku }: ReturnItem): string => title || sku || `item ${id ?? ""}`;

const columns: readonly PlainColumn<ReturnItem>[] = [
  {
    header: "Item",
    cell: (item) => (
      <div className="return__item">
        <strong>
          <bdi>{nameItem(item)}</bdi>
        </strong>
        <span className="return__ids">
          <Code value={item.sku} />
          <span>Item {item.id ?? "–"}</span>
          <span>Order item {item.orderItemId ?? "–"}</span>
        </span>
      </div>
    ),
  },
  { header: "Reason", cell: ({ returnReason }) => <Text value={returnReason} /> },
  { header: "Condition", cell: ({ returnCondition }) => <Text value={returnCondition} /> },
  {
    header: "Units",
    align: "end",
    cell: ({ returnQuantity }) => <Quantity amount={returnQuantity} />,
  },
  { header: "Price", align: "end", cell: ({ salesPrice }) => <Money amount={salesPrice} /> },
  {
    header: "Refunded",
    align: "end",
    cell: ({ refundedAmount }) => <Money amount={refundedAmount} />,
  },
];

/** The returned items, with the refund of each line. */
export const ReturnItems = ({ items }: { items: readonly ReturnItem[] }) => (
  <Sheet title="Items" note={formatCount(items.length, "line")} flush>
    <PlainTable
      label="Items of this return"
      columns={columns}
      rows={items}
      none="This return has no items."
      below={(item) =>
        item.bundleComponents.length > 0 && (
          <BundleComponents components={item.bundleComponents} of={nameItem(item)} />
        )
      }
    />
  </Sheet>
);
