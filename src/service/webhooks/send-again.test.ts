import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
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
let stopSending: TestDelivery["stopSending"];
let close: TestDelivery["close"];
/** The responses to the tries under way. */
let held: ServerResponse[];
let webhookId: number;

beforeEach(async () => {
  ({ service, receiver, send, stopSending, close } = await startTestDelivery([]));
  held = [];
  receiver.answer = (_, response) => held.push(response);
  webhookId = (await createWebhook(service, receiver.url)).id;
  await insertPurchaseOrders(service.sql, [purchaseOrder(1)]);
});
afterEach(() => close());

const sendAgain = async (): Promise<void> => {
  const [log] = await eventLogs(service, webhookId);
  const body = { eventIds: [log?.id] };
  const { status } = await service.call("/webhook/event/retry", { method: "POST", body });
  expect(status).toBe(202);
};

const answer = (status: number): unknown => held.shift()?.writeHead(status).end();

test.each([
  ["the last one", []],
  ["followed by another in an hour", [3_600_000]],
])("a try that is asked for while one is under way follows at once: %s", async (_, retryDelays) => {
  send({ retryDelays });
  await receiver.has(1);
  await sendAgain();
  answer(500);
  await receiver.has(2);
  // The result of the first try isn't the one that the person waits for.
  expect(await eventLogs(service, webhookId)).toMatchObject([
    {
      status: "processing",
      statusCode: 500,
      nextTryAt: expect.any(String),
      manualRetryCount: 1,
    },
  ]);
  answer(200);
  await untilLogged(service, webhookId, [
    { status: "published", nextTryAt: null, retryCount: 0, manualRetryCount: 1 },
  ]);
  expect(receiver.arrivals).toHaveLength(2);
});

test("a try can be asked for while one that was asked for is under way", async () => {
  send();
  await receiver.has(1);
  await sendAgain();
  answer(500);
  await receiver.has(2);
  await sendAgain();
  answer(500);
  await receiver.has(3);
  answer(500);
  await untilLogged(service, webhookId, [
    { status: "external_failure", nextTryAt: null, retryCount: 0, manualRetryCount: 2 },
  ]);
});

test("a try that is asked for while one is under way that succeeds isn't needed", async () => {
  send();
  await receiver.has(1);
  await sendAgain();
  answer(200);
  await untilLogged(service, webhookId, [{ status: "published", manualRetryCount: 1 }]);
  expect(
    await service.sql`select due_at, asked_for, leased_until from service.webhook_outbox`,
  ).toEqual([{ due_at: null, asked_for: false, leased_until: null }]);
});

test("a try that was asked for and broken off is still the one that was asked for", async () => {
  send({ stopMs: 0 });
  await receiver.has(1);
  answer(500);
  await untilLogged(service, webhookId, [{ status: "external_failure", nextTryAt: null }]);
  await sendAgain();
  await receiver.has(2);
  await stopSending();
  send();
  await receiver.has(3);
  held.shift();
  answer(200);
  await untilLogged(service, webhookId, [
    { status: "published", retryCount: 0, manualRetryCount: 1 },
  ]);
});
