import "./bundle-components.css";
import { LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import type { OrderItemBundleComponent } from "#contract/bundle-components.ts";
import { formatCount } from "#web/base/format.ts";
import { Code, Money, Quantity, Text } from "#web/kit/values.tsx";

const renderProgress = (
  amount: OrderItemBundleComponent["quantity"] | null | undefined,
  status: OrderItemBundleComponent["shippedStatus"],
) => (
  <>
    <Quantity amount={amount} /> {status && <span className="faint">{status}</span>}
  </>
);

const columns: readonly PlainColumn<OrderItemBundleComponent>[] = [
  { header: "SKU", cell: ({ sku }) => <Code value={sku} /> },
  { header: "Units", align: "end", cell: ({ quantity }) => <Quantity amount={quantity} /> },
  {
    header: "Per bundle",
    align: "end",
    cell: ({ componentQuantity }) => <Quantity amount={componentQuantity} />,
  },
  { header: "Cost", align: "end", cell: ({ cost }) => <Money amount={cost} /> },
  {
    header: "Allocated",
    cell: ({ allocatedQuantity, allocatedStatus }) =>
      renderProgress(allocatedQuantity, allocatedStatus),
  },
  {
    header: "Acknowledged",
    cell: (one) => renderProgress(one.acknowledgedQuantity, one.acknowledgedStatus),
  },
  {
    header: "Shipped",
    cell: ({ shippedQuantity, shippedStatus }) => renderProgress(shippedQuantity, shippedStatus),
  },
  {
    header: "Variant",
    cell: ({ componentVirtualVariantId }) => <Text value={componentVirtualVariantId} />,
  },
  {
    header: "IDs",
    cell: ({ id, orderItemId }) => (
      <span className="faint">
        {id ?? "–"}, order item {orderItemId ?? "–"}
      </span>
    ),
  },
];

/** The components of a bundle, collapsed below its line. */
export const BundleComponents = ({
  components,
  of,
}: {
  components: readonly OrderItemBundleComponent[];
  /** The name of the line. */
  of: string;
}) => (
  <details className="bundle small">
    <summary>Bundle of {formatCount(components.length, "component")}</summary>
    <LongTable
      of="component"
      label={`Components of ${of}`}
      columns={columns}
      rows={components}
      none="No components."
    />
  </details>
);
