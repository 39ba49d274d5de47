import { describe, expect, test } from "vitest";
import { insertPurchaseOrders, movePurchaseOrder } from "#service/store/purchase-orders.ts";
import { takeEvents } from "#service/store/webhook-outbox.ts";
import { purchaseOrder } from "#service/testing/orders.ts";
import type { Receiver } from "#service/testing/webhook-receiver.ts";
import { setUpWebhooks } from "#service/testing/webhooks.ts";

const hooks = setUpWebhooks([20, 20]);

const enterProcessing = (id: number) => movePurchaseOrder(hooks.sql, id, "processing", new Date());

describe("events", () => {
  test("arrive signed, once for each configuration that listens", async () => {
    const source = await hooks.create();
    const channel = await hooks.create({
      channelId: 1,
      subscribedEvents: ["OrderImportedEvent"],
    });
    await hooks.create({ status: "disabled" });
    await hooks.create({ subscribedEvents: [] });
    // Two purchase orders of one order, which is imported once.
    await insertPurchaseOrders(hooks.sql, [
      purchaseOrder(5),
      purchaseOrder(6, { orderId: 500, sourceId: 2 }),
    ]);
    hooks.send();
    await hooks.receiver.has(2);
    await hooks.untilLogged(source.id, [
      { status: "published", eventKey: "fulfillment_request:5", statusCode: 204, retryCount: 0 },
    ]);
    await hooks.untilLogged(channel.id, [{ status: "published", eventKey: "order:500" }]);
    expect(await hooks.readLogs(channel.id)).toHaveLength(1);
    const [processing, imported] = hooks.receiver.arrivals.toSorted((a, b) =>
      a.type < b.type ? -1 : 1,
    );
    expect(JSON.parse(processing?.body ?? "")).toMatchObject({
      type: "FulfillmentRequestProcessingEvent",
      data: { id: 5, orderId: 500, sourceId: 1, purchaseOrderNumber: "PO-5" },
    });
    expect(imported).toMatchObject({ type: "OrderImportedEvent", record: 5 });
    expect(processing?.id).not.toBe(imported?.id);
    hooks.receiver.arrivals.splice(0, 2, processing!);
    hooks.receiver.verify(source.secret);
    expect(() => hooks.receiver.verify(channel.secret)).toThrow("No matching signature");
  });

  test("are in the transaction of the change", async () => {
    const { id } = await hooks.create();
    const change = hooks.sql.begin(async (sql) => {
      await insertPurchaseOrders(sql, [purchaseOrder(1)]);
      throw new Error("Rolled back");
    });
    await expect(change).rejects.toThrow("Rolled back");
    expect(await hooks.readLogs(id)).toEqual([]);
  });

  test("tell of every time that an order enters Processing, in order for each order", async () => {
    const { id } = await hooks.create();
    await hooks.addOrders(1, 2);
    await movePurchaseOrder(hooks.sql, 1, "unprocessed", new Date());
    await enterProcessing(1);
    await enterProcessing(1);
    // The first event of order 1 fails twice: the second one waits for it, and order 2 does not.
    const failures = ["1", "1"];
    hooks.receiver.answer = ({ record }, response) =>
      response.writeHead(String(record) === failures[0] && failures.shift() ? 500 : 200).end();
    hooks.send();
    await hooks.untilLogged(id, [
      { eventKey: "fulfillment_request:1", status: "published", retryCount: 0 },
      { eventKey: "fulfillment_request:2", status: "published", retryCount: 0 },
      { eventKey: "fulfillment_request:1", status: "published", retryCount: 2 },
    ]);
    const ofOne = hooks.receiver.arrivals.filter(({ record }) => record === 1).map((one) => one.id);
    expect(ofOne).toHaveLength(4);
    expect(new Set(ofOne.slice(0, 3)).size).toBe(1);
    expect(ofOne[3]).not.toBe(ofOne[0]);
  });
});

