import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { CsvValue } from "#web/base/csv-value.ts";

type Item = PurchaseOrder["purchaseOrderItems"][number];
type Line = (order: PurchaseOrder, item: Item | undefined) => CsvValue;

const address =
  (
    name:
      | "name"
      | "companyName"
      | "addressLine1"
      | "addressLine2"
      | "city"
      | "stateCode"
      | "postal"
      | "countryCode"
      | "phone"
      | "email",
  ): Line =>
  ({ shippingAddress }) =>
    shippingAddress?.[name];

const columns: readonly (readonly [header: string, value: Line])[] = [
  ["Order", (order) => order.purchaseOrderNumber],
  ["Order ID", (order) => order.id],
  ["Source ID", (order) => order.sourceId],
  ["Channel ID", (order) => order.channelId],
  ["Status", (order) => order.purchaseOrderStatus?.name],
  ["Sent", (order) => order.sentAt],
  ["Line", (_, item) => item?.lineItemNumber],
  ["SKU", (_, item) => item?.sku],
  ["Title", (_, item) => item?.title],
  ["UPC", (_, item) => item?.upc],
  ["MPN", (_, item) => item?.mpn],
  ["Quantity", (_, item) => item?.quantity],
  ["Cost", (_, item) => item?.cost],
  ["Ship to", address("name")],
  ["Company", address("companyName")],
  ["Address 1", address("addressLine1")],
  ["Address 2", address("addressLine2")],
  ["City", address("city")],
  ["State", address("stateCode")],
  ["Postal code", address("postal")],
  ["Country", address("countryCode")],
  ["Phone", address("phone")],
  ["Email", address("email")],
  ["Shipping method", (order) => order.sourceShippingMethod?.description],
  ["Note", (order) => order.note],
];

/** Orders as a table, a row for each of their items; an order without items has one row. */
export const orderLines = (orders: readonly PurchaseOrder[]): CsvValue[][] => [
  columns.map(([header]) => header),
  ...orders.flatMap((order) => {
    const items: (Item | undefined)[] =
      order.purchaseOrderItems.length === 0 ? [undefined] : [...order.purchaseOrderItems];
    return items.map((item) => columns.map(([, value]) => value(order, item)));
  }),
];
