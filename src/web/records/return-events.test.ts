import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { ReturnModel } from "#contract/returns.ts";
import { createReturnHistory, type ReturnEvent } from "./return-events.ts";

const at = (day: number) => `2026-03-${String(day).padStart(2, "0")}T00:00:00.000Z`;

const describeEvent = ({ subject, what, details, tracking }: ReturnEvent): string =>
  [
    `${subject.name} ${what}`,
    ...details,
    ...(tracking ? [tracking.number ?? tracking.url] : []),
  ].join(" | ");

/** The history of a return with its RMAs, as texts. */
const describeHistory = (fields: object | undefined, orders: object[] = []) => {
  const record = fields && readAnswer(ReturnModel, fields).value;
  const history = createReturnHistory({
    record,
    rmas: record?.rmas ?? [],
    orders: orders.map((order) => readAnswer(PurchaseOrder, order).value),
  });
  return {
    events: history.events.map(describeEvent),
    undated: history.undated.map(describeEvent),
  };
};

test("a return from its order to its credit, in chronological order", () => {
  const history = describeHistory(
    {
      id: 5,
      returnNumber: "RTN-5",
      items: [{}, {}],
      status: "cancelled",
      refundTotal: 20,
      insertedAt: at(3),
      updatedAt: at(9),
      refundLastSyncedAt: at(10),
      rmas: [
        {
          id: 7,
          rmaNumber: "RMA-7",
          rmaStatus: "Approved",
          items: [{ quantity: 3, approvedQuantity: 2, deniedQuantity: 1, receivedQuantity: 2 }],
          creditTotal: null,
          createdAt: at(4),
          updatedAt: at(8),
          creditLastSyncedAt: at(11),
          accountingError: "Period closed",
          rmaShipments: [
            {
              createdAt: at(5),
              sentAt: at(6),
              attachments: [{ attachmentUrl: "https://files.example/label" }],
              shipment: { carrier: "UPS", method: "Ground", trackingNumber: "1Z9" },
            },
            { createdAt: at(5), rmaShipmentStatus: "Shipment Voided" },
          ],
        },
      ],
    },
    [{ id: 2, purchaseOrderNumber: "PO-2", sentAt: at(1), shipments: [{ shippedAt: at(2) }] }],
  );
  expect(history).toEqual({
    events: [
      "PO-2 sent to the source",
      "PO-2 shipped to the customer",
      "RTN-5 created | 2 lines",
      "RMA-7 created | 3 units to return",
      "RMA-7 shipment created | UPS, Ground | 1 attachment",
      "RMA-7 shipment created",
      "RMA-7 shipment sent | UPS, Ground | 1Z9",
      "RMA-7 last updated | Now Approved",
      "RTN-5 last updated | Now Canceled",
      "RTN-5 refund synced to the order | Refund 20.00",
      "RMA-7 credit synced to the order | Credit –",
    ],
    undated: [
      "RMA-7 2 units approved, 1 denied, 0 undecided",
      "RMA-7 2 of 3 units received",
      "RMA-7 a shipment was voided",
      "RMA-7 accounting error: Period closed",
    ],
  });
});

test.each<[string, object | undefined, string[], string[]]>([
  ["no return", undefined, [], []],
  ["nothing but null", { items: null, rmas: null, insertedAt: null, status: null }, [], []],
  [
    "an update at the time of creation is no event",
    { id: 1, insertedAt: at(1), updatedAt: at(1) },
    ["Return 1 created | 0 lines"],
    [],
  ],
  [
    "a shipment without sentAt uses shippedAt",
    { rmas: [{ id: 3, rmaShipments: [{ shipment: { shippedAt: at(2), trackingUrl: "x" } }] }] },
    ["RMA 3 shipment sent | x"],
    [],
  ],
  [
    "unknown statuses and texts of any script are shown as they are",
    { id: 2, returnNumber: "إرجاع-٢", status: "on_hold", updatedAt: at(3) },
    ["إرجاع-٢ last updated | Now On_hold"],
    [],
  ],
])("history of a return: %s", (_, fields, events, undated) => {
  expect(describeHistory(fields)).toEqual({ events, undated });
});

test("a time that is no date is listed without one, and breaks no order", () => {
  const rma = { id: 1, items: [], rmaShipments: [], createdAt: "soon", updatedAt: at(2) };
  const { events, undated } = createReturnHistory({ record: undefined, rmas: [rma], orders: [] });
  expect(events.map(({ what }) => what)).toEqual(["last updated"]);
  expect(undated.map(({ what }) => what)).toEqual(["created: soon"]);
});

test("the events of 2,000 RMAs are sorted", () => {
  const rmas = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    items: [],
    rmaShipments: [],
    createdAt: at(1 + ((id * 7) % 28)),
  }));
  const { events } = createReturnHistory({ record: undefined, rmas, orders: [] });
  expect(events).toHaveLength(2_000);
  expect(events.map((event) => event.at)).toEqual(events.map((event) => event.at).toSorted());
});