describe("a failing receiver", () => {
  test("gets an event until the schedule ends, and again when a person requests it", async () => {
    const { id } = await hooks.create();
    hooks.respond(503, "<b>Closed</b>\nuntil\u0007 6");
    await hooks.addOrders(1);
    hooks.send();
    await hooks.untilLogged(id, [
      { status: "external_failure", nextTryAt: null, retryCount: 2, statusCode: 503 },
    ]);
    const [failed] = await hooks.readLogs(id);
    expect(failed).toMatchObject({ statusMessage: "<b>Closed</b> until 6", manualRetryCount: 0 });
    hooks.respond(200);
    await hooks.sendAgain(id);
    await hooks.untilLogged(id, [
      { status: "published", statusCode: 200, retryCount: 2, manualRetryCount: 1 },
    ]);
    expect(new Set(hooks.receiver.arrivals.map((one) => one.id)).size).toBe(1);
    expect(hooks.receiver.arrivals).toHaveLength(4);
  });

  test("that asks for a pause gets it, with all its events", async () => {
    const { id } = await hooks.create();
    hooks.receiver.answer = (_, response) =>
      response.writeHead(429, { "retry-after": "600" }).end();
    await hooks.addOrders(1);
    hooks.send();
    await hooks.untilLogged(id, [{ status: "external_failure", statusCode: 429 }]);
    await hooks.stopSending();
    const [paused] = await hooks.readLogs(id);
    const ms = Date.parse(paused?.nextTryAt ?? "") - Date.parse(paused?.lastTriedAt ?? "");
    expect(ms).toBe(600_000);
    await hooks.addOrders(2);
    const most = { limit: 9, perConfiguration: 9, perFailing: 9 };
    const taking = { ...most, underWay: new Map(), leaseMs: 1_000 };
    expect(await takeEvents(hooks.sql, taking)).toEqual([]);
    await hooks.sql`update service.webhook_configurations set paused_until = now()`;
    expect(await takeEvents(hooks.sql, taking)).toMatchObject([{ tries: 1 }]);
  });

  test.each<[string, number, string, string]>([
    ["for three days", 500, "3 days", "Disabled: no delivery has succeeded for three days."],
    ["with 410", 410, "0 days", "Disabled: the receiver responded with 410 Gone."],
  ])("%s is disabled, which its event log says", async (_, status, since, words) => {
    const { id } = await hooks.create({
      notificationEmail: "ops@warehouse.test",
    });
    await hooks.sql`
      update service.webhook_configurations set failing_since = now() - ${since}::interval where id = ${id}`;
    hooks.respond(status);
    await hooks.addOrders(1);
    hooks.send();
    await hooks.untilLogged(id, [
      {
        eventType: "WebhookDisabledEvent",
        eventKey: `webhook:${id}`,
        statusMessage: `${words} Notification address: ops@warehouse.test`,
      },
      { status: "external_failure", statusCode: status },
    ]);
    expect((await hooks.call(`/webhhok/configurations/${id}`)).json).toMatchObject({
      status: "disabled",
    });
  });

  test.each<[string, string, Receiver["answer"], object]>([
    [
      "a redirect is not followed",
      "",
      (_, response) => response.writeHead(307, { location: "/elsewhere" }).end(),
      {
        statusCode: 307,
        statusMessage: "Redirects are not followed. Enter the receiver's new address",
      },
    ],
    [
      "no response in time",
      "",
      () => undefined,
      { statusCode: null, statusMessage: "No response within 0.2 s" },
    ],
    [
      "a closed connection",
      "",
      (_, __, request) => request.socket.destroy(),
      { statusCode: null, statusMessage: "The connection was closed before the response" },
    ],
    [
      "headers without end",
      "",
      (_, response) => response.writeHead(200, { "x-large": "x".repeat(20_000) }).end(),
      { statusCode: null, statusMessage: "The response's headers are too large" },
    ],
    [
      "an example name",
      "https://hooks.example.com/in",
      () => undefined,
      {
        status: "internal_failure",
        statusMessage: "hooks.example.com is reserved for examples. Enter the receiver's address",
      },
    ],
  ])("fails: %s", async (name, url, answer, expected) => {
    const { id } = await hooks.create({ webhookUrl: url || hooks.receiver.url });
    hooks.receiver.answer = answer;
    await hooks.addOrders(1);
    hooks.send({ timeoutMs: name === "no response in time" ? 200 : 10_000, retryDelays: [] });
    await hooks.untilLogged(id, [{ status: "external_failure", nextTryAt: null, ...expected }]);
    expect(hooks.receiver.arrivals.length).toBeLessThan(2);
  });

  test.each<[string, number, Receiver["answer"]]>([
    ["huge", 10_000, (_, response) => response.writeHead(200).end(Buffer.alloc(5_000_000, "x"))],
    ["endless", 1_000, (_, response) => response.writeHead(200).write("x")],
  ])("an answer that is %s is cut off, and its status counts", async (_, timeoutMs, answer) => {
    const { id } = await hooks.create();
    hooks.receiver.answer = answer;
    await hooks.addOrders(1);
    // On a slow machine the head may be late, too.
    hooks.send({ timeoutMs, retryDelays: Array.from({ length: 50 }, () => 20) });
    await hooks.untilLogged(id, [{ status: "published", statusCode: 200 }]);
  });

  test("does not get events at private addresses", async () => {
    const port = new URL(hooks.receiver.url).port;
    const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"];
    const webhooks = await Promise.all(
      hosts.map((host) => hooks.create({ webhookUrl: `http://${host}:${port}/hook` })),
    );
    await hooks.addOrders(1);
    hooks.send({ allowPrivate: false, retryDelays: [] });
    for (const { id } of webhooks)
      await hooks.untilLogged(id, [{ status: "internal_failure", statusCode: null }]);
    const [local] = await hooks.readLogs(webhooks[1]!.id);
    expect(local?.statusMessage).toMatch(/^localhost has the private address /);
    expect(hooks.receiver.arrivals).toEqual([]);
  });
});

