import type { CommonPackage, CustomPackage } from "#contract/shipping-methods.ts";
import {
  type PurchaseOrder,
  type PurchaseOrderItem,
  PurchaseOrderPackage,
  type PurchaseOrderPackageItem,
} from "#contract/purchase-orders.ts";
import { type ShippingCarrierMethod, SourceShippingMethod } from "#contract/shipping-methods.ts";
import { AddressBlock } from "#web/records/shipping.tsx";
import { formatQuantity } from "#web/base/format.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";

interface Measured {
  length?: number | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
  dimensionUnit?: Unit;
}

type Unit =
  | { abbreviatedHandle?: string | null | undefined; handle?: string | null | undefined }
  | null
  | undefined;

/** "12 × 8 × 4 in"; a missing side is shown as a dash. */
const formatDimensions = (sides: readonly (number | null | undefined)[], unit: Unit) =>
  sides.every((side) => side === null || side === undefined)
    ? "–"
    : `${sides.map((side) => formatQuantity(side)).join(" × ")} ${unit?.abbreviatedHandle ?? unit?.handle ?? ""}`.trim();

const listSides = (box: Measured) => [box.length, box.width, box.height];

const methodName = (method: ShippingCarrierMethod | null | undefined): string =>
  [method?.shippingCarrier?.name, method?.name].filter(Boolean).join(", ");

type Box = CommonPackage & Partial<CustomPackage>;

const boxColumns: readonly PlainColumn<Box>[] = [
  { header: "Box", cell: (box) => <Text value={box.name ?? `Common package ${box.id ?? ""}`} /> },
  { header: "Size", cell: (box) => formatDimensions(listSides(box), box.dimensionUnit) },
  {
    header: "Empty weight",
    cell: (box) => (
      <Quantity amount={box.weight} unit={box.weightUnit?.abbreviatedHandle ?? null} />
    ),
  },
  { header: "Created by", cell: (box) => <Text value={box.createdByUserEmail} /> },
  { header: "Created", cell: (box) => <Moment at={box.createdAt} absolute /> },
  { header: "Updated", cell: (box) => <Moment at={box.updatedAt} absolute /> },
  { header: "ID", cell: (box) => <Code value={box.id} /> },
];

const names = (list: readonly { name?: string | null | undefined }[]): string =>
  list.map(({ name }) => name || "unnamed").join(", ");

const Policy = ({ policy }: { policy: SourceShippingMethod["shippingPolicy"] }) => (
  <>
    <Text value={policy?.name} />
    {policy?.deletedAt && (
      <span className="faint">
        {" "}
        deleted <Moment at={policy.deletedAt} />
      </span>
    )}
  </>
);

const methodItems = (method: SourceShippingMethod): KeyValue[] => [
  { label: "Carrier", value: <Text value={method.shippingCarrier?.name} /> },
  { label: "Method", value: <Text value={methodName(method.shippingCarrierMethod)} /> },
  { label: "Default carrier code", value: <Code value={method.defaultCarrierCode} /> },
  { label: "Default method code", value: <Code value={method.defaultMethodCode} /> },
  { label: "Shipping label code", value: <Code value={method.shippingLabelCode} /> },
  {
    label: "Eligible carriers",
    value: <Text value={names(method.shippingCarriers) || "All"} />,
  },
  {
    label: "Eligible methods",
    value: <Text value={names(method.shippingCarrierMethods) || "All"} />,
  },
];

const deprecatedMethodFields = {
  carrier: "shippingCarriers",
  method: "shippingCarrierMethods",
  shippingCode: "defaultMethodCode",
};

const Boxes = ({ method }: { method: SourceShippingMethod }) => {
  const boxes = [...method.commonPackages, ...method.customPackages];
  return boxes.length === 0 ? (
    <p className="faint">
      {method.useBestFitPackage === false
        ? "No boxes."
        : "The best-fitting box is used automatically."}
    </p>
  ) : (
    <PlainTable label="Boxes of this shipping method" columns={boxColumns} rows={boxes} none="" />
  );
};

const Rate = ({
  box: { rateId, rateShoppingProvider: provider },
}: {
  box: PurchaseOrderPackage;
}) => (
  <>
    <Code value={rateId} />
    {provider?.name && <span className="faint"> from {provider.name}</span>}
    {provider?.supportsLabelGeneration === false && (
      <span className="faint">, without label printing</span>
    )}
  </>
);

const ChosenBox = ({ box: { customPackage, commonPackage } }: { box: PurchaseOrderPackage }) => {
  const chosen: Box | null | undefined = customPackage ?? commonPackage;
  if (!chosen) return "–";
  return (
    <>
      <Text value={customPackage?.name ?? `Common package ${chosen.id ?? ""}`} />{" "}
      <span className="faint">{formatDimensions(listSides(chosen), chosen.dimensionUnit)}</span>
    </>
  );
};

