import { afterEach, beforeEach, expect, test } from "vitest";
import type { WebhookDelivery } from "#contract/webhook-deliveries.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "#service/test-orders.ts";
import {
  createWebhook,
  eventLogs,
  startTestDelivery,
  type TestDelivery,
  untilLogged,
} from "./test-webhooks.ts";

let service: TestDelivery["service"];
let receiver: TestDelivery["receiver"];
let send: TestDelivery["send"];
let close: TestDelivery["close"];

beforeEach(async () => {
  ({ service, receiver, send, close } = await startTestDelivery([20, 20]));
});
afterEach(() => close());

test.each([
  ["of the event log", "x".repeat(199), "x".repeat(199)],
  ["of the stored response", "x".repeat(3_999), "x".repeat(200)],
])("a character at the cut %s is left out", async (_, before, statusMessage) => {
  const { id } = await createWebhook(service, receiver.url);
  receiver.answer = (_arrival, response) => response.writeHead(500).end(`${before}😀`);
  await insertPurchaseOrders(service.sql, [purchaseOrder(1)]);
  send();
  await untilLogged(service, id, [
    { status: "external_failure", nextTryAt: null, retryCount: 2, statusMessage },
  ]);
  const [log] = await eventLogs(service, id);
  const { attempts } = (await service.call(`/webhook/event/${log?.id}/attempts`))
    .json as WebhookDelivery;
  const responseBody = before.length === 3_999 ? before : `${before}😀`;
  expect(attempts).toMatchObject([{ responseBody }, { responseBody }, { responseBody }]);
});

test("an event whose results can't be stored is sent no more often than planned", async () => {
  const { id } = await createWebhook(service, receiver.url);
  await service.sql`alter table service.webhook_attempts add check (false)`;
  receiver.answer = (_, response) => response.writeHead(500).end();
  await insertPurchaseOrders(service.sql, [purchaseOrder(1)]);
  const logged: string[] = [];
  send({ log: (message) => logged.push(message) });
  await receiver.has(3);
  await expect
    .poll(async () => (await service.sql`select due_at from service.webhook_outbox`)[0])
    .toEqual({ due_at: null });
  expect(receiver.arrivals).toHaveLength(3);
  expect(await eventLogs(service, id)).toMatchObject([{ status: "processing" }]);
  expect(logged).toEqual([expect.stringMatching(/^Sending webhooks failed: .*check constraint/)]);
});
