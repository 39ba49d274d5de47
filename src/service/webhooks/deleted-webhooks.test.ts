import type { ServerResponse } from "node:http";
import { beforeEach, expect, test } from "vitest";
import type { WebhookConfigurationUpdate } from "#contract/webhooks.ts";
import { setUpWebhooks } from "#service/testing/webhooks.ts";

const hooks = setUpWebhooks([3_600_000]);
let webhookId: number;

beforeEach(async () => {
  webhookId = (await hooks.create()).id;
  await hooks.addOrders(1);
});

const change = async (status: WebhookConfigurationUpdate["status"]): Promise<void> => {
  const answer = await hooks.call(`/webhhok/configurations/${webhookId}`, {
    method: "PATCH",
    body: { webhookUrl: hooks.receiver.url, subscribedEvents: [], status },
  });
  expect(answer.json).toMatchObject({ status });
};

const countWaiting = async () =>
  (await hooks.sql`select from service.webhook_outbox where due_at is not null or ended_at is null`)
    .length;

const neverSent = {
  status: "internal_failure",
  nextTryAt: null,
  statusMessage: "The webhook was deleted before the event was sent",
};

test("the events of a webhook end when it is deleted, and can be sent when it is enabled again", async () => {
  const other = await hooks.create();
  await hooks.addOrders(2);
  await change("deleted");
  expect(await hooks.readLogs(webhookId)).toMatchObject([neverSent, neverSent]);
  expect(await hooks.readLogs(other.id)).toMatchObject([{ status: "processing" }]);
  const refused = await hooks.sendAgain(webhookId);
  expect(refused).toMatchObject({ status: 400, json: { issues: [{ path: "eventIds.0" }] } });
  expect(refused.text).toContain("is deleted. Enable it to send the event again");
  expect(await countWaiting()).toBe(1);
  await change("active");
  expect((await hooks.sendAgain(webhookId)).status).toBe(202);
  hooks.send();
  await hooks.untilLogged(webhookId, [{ status: "published" }, neverSent]);
});

test("an event that waits for its next try keeps the result of the last one", async () => {
  hooks.respond(503);
  hooks.send();
  await hooks.untilLogged(webhookId, [{ status: "external_failure" }]);
  await change("deleted");
  expect(await hooks.readLogs(webhookId)).toMatchObject([
    { status: "external_failure", statusCode: 503, nextTryAt: null },
  ]);
  expect(await countWaiting()).toBe(0);
});

test("an event that is being sent has no further try", async () => {
  const held: ServerResponse[] = [];
  hooks.receiver.answer = (_, response) => held.push(response);
  hooks.send();
  await hooks.receiver.has(1);
  await change("deleted");
  held[0]?.writeHead(503).end();
  await hooks.untilLogged(webhookId, [
    { status: "external_failure", statusCode: 503, nextTryAt: null },
  ]);
  expect(await countWaiting()).toBe(0);
});

test("an event whose result is being stored doesn't hold up the deletion, and ends later", async () => {
  await hooks.sql.begin(async (sql) => {
    await sql`select from service.webhook_outbox for update`;
    await change("deleted");
  });
  expect(await countWaiting()).toBe(1);
  hooks.send();
  await hooks.untilLogged(webhookId, [neverSent]);
  expect(await countWaiting()).toBe(0);
  expect(hooks.receiver.arrivals).toEqual([]);
});
