import { expect, test } from "vitest";
import { addAttempt, pruneWebhookEvents } from "#service/store/webhook-outbox.ts";
import { insertPurchaseOrders } from "#service/store/purchase-orders.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import { startReceiver } from "#service/testing/webhook-receiver.ts";
import { setUpWebhooks } from "#service/testing/webhooks.ts";

const hooks = setUpWebhooks([20]);

const rows = async (table: "webhook_outbox" | "webhook_attempts" | "webhook_event_logs") =>
  (
    await hooks.sql<
      { rows: number }[]
    >`select count(*) as rows from ${hooks.sql(`service.${table}`)}`
  )[0]?.rows;

test("each attempt is stored with what was sent and answered, without secrets", async () => {
  const { id, secret } = await hooks.create({
    webhookUrl: `${hooks.receiver.url}?key=s3cret-value&mode=`,
  });
  let signature = "";
  hooks.receiver.answer = ({ headers }, response) => {
    signature = headers["webhook-signature"] ?? "";
    const content = `${secret} ${signature} s3cret-value \u0000ok ${"x".repeat(4_000)}`;
    response.writeHead(hooks.receiver.arrivals.length === 1 ? 503 : 200).end(content);
  };
  await hooks.addOrders(1);
  hooks.send();
  await hooks.untilLogged(id, [{ status: "published", retryCount: 1 }]);
  const [log] = await hooks.readLogs(id);
  const delivery = await hooks.readDelivery(id);
  expect(delivery.payload).toBe(hooks.receiver.arrivals[0]?.body);
  expect(delivery.plannedAttempts).toEqual([]);
  const [second, first] = delivery.attempts;
  expect(first).toMatchObject({
    url: `${hooks.receiver.url}?key=[hidden]&mode=[hidden]`,
    statusCode: 503,
    responseCut: true,
  });
  expect(second).toMatchObject({ statusCode: 200, result: "Delivered" });
  expect(second?.responseBody).toMatch(/^\[hidden\] v1,\[hidden\] \[hidden\] \uFFFDok x+$/);
  expect(second?.requestHeaders).toMatchObject({
    "webhook-id": hooks.receiver.arrivals[0]?.id,
    "webhook-signature": "v1,[hidden]",
    "content-type": "application/json",
  });
  const stored = JSON.stringify([delivery, log]);
  for (const hidden of [secret, secret.slice(6), signature.slice(3), "s3cret-value"])
    expect(stored.includes(hidden)).toBe(false);
  expect((await hooks.call("/webhook/event/99/attempts")).status).toBe(404);
});

test("a user name and a password in the address are sent to it only, and not shown", async () => {
  const other = await startReceiver();
  const { host, pathname } = new URL(hooks.receiver.url);
  const address = `http://ware%68ouse:warehouse%3A%20word@${host}${pathname}`;
  const { id } = await hooks.create({ webhookUrl: address });
  const sent = Buffer.from("warehouse:warehouse: word").toString("base64");
  hooks.receiver.answer = (_, response) => {
    const text = `${sent} and warehouse: word and warehouse%3A%20word of warehouse`;
    response.writeHead(307, { location: other.url }).end(text);
  };
  await hooks.addOrders(1);
  hooks.send({ retryDelays: [] });
  await hooks.untilLogged(id, [{ status: "external_failure", statusCode: 307 }]);
  expect(hooks.receiver.arrivals[0]?.headers).toMatchObject({ authorization: `Basic ${sent}` });
  const [log] = await hooks.readLogs(id);
  const text = "[hidden] and [hidden] and [hidden] of [hidden]";
  expect(log?.statusMessage).toBe(text);
  expect((await hooks.readDelivery(id)).attempts).toMatchObject([
    {
      url: `http://[hidden]:[hidden]@${host}${pathname}`,
      requestHeaders: { authorization: "Basic [hidden]" },
      responseBody: text,
    },
  ]);
  expect(other.arrivals).toEqual([]);
  await other.close();
});

test("a key in the query is hidden as it is written, as it is read, and without a name", async () => {
  const { url } = hooks.receiver;
  const { id } = await hooks.create({
    webhookUrl: `${url}?code=a%2fb+cd%3d%3D&t0psecret#fragm3nt`,
  });
  hooks.respond(404, "No /hook?code=a%2fb+cd%3d%3D&t0psecret: a/b cd== or a%2Fb%20cd%3D%3D");
  await hooks.addOrders(1);
  hooks.send({ retryDelays: [] });
  await hooks.untilLogged(id, [{ status: "external_failure", statusCode: 404 }]);
  const responseBody = "No /hook?code=[hidden]&[hidden]: [hidden] or [hidden]";
  expect((await hooks.readLogs(id))[0]?.statusMessage).toBe(responseBody);
  expect((await hooks.readDelivery(id)).attempts).toMatchObject([
    { url: `${url}?code=[hidden]&[hidden]`, responseBody },
  ]);
});

test("the times of the next attempts follow the schedule", async () => {
  const { id } = await hooks.create();
  hooks.respond(500);
  await hooks.addOrders(1);
  hooks.send({ retryDelays: [3_600_000] });
  await hooks.untilLogged(id, [{ status: "external_failure" }]);
  const [log] = await hooks.readLogs(id);
  const { plannedAttempts } = await hooks.readDelivery(id);
  expect(plannedAttempts[0]).toBe(log?.nextTryAt);
  // The service's own schedule: nine retries in all, and the last one a day after the one before.
  expect(plannedAttempts).toHaveLength(9);
  const [last = "", before = ""] = plannedAttempts.toReversed();
  expect(Date.parse(last) - Date.parse(before)).toBe(24 * 3_600_000);
});