describe("secrets", () => {
  test("are shown once; a new one signs beside the one before", async () => {
    const { id, secret } = await hooks.create();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const again = await hooks.call(`/webhhok/configurations/${id}`);
    expect(again.text).not.toContain("whsec_");
    const rotated = await hooks.call(`/webhook/configurations/${id}/rotate-secret`, {
      method: "POST",
    });
    const { secret: next } = rotated.json as { secret: string };
    expect(next).not.toBe(secret);
    await hooks.addOrders(1);
    hooks.send();
    await hooks.receiver.has(1);
    hooks.receiver.verify(secret);
    hooks.receiver.verify(next);
    await hooks.sql`update service.webhook_secrets set expires_at = now() where secret = ${secret}`;
    await hooks.addOrders(2);
    await hooks.receiver.has(2);
    hooks.receiver.arrivals.shift();
    hooks.receiver.verify(next);
    expect(() => hooks.receiver.verify(secret)).toThrow("No matching signature");
  });
});

describe("a test event", () => {
  const testEvent = (id: number) =>
    hooks.call(`/webhook/configurations/${id}/test-event`, { method: "POST" });

  test("reaches a disabled webhook at once, and no deleted one", async () => {
    const { id, secret } = await hooks.create({ status: "disabled" });
    hooks.send({ everyMs: 60_000 });
    const answer = await testEvent(id);
    expect(answer).toMatchObject({
      status: 202,
      json: { status: "processing", eventType: "WebhookTestEvent" },
    });
    await hooks.receiver.has(1);
    hooks.receiver.verify(secret);
    await hooks.untilLogged(id, [{ status: "published" }]);
    const deleted = await hooks.create({ status: "deleted" });
    expect((await testEvent(deleted.id)).status).toBe(400);
    expect((await testEvent(99)).status).toBe(404);
  });
});

test("a sender that stops breaks off a slow try, and the next one repeats it", async () => {
  const { id } = await hooks.create();
  hooks.receiver.answer = () => undefined;
  await hooks.addOrders(1);
  hooks.send({ stopMs: 30 });
  await hooks.receiver.has(1);
  await hooks.stopSending();
  hooks.respond(200);
  hooks.send();
  await hooks.untilLogged(id, [{ status: "published", retryCount: 0 }]);
  expect(new Set(hooks.receiver.arrivals.map((one) => one.id)).size).toBe(1);
});