const boxItems = (box: PurchaseOrderPackage): KeyValue[] => [
  { label: "Size", value: formatDimensions(listSides(box), box.dimensionUnit) },
  {
    label: "Weight with all items",
    value: <Quantity amount={box.totalWeight} unit={box.weightUnit?.abbreviatedHandle ?? null} />,
  },
  { label: "Carrier method", value: <Text value={methodName(box.shippingCarrierMethod)} /> },
  { label: "Rate", value: <Rate box={box} /> },
  { label: "Box", value: <ChosenBox box={box} /> },
  { label: "Ships to", value: <AddressBlock address={box.shipToAddress} /> },
];

const packedItems = (
  items: readonly PurchaseOrderItem[],
): readonly PlainColumn<PurchaseOrderPackageItem>[] => {
  const known = new Map(items.map((item) => [item.id, item]));
  return [
    {
      header: "Item",
      cell: ({ purchaseOrderItemId: id }) => (
        <>
          <Text value={known.get(id)?.title ?? (id ? `Order item ${id}` : "")} />{" "}
          <Code value={known.get(id)?.sku ?? ""} />
        </>
      ),
    },
    { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
    { header: "Order item", cell: (item) => <Code value={item.purchaseOrderItemId} /> },
  ];
};

/** How the order is shipped, by name: as its source's method, or as a carrier and a service. */
export const describeMethod = ({
  sourceShippingMethod: method,
  carrierCode,
  methodCode,
}: PurchaseOrder): string =>
  method?.description ||
  [method?.shippingCarrier?.name, method?.shippingCarrierMethod?.name].filter(Boolean).join(", ") ||
  [carrierCode, methodCode].filter(Boolean).join(", ");

const orderSides = (order: PurchaseOrder) => [
  order.packageLength,
  order.packageWidth,
  order.packageHeight,
];

const isMeasured = (sides: readonly (number | null | undefined)[]): boolean =>
  sides.some((side) => (side ?? 0) !== 0);

/** The size and the weight of the package: the order's, or those of the box that was chosen for it. */
const describePackage = (order: PurchaseOrder): string => {
  const box = order.purchaseOrderPackage;
  const size = isMeasured(orderSides(order))
    ? formatDimensions(orderSides(order), order.packageDimensionUnit)
    : box && isMeasured(listSides(box))
      ? formatDimensions(listSides(box), box.dimensionUnit)
      : "";
  const weight = order.packageWeight
    ? formatQuantity(order.packageWeight, order.packageWeightUnit?.abbreviatedHandle)
    : box?.totalWeight
      ? formatQuantity(box.totalWeight, box.weightUnit?.abbreviatedHandle)
      : "";
  return [size, weight].filter(Boolean).join(", ");
};

const shippingItems = (order: PurchaseOrder): KeyValue[] => {
  const { purchaseOrderPackage: box, sourceShippingMethod: method } = order;
  return [
    { label: "Method", value: <Text value={describeMethod(order)} /> },
    {
      label: "Policy",
      value: <Policy policy={method?.shippingPolicy} />,
      empty: !method?.shippingPolicy?.name,
    },
    {
      label: "Package",
      value: <Text value={describePackage(order)} />,
      empty: describePackage(order) === "",
    },
    {
      label: "Ships on",
      value: <Moment at={box?.shippingDate} absolute />,
      empty: !box?.shippingDate,
    },
    {
      label: "Ships from",
      value: <AddressBlock address={box?.shipFromAddress} />,
      empty: !box?.shipFromAddress,
    },
  ];
};

const More = ({ order }: { order: PurchaseOrder }) => {
  const { purchaseOrderPackage: box, sourceShippingMethod: method } = order;
  return (
    <details>
      <summary className="order__summary">Details</summary>
      <div className="stack">
        {box && (
          <>
            <h3 className="label">Package</h3>
            <KeyValues items={boxItems(box)} />
            {box.items.length > 0 && (
              <PlainTable
                label="Items in this package"
                rows={box.items}
                columns={packedItems(order.purchaseOrderItems)}
                none=""
              />
            )}
            <RecordFields
              record={box}
              names={Object.keys(PurchaseOrderPackage.shape)}
              leaveOut={["length", "width", "height", "totalWeight", "rateId", "shippingDate"]}
            />
          </>
        )}
        {method && (
          <>
            <h3 className="label">Shipping method</h3>
            <KeyValues items={methodItems(method)} />
            <Boxes method={method} />
            <RecordFields
              record={method}
              names={Object.keys(SourceShippingMethod.shape)}
              leaveOut={["defaultCarrierCode", "defaultMethodCode", "shippingLabelCode"]}
              deprecated={deprecatedMethodFields}
            />
          </>
        )}
      </div>
    </details>
  );
};

/** How the order is shipped, and in what: the source's method (api 2.5) and the package (api 2.9). */
export const OrderShipping = ({ order }: { order: PurchaseOrder }) => {
  const { purchaseOrderPackage: box, sourceShippingMethod: method } = order;
  if (!box && !method && describeMethod(order) === "" && describePackage(order) === "") return null;
  return (
    <Sheet title="Shipping">
      <div className="stack">
        <KeyValues items={shippingItems(order)} />
        {(box || method) && <More order={order} />}
      </div>
    </Sheet>
  );
};
