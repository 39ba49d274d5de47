import { expect, test } from "vitest";
import type { OrderEvent } from "#web/api/webhooks.ts";
import { describeSearch, toReturnEvent } from "./order-events.tsx";

const found = (event: object) =>
  ({
    webhook: { id: 4, configurationName: "Order sync" },
    event: { eventType: "OrderImportedEvent", eventKey: "order:91", createdAt: "1", ...event },
  }) as OrderEvent;

test.each([
  [
    { status: "published", publishedAt: "3", lastTriedAt: "2", statusCode: 204, retryCount: 1 },
    {
      what: "received “Order imported”",
      at: "3",
      tone: "good",
      details: ["Order 91", "204", "1 retry"],
    },
  ],
  [
    { status: "external_failure", lastTriedAt: "2", statusCode: 500, statusMessage: "Oops" },
    {
      what: "didn't receive “Order imported”",
      at: "2",
      tone: "bad",
      details: ["Order 91", "500 Oops"],
    },
  ],
  [{ status: "processing" }, { what: "hasn't received “Order imported”", at: "1" }],
  [
    { status: "lost_at_sea", eventType: null, eventKey: null },
    { what: "hasn't received an event", details: [] },
  ],
])("%j", (event, expected) => expect(toReturnEvent(found(event))).toMatchObject(expected));

test.each([
  [0, 0, "No webhook belongs to the order's source or channel."],
  [1, 1, "0 webhook events about the order. Searched the newest 50 events of 1 webhook."],
  [4, 6, "0 webhook events about the order. Searched the newest 50 events of 4 of 6 webhooks."],
])("%i of %i webhooks searched: %s", (searched, of, words) =>
  expect(describeSearch({ events: [], searched, of })).toBe(words),
);