test("at most 20 attempts of an event are kept", async () => {
  const { id } = await hooks.create();
  await hooks.addOrders(1);
  const [log] = await hooks.readLogs(id);
  for (let tries = 1; tries <= 23; tries++)
    await hooks.sql.begin((sql) =>
      addAttempt(sql, { id: log?.id ?? 0, tries }, { durationMs: tries }),
    );
  const { attempts } = await hooks.readDelivery(id);
  expect(attempts.map(({ durationMs }) => durationMs)).toEqual(
    Array.from({ length: 20 }, (_, index) => 23 - index),
  );
});

test("events are deleted 30 days after their end; waiting ones stay, and an import is not reported again", async () => {
  const { id } = await hooks.create();
  const channel = await hooks.create({
    channelId: 1,
    subscribedEvents: ["OrderImportedEvent"],
  });
  await hooks.addOrders(1, 2);
  hooks.send();
  await hooks.untilLogged(id, [{ status: "published" }, { status: "published" }]);
  await hooks.untilLogged(channel.id, [{ status: "published" }, { status: "published" }]);
  await hooks.stopSending();
  await hooks.addOrders(3);
  await hooks.sql`update service.webhook_configurations set paused_until = now() + interval '1 hour'`;
  await hooks.sql`update service.webhook_outbox set written_at = now() - interval '33 days'`;
  await hooks.sql`
    update service.webhook_outbox set ended_at = now() - interval '31 days'
    where due_at is null and event_key not like '%:2%'`;
  hooks.send();
  await expect.poll(() => hooks.readLogs(id)).toMatchObject([{ status: "processing" }, {}]);
  expect(await hooks.readLogs(channel.id)).toHaveLength(2);
  expect(await rows("webhook_attempts")).toBe(2);
  // Of the first order, only the proof of its import is left; sending it again is refused.
  expect(await rows("webhook_outbox")).toBe(5);
  await insertPurchaseOrders(hooks.sql, [purchaseOrder(4, { orderId: 100 })]);
  expect(await hooks.readLogs(channel.id)).toHaveLength(2);
});

test("pruning stops at its limit and uses an index", async () => {
  const { id } = await hooks.create();
  await hooks.sql`
    insert into service.webhook_outbox (configuration_id, event_type, event_key, payload, due_at, ended_at)
    select ${id}, 'WebhookTestEvent', 'test:' || n, '{}', null, now() - interval '31 days'
    from generate_series(1, 1200) n`;
  const before = new Date(Date.now() - 30 * 24 * 3_600_000);
  expect(await pruneWebhookEvents(hooks.sql, before, 500)).toBe(500);
  expect(await rows("webhook_outbox")).toBe(700);
  hooks.send();
  await expect.poll(() => rows("webhook_outbox")).toBe(0);
  const plan = await hooks.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    return sql<{ "QUERY PLAN": string }[]>`
      explain select id from service.webhook_outbox
      where ended_at < now() and due_at is null and payload is not null order by ended_at limit 500`;
  });
  expect(JSON.stringify(plan)).toContain("webhook_outbox_ended_at_idx");
});

test("events are counted by day and result, without what the service reports", async () => {
  const clock = new Date("2026-03-14T01:00:00.000Z");
  const counted = await hooks.service.another({ clock: () => clock });
  const { id } = await hooks.create();
  const add = (status: string, createdAt: string, eventType = "OrderImportedEvent") =>
    hooks.sql`
      insert into service.webhook_event_logs (configuration_id, record) select ${id}, json_build_object(
        'id', nextval('service.webhook_event_log_ids'), 'status', ${status}::text, 'createdAt', ${createdAt}::text,
        'eventType', ${eventType}::text)`;
  await add("published", "2026-03-14T00:30:00.000Z");
  await add("published", "2026-03-13T23:30:00.000Z");
  await add("external_failure", "2026-03-13T22:30:00.000Z");
  await add("internal_failure", "2026-03-13T12:00:00.000Z");
  await add("processing", "2026-03-01T00:00:00.000Z");
  await add("published", "2026-02-28T23:59:59.999Z");
  await add("internal_failure", "2026-03-13T12:00:00.000Z", "WebhookDisabledEvent");
  const count = async (utcOffset: number) =>
    (
      (await counted.call(`/webhook/daily-counts?utcOffset=${utcOffset}`)).json as Record<
        string,
        unknown
      >[]
    ).map(
      ({ day, delivered, failed, waiting }) =>
        `${String(day)} ${String(delivered)} ${String(failed)} ${String(waiting)}`,
    );
  expect(await count(0)).toEqual(["2026-03-01 0 0 1", "2026-03-13 1 2 0", "2026-03-14 1 0 0"]);
  expect(await count(60)).toEqual(["2026-03-01 1 0 1", "2026-03-13 0 2 0", "2026-03-14 2 0 0"]);
  expect(await count(-120)).toEqual(["2026-02-28 1 0 1", "2026-03-13 2 2 0"]);
});
