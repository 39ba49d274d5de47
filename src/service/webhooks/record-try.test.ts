import { expect, test } from "vitest";
import { setUpWebhooks } from "#service/testing/webhooks.ts";

const hooks = setUpWebhooks([20, 20]);

test.each([
  ["of the event log", "x".repeat(199), "x".repeat(199)],
  ["of the stored response", "x".repeat(3_999), "x".repeat(200)],
])("a character at the cut %s is left out", async (_, before, statusMessage) => {
  const { id } = await hooks.create();
  hooks.respond(500, `${before}😀`);
  await hooks.addOrders(1);
  hooks.send();
  await hooks.untilLogged(id, [
    { status: "external_failure", nextTryAt: null, retryCount: 2, statusMessage },
  ]);
  const { attempts } = await hooks.readDelivery(id);
  const responseBody = before.length === 3_999 ? before : `${before}😀`;
  expect(attempts).toMatchObject([{ responseBody }, { responseBody }, { responseBody }]);
});

test("an event whose results can't be stored is sent no more often than planned", async () => {
  const { id } = await hooks.create();
  await hooks.sql`alter table service.webhook_attempts add check (false)`;
  hooks.respond(500);
  await hooks.addOrders(1);
  const logged: string[] = [];
  hooks.send({ log: (message) => logged.push(message) });
  await hooks.receiver.has(3);
  await expect
    .poll(async () => (await hooks.sql`select due_at from service.webhook_outbox`)[0])
    .toEqual({ due_at: null });
  expect(hooks.receiver.arrivals).toHaveLength(3);
  expect(await hooks.readLogs(id)).toMatchObject([{ status: "processing" }]);
  expect(logged).toEqual([expect.stringMatching(/^Sending webhooks failed: .*check constraint/)]);
});
