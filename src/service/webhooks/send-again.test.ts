import type { ServerResponse } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { killServiceProcess, startServiceProcess } from "#service/testing/service-processes.ts";
import { setUpWebhooks } from "#service/testing/webhooks.ts";

const hooks = setUpWebhooks();
/** The responses to the tries under way. */
let held: ServerResponse[];
let webhookId: number;

beforeEach(async () => {
  held = [];
  hooks.receiver.answer = (_, response) => held.push(response);
  webhookId = (await hooks.create()).id;
  await hooks.addOrders(1);
});

const sendAgain = async (): Promise<void> => {
  expect((await hooks.sendAgain(webhookId)).status).toBe(202);
};

const answer = (status: number): unknown => held.shift()?.writeHead(status).end();

test.each([
  ["the last one", []],
  ["followed by another in an hour", [3_600_000]],
])("a try that is asked for while one is under way follows at once: %s", async (_, retryDelays) => {
  hooks.send({ retryDelays });
  await hooks.receiver.has(1);
  await sendAgain();
  answer(500);
  await hooks.receiver.has(2);
  // The result of the first try isn't the one that the person waits for.
  expect(await hooks.readLogs(webhookId)).toMatchObject([
    {
      status: "processing",
      statusCode: 500,
      nextTryAt: expect.any(String),
      manualRetryCount: 1,
    },
  ]);
  answer(200);
  await hooks.untilLogged(webhookId, [
    { status: "published", nextTryAt: null, retryCount: 0, manualRetryCount: 1 },
  ]);
  expect(hooks.receiver.arrivals).toHaveLength(2);
});

test("a try can be asked for while one that was asked for is under way", async () => {
  hooks.send();
  await hooks.receiver.has(1);
  await sendAgain();
  answer(500);
  await hooks.receiver.has(2);
  await sendAgain();
  answer(500);
  await hooks.receiver.has(3);
  answer(500);
  await hooks.untilLogged(webhookId, [
    { status: "external_failure", nextTryAt: null, retryCount: 0, manualRetryCount: 2 },
  ]);
});

test("a try that is asked for while one is under way that succeeds isn't needed", async () => {
  hooks.send();
  await hooks.receiver.has(1);
  await sendAgain();
  answer(200);
  await hooks.untilLogged(webhookId, [{ status: "published", manualRetryCount: 1 }]);
  expect(
    await hooks.sql`select due_at, asked_for, leased_until from service.webhook_outbox`,
  ).toEqual([{ due_at: null, asked_for: false, leased_until: null }]);
});

test("a try that was asked for and broken off is still the one that was asked for", async () => {
  hooks.send({ stopMs: 0 });
  await hooks.receiver.has(1);
  answer(500);
  await hooks.untilLogged(webhookId, [{ status: "external_failure", nextTryAt: null }]);
  await sendAgain();
  await hooks.receiver.has(2);
  await hooks.stopSending();
  hooks.send();
  await hooks.receiver.has(3);
  held.shift();
  answer(200);
  await hooks.untilLogged(webhookId, [{ status: "published", retryCount: 0, manualRetryCount: 1 }]);
});

test("a try that was asked for and whose process was killed is still the one that was asked for", async () => {
  const sender = { everyMs: 20, retryDelays: [] };
  const killed = await startServiceProcess(hooks.service.database.target, sender);
  await hooks.receiver.has(1);
  answer(500);
  await hooks.untilLogged(webhookId, [{ status: "external_failure", nextTryAt: null }]);
  await sendAgain();
  await hooks.receiver.has(2);
  await killServiceProcess(killed);
  held.shift();
  // Its lease ends after a minute.
  await hooks.sql`update service.webhook_outbox set leased_until = now()`;
  hooks.send({ retryDelays: [20, 20, 20] });
  await hooks.receiver.has(3);
  answer(500);
  // The one after it is the schedule's.
  await hooks.receiver.has(4);
  answer(500);
  await hooks.untilLogged(webhookId, [
    { status: "external_failure", nextTryAt: null, retryCount: 1, manualRetryCount: 1 },
  ]);
});
