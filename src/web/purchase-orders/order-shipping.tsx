import { CommonPackage, CustomPackage } from "#contract/package-sizes.ts";
import { PurchaseOrderPackage } from "#contract/order-packages.ts";
import { type ShippingCarrierMethod, SourceShippingMethod } from "#contract/shipping-methods.ts";
import { AddressBlock } from "#web/ui/address-block.tsx";
import { quantity } from "#web/ui/format.ts";
import { type KeyValue, KeyValues } from "#web/ui/key-values.tsx";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { RecordFields } from "#web/ui/record-fields.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { Code, Moment, Quantity, Text } from "#web/ui/values.tsx";

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

/** "12 × 8 × 4 in"; a missing side stays open. */
export const dimensionsInWords = (sides: readonly (number | null | undefined)[], unit: Unit) =>
  sides.every((side) => side === null || side === undefined)
    ? "–"
    : `${sides.map((side) => quantity(side)).join(" × ")} ${unit?.abbreviatedHandle ?? unit?.handle ?? ""}`.trim();

const sidesOf = (box: Measured) => [box.length, box.width, box.height];

const methodName = (method: ShippingCarrierMethod | null | undefined): string =>
  [method?.shippingCarrier?.name, method?.name].filter(Boolean).join(", ");

type Box = CommonPackage & Partial<CustomPackage>;

const boxColumns: readonly PlainColumn<Box>[] = [
  { header: "Box", cell: (box) => <Text value={box.name ?? `Common package ${box.id ?? ""}`} /> },
  { header: "Size", cell: (box) => dimensionsInWords(sidesOf(box), box.dimensionUnit) },
  {
    header: "Empty weight",
    cell: (box) => (
      <Quantity amount={box.weight} unit={box.weightUnit?.abbreviatedHandle ?? null} />
    ),
  },
  { header: "Made by", cell: (box) => <Text value={box.createdByUserEmail} /> },
  { header: "Made", cell: (box) => <Moment at={box.createdAt} absolute /> },
  { header: "Changed", cell: (box) => <Moment at={box.updatedAt} absolute /> },
  { header: "Id", cell: (box) => <Code value={box.id} /> },
];

const names = (list: readonly { name?: string | null | undefined }[]): string =>
  list.map(({ name }) => name || "unnamed").join(", ");

const methodItems = (method: SourceShippingMethod): KeyValue[] => [
  { label: "Policy", value: <Text value={method.shippingPolicy?.name} /> },
  { label: "Policy deleted", value: <Moment at={method.shippingPolicy?.deletedAt} absolute /> },
  { label: "Carrier of the method", value: <Text value={method.shippingCarrier?.name} /> },
  { label: "Carrier method", value: <Text value={methodName(method.shippingCarrierMethod)} /> },
  {
    label: "Eligible carriers",
    value: <Text value={names(method.shippingCarriers) || "all"} />,
  },
  {
    label: "Eligible methods",
    value: <Text value={names(method.shippingCarrierMethods) || "all"} />,
  },
];

const deprecatedOfMethod = {
  carrier: "shippingCarriers",
  method: "shippingCarrierMethods",
  shippingCode: "defaultMethodCode",
};

/** How the source ships: the method with its carriers and boxes (api 2.5). */
export const OrderShippingMethod = ({ method }: { method: SourceShippingMethod }) => (
  <Sheet title="Shipping method" note={method.description}>
    <div className="stack">
      <KeyValues items={methodItems(method)} />
      <RecordFields
        record={method}
        names={Object.keys(SourceShippingMethod.shape)}
        deprecated={deprecatedOfMethod}
      />
      <PlainTable
        label="Boxes of this shipping method"
        columns={boxColumns}
        rows={[...method.commonPackages, ...method.customPackages]}
        none={
          method.useBestFitPackage === false
            ? "No boxes are listed."
            : "The box that fits best is used, so none are listed."
        }
      />
    </div>
  </Sheet>
);

const packageItems = (box: PurchaseOrderPackage): KeyValue[] => [
  { label: "Size", value: dimensionsInWords(sidesOf(box), box.dimensionUnit) },
  {
    label: "Weight with all items",
    value: <Quantity amount={box.totalWeight} unit={box.weightUnit?.abbreviatedHandle ?? null} />,
  },
  { label: "Carrier method", value: <Text value={methodName(box.shippingCarrierMethod)} /> },
  { label: "Rates from", value: <Text value={box.rateShoppingProvider?.name} /> },
  { label: "Box", value: <Text value={box.customPackage?.name ?? box.commonPackage?.id} /> },
  { label: "Ships from", value: <AddressBlock address={box.shipFromAddress} /> },
  { label: "Ships to", value: <AddressBlock address={box.shipToAddress} /> },
];

/** What is needed to buy the shipping label (api 2.9). */
export const OrderPackage = ({ box }: { box: PurchaseOrderPackage }) => (
  <Sheet title="Package">
    <div className="stack">
      <KeyValues items={packageItems(box)} />
      <RecordFields
        record={box}
        names={Object.keys(PurchaseOrderPackage.shape)}
        leaveOut={["length", "width", "height", "totalWeight"]}
      />
      <PlainTable
        label="Items in this package"
        rows={box.items}
        columns={[
          { header: "Order item", cell: (item) => <Code value={item.purchaseOrderItemId} /> },
          { header: "Units", align: "end", cell: (item) => <Quantity amount={item.quantity} /> },
          { header: "Id", cell: (item) => <Code value={item.id} /> },
        ]}
        none="No items are in this package yet."
      />
    </div>
  </Sheet>
);
