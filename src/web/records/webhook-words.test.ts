import { expect, test } from "vitest";
import { deliveryName, deliveryOrderId, eventName } from "./webhook-words.ts";

test.each([
  ["fulfillment_request:71", "Purchase order 71", 71],
  ["order:5", "Order 5", undefined],
  ["webhook:3", "Webhook 3", undefined],
  ["invoice:8", "invoice:8", undefined],
  ["fulfillment_request:", "fulfillment_request:", undefined],
  ["", "Event 9", undefined],
  [null, "Event 9", undefined],
])("a delivery with the key %s is about %s", (eventKey, name, orderId) => {
  expect(deliveryName({ id: 9, eventKey })).toBe(name);
  expect(deliveryOrderId({ eventKey })).toBe(orderId);
});

test.each([
  ["FulfillmentRequestProcessingEvent", "Order enters Processing"],
  ["StockChangedEvent", "StockChanged"],
])("the event %s is called %s", (event, name) => expect(eventName(event)).toBe(name));
