import { afterEach, expect, test, vi } from "vitest";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { isAbout, orderEvents } from "./webhooks.ts";
import { queryClient } from "./query-client.ts";

const order = { id: 5, orderId: 91, sourceId: 3, channelId: 8 };

test.each<[string, string | null, boolean]>([
  ["FulfillmentRequestProcessingEvent", "fulfillment_request:5", true],
  ["FulfillmentRequestProcessingEvent", "5", true],
  ["FulfillmentRequestProcessingEvent", "fulfillment_request:15", false],
  ["FulfillmentRequestProcessingEvent", "fulfillment_request:91", false],
  ["OrderImportedEvent", "order:91", true],
  ["OrderImportedEvent", "order:5", false],
  ["OrderImportedEvent", "webhook:91 test", false],
  ["OrderImportedEvent", null, false],
])("%s with the key %j: %j", (eventType, eventKey, expected) =>
  expect(isAbout({ eventType, eventKey } as WebhookEventLog, order)).toBe(expected),
);

test("an order without IDs has no events", () => {
  const event = { eventType: "OrderImportedEvent", eventKey: "order:0" } as WebhookEventLog;
  expect(isAbout(event, { ...order, orderId: null })).toBe(false);
  expect(isAbout(event, { ...order, orderId: 0 })).toBe(false);
});

const webhook = (id: number, owner: object, status = "active") => ({
  id,
  configurationName: `Webhook ${id}`,
  webhookUrl: "https://hooks.example",
  status,
  subscribedEvents: [],
  ...owner,
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Answers with these webhooks; each log has one event of the order and one of another. */
const serve = (webhooks: readonly object[]) => {
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url);
    const log = ["order:91", "order:92"].map((eventKey, id) => ({
      id: id + 1,
      eventKey,
      eventType: "OrderImportedEvent",
    }));
    return new Response(JSON.stringify(url.includes("event-logs") ? log : webhooks));
  });
  return urls;
};

test("only the webhooks of the order's source and channel are searched, with one request each", async () => {
  const urls = serve([
    webhook(1, { sourceId: 3 }),
    webhook(2, { channelId: 8 }, "disabled"),
    webhook(3, { sourceId: 4, channelId: null }),
    webhook(4, { sourceId: 3 }, "deleted"),
    webhook(5, { sourceId: null, channelId: null }),
  ]);
  const found = await queryClient.fetchQuery(orderEvents([order]));
  expect(found).toMatchObject({ searched: 2, of: 2 });
  expect(found.events.map(({ webhook: { id }, event }) => `${id} ${event.eventKey}`)).toEqual([
    "1 order:91",
    "2 order:91",
  ]);
  expect(urls.slice(1)).toEqual(
    [1, 2].map((id) => `/api/webhook/configurations/${id}/event-logs?page=1&pageSize=50`),
  );
});

test("at most four webhooks are searched", async () => {
  const urls = serve([1, 2, 3, 4, 5, 6].map((id) => webhook(id, { sourceId: 3 })));
  expect(await queryClient.fetchQuery(orderEvents([order]))).toMatchObject({ searched: 4, of: 6 });
  expect(urls).toHaveLength(5);
});
