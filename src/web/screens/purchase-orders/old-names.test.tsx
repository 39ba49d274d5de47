// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { Provider } from "#web/provider.tsx";
import { OrderInvoices, OrderShipments } from "./order-parts.tsx";
import { OrderStatus, OrderType } from "./order-status.tsx";

const show = (screen: ReactNode): HTMLElement => {
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(<Provider>{screen}</Provider>);
  return place;
};
const readOrder = (fields: object) => readAnswer(PurchaseOrder, fields).value;
const countIn = (text: string, part: string) => text.split(part).length - 1;

test.each([
  ["both names", { fulfillmentRequestItemId: 7, purchaseOrderItemId: 8 }, "7"],
  ["both names, the old one first", { purchaseOrderItemId: 8, fulfillmentRequestItemId: 7 }, "7"],
  ["the new name", { fulfillmentRequestItemId: 7 }, "7"],
  ["the old name", { purchaseOrderItemId: 8 }, "8"],
  ["an empty new name", { fulfillmentRequestItemId: null, purchaseOrderItemId: 8 }, "8"],
  [
    "another spelling of the new name",
    { fulfillment_request_item_id: 7, purchaseOrderItemId: 8 },
    "8",
  ],
])("fault 55: a shipped item with %s names its order item once", (_, item, shown) => {
  const { shipments } = readOrder({ shipments: [{ shipmentItems: [item] }] });
  const page = show(<OrderShipments shipments={shipments} items={[]} products={undefined} />);
  const cells = [...page.querySelectorAll("tbody td")].map(({ textContent }) => textContent);
  expect(cells.at(-1)).toBe(shown);
});

test.each([
  ["both names", { fulfillmentRequestId: 7, purchaseOrderId: 8 }, ["7", "8"]],
  ["the old name", { purchaseOrderId: 8 }, ["–", "8"]],
  ["the new name", { fulfillmentRequestId: 7 }, ["7", "–"]],
])(
  "fault 55: an invoice with %s shows both fields, the old one with its replacement",
  (_, fields, shown) => {
    const { invoices } = readOrder({ invoices: [fields] });
    const page = show(<OrderInvoices invoices={invoices} items={[]} products={undefined} />);
    const notes = [...page.querySelectorAll("dt[title]")].filter(({ attributes }) =>
      attributes.getNamedItem("title")?.value.includes("fulfillmentRequestId"),
    );
    const valueOf = (label: string) =>
      [...page.querySelectorAll("dt")].find(({ textContent }) => textContent === label)
        ?.nextElementSibling?.textContent;
    expect(notes.map(({ textContent }) => textContent)).toEqual(["Purchase order ID"]);
    expect([valueOf("Fulfillment request ID"), valueOf("Purchase order ID")]).toEqual(shown);
  },
);

test.each([
  ["old", "Fulfillment Request", "FR", "formerly Fulfillment Request (FR)"],
  ["new and old", "Fulfillment Order", "FR", "formerly (FR)"],
  ["new", "Fulfillment Order", "FO", ""],
])(
  "fault 55: %s names of a type are shown as the new one, with one note",
  (_, name, abbreviation, note) => {
    const order = readOrder({ purchaseOrderType: { name, abbreviation } });
    const text = show(<OrderType order={order} />).textContent;
    expect(text.trim()).toBe(`Fulfillment Order (FO) ${note}`.trim());
  },
);

test.each([
  ["Duplicate PO/FR #", 1],
  ["Duplicate Fulfillment Request #", 0],
])("fault 55: the status %s is shown by its new name, with %i notes", (name, notes) => {
  const order = readOrder({ purchaseOrderStatus: { name, handle: "duplicate" } });
  const text = show(<OrderStatus order={order} />).textContent;
  expect(text).toMatch(/^Duplicate fulfillment request #/);
  expect(countIn(text, "formerly")).toBe(notes);
});
