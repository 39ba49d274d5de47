import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WebhookConfigurationUpdate } from "#contract/webhooks.ts";
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
let webhookId: number;

beforeEach(async () => {
  ({ service, receiver, send, close } = await startTestDelivery([3_600_000]));
  webhookId = (await createWebhook(service, receiver.url)).id;
  await insertPurchaseOrders(service.sql, [purchaseOrder(1)]);
});
afterEach(() => close());

const change = async (status: WebhookConfigurationUpdate["status"]): Promise<void> => {
  const answer = await service.call(`/webhhok/configurations/${webhookId}`, {
    method: "PATCH",
    body: { webhookUrl: receiver.url, subscribedEvents: [], status },
  });
  expect(answer.json).toMatchObject({ status });
};

const sendAgain = async () => {
  const [log] = await eventLogs(service, webhookId);
  return service.call("/webhook/event/retry", { method: "POST", body: { eventIds: [log?.id] } });
};

const countWaiting = async () =>
  (
    await service.sql`select from service.webhook_outbox where due_at is not null or ended_at is null`
  ).length;

const neverSent = {
  status: "internal_failure",
  nextTryAt: null,
  statusMessage: "The webhook was deleted before the event was sent",
};

test("the events of a webhook end when it is deleted, and can be sent when it is enabled again", async () => {
  const other = await createWebhook(service, receiver.url);
  await insertPurchaseOrders(service.sql, [purchaseOrder(2)]);
  await change("deleted");
  expect(await eventLogs(service, webhookId)).toMatchObject([neverSent, neverSent]);
  expect(await eventLogs(service, other.id)).toMatchObject([{ status: "processing" }]);
  const refused = await sendAgain();
  expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: "eventIds.0" }] } });
  expect(refused.text).toContain("is deleted. Enable it to send the event again");
  expect(await countWaiting()).toBe(1);
  await change("active");
  expect((await sendAgain()).status).toBe(202);
  send();
  await untilLogged(service, webhookId, [{ status: "published" }, neverSent]);
});

test("an event that waits for its next try keeps the result of the last one", async () => {
  receiver.answer = (_, response) => response.writeHead(503).end();
  send();
  await untilLogged(service, webhookId, [{ status: "external_failure" }]);
  await change("deleted");
  expect(await eventLogs(service, webhookId)).toMatchObject([
    { status: "external_failure", statusCode: 503, nextTryAt: null },
  ]);
  expect(await countWaiting()).toBe(0);
});

test("an event that is being sent has no further try", async () => {
  const held: ServerResponse[] = [];
  receiver.answer = (_, response) => held.push(response);
  send();
  await receiver.has(1);
  await change("deleted");
  held[0]?.writeHead(503).end();
  await untilLogged(service, webhookId, [
    { status: "external_failure", statusCode: 503, nextTryAt: null },
  ]);
  expect(await countWaiting()).toBe(0);
});

test("an event whose result is being stored doesn't hold up the deletion, and ends later", async () => {
  await service.sql.begin(async (sql) => {
    await sql`select from service.webhook_outbox for update`;
    await change("deleted");
  });
  expect(await countWaiting()).toBe(1);
  send();
  await untilLogged(service, webhookId, [neverSent]);
  expect(await countWaiting()).toBe(0);
  expect(receiver.arrivals).toEqual([]);
});
