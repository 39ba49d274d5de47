import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type {
  NewWebhookConfiguration,
  WebhookConfiguration,
  WebhookEventLog,
} from "#contract/webhooks.ts";
import { insertChannels, insertSources } from "#service/store/account.ts";
import { insertWebhookConfigurations, insertWebhookEventLogs } from "#service/store/webhooks.ts";
import { startTestService, type TestAnswer, type TestService } from "#service/testing/service.ts";

const now = new Date("2026-03-01T09:30:00.000Z");
const at = "2026-01-01T00:00:00.000Z";
const path = "/webhhok/configurations";
let service: TestService;

const configuration: WebhookConfiguration = {
  id: 7,
  configurationName: "Orders to the warehouse",
  sourceId: 1,
  webhookUrl: "https://warehouse.test/hook",
  notificationEmail: "ops@warehouse.test",
  status: "active",
  subscribedEvents: ["FulfillmentRequestProcessingEvent"],
  createdAt: at,
  updatedAt: at,
};

const log = (id: number, more: Partial<WebhookEventLog> = {}): WebhookEventLog => ({
  id,
  status: "external_failure",
  eventType: "FulfillmentRequestProcessingEvent",
  eventKey: `fr-${id}`,
  createdAt: `2026-01-0${id}T00:00:00.000Z`,
  retryCount: 2,
  manualRetryCount: 0,
  statusCode: 502,
  ...more,
});

beforeAll(async () => {
  service = await startTestService({ clock: () => now });
  await insertSources(service.sql, [{ id: 1, name: "Alder Works" }]);
  await insertChannels(service.sql, [{ id: 4, name: "Quay Street" }]);
});
beforeEach(async () => {
  await service.sql`truncate service.webhook_configurations cascade`;
  await insertWebhookConfigurations(service.sql, [configuration, { ...configuration, id: 3 }]);
  await insertWebhookEventLogs(service.sql, 7, [log(1), log(3), log(2, { status: "published" })]);
});
afterAll(() => service.close());

const send = (method: string, to: string, body: unknown): Promise<TestAnswer> =>
  service.call(to, { method, body });
const pathsOf = (answer: TestAnswer) =>
  (answer.json as { issues: { path: string }[] }).issues.map((issue) => issue.path);
const idsOf = (answer: TestAnswer) => (answer.json as { id: number }[]).map(({ id }) => id);

describe("webhook configurations", () => {
  test("are listed newest first and read by id", async () => {
    expect(idsOf(await service.call(path))).toEqual([7, 3]);
    expect((await service.call(`${path}/7`)).json).toEqual(configuration);
    expect((await service.call(`${path}/8`)).status).toBe(404);
  });

  test.each([{ sourceId: 1 }, { channelId: 4, sourceId: null }])(
    "are created for %j",
    async (owner) => {
      const body = {
        configurationName: "New",
        webhookUrl: "https://x.test/",
        subscribedEvents: ["OrderImportedEvent"],
        ...owner,
      };
      const answer = await send("POST", path, body);
      expect(answer.json).toMatchObject({
        id: 8,
        ...body,
        status: "active",
        createdAt: now.toISOString(),
      });
      const { secret, ...created } = answer.json as NewWebhookConfiguration;
      expect(secret).toMatch(/^whsec_/);
      expect((await service.call(`${path}/8`)).json).toEqual(created);
      expect((await send("POST", path, body)).json).toMatchObject({ id: 9 });
    },
  );

  test.each<[string, object, string[]]>([
    ["without an owner", {}, ["sourceId", "channelId"]],
    ["for two", { sourceId: 1, channelId: 4 }, ["sourceId", "channelId"]],
    ["for a source that is not there", { sourceId: 99 }, ["sourceId"]],
    ["for a channel that is not there", { channelId: 1 }, ["channelId"]],
  ])("are not created %s", async (_, owner, paths) => {
    const body = {
      configurationName: "New",
      webhookUrl: "https://x.test/",
      subscribedEvents: [],
      ...owner,
    };
    const answer = await send("POST", path, body);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(paths);
  });

  test("PATCH replaces URL and events, and keeps absent fields", async () => {
    const body = {
      webhookUrl: "http://new.test/",
      subscribedEvents: ["OrderImportedEvent", "OrderImportedEvent"],
    };
    const after = {
      ...configuration,
      ...body,
      subscribedEvents: ["OrderImportedEvent"],
      updatedAt: now.toISOString(),
    };
    expect((await send("PATCH", `${path}/7`, body)).json).toEqual(after);
    expect((await service.call(`${path}/7`)).json).toEqual(after);
    const none = {
      webhookUrl: body.webhookUrl,
      subscribedEvents: [],
      notificationEmail: "new@x.test",
    };
    expect((await send("PATCH", `${path}/7`, none)).json).toMatchObject(none);
  });

  test("may be deleted, remain readable, and be restored", async () => {
    const { webhookUrl, subscribedEvents } = configuration;
    for (const status of ["deleted", "disabled", "deleted", "active"]) {
      expect(
        (await send("PATCH", `${path}/7`, { webhookUrl, subscribedEvents, status })).json,
      ).toMatchObject({ status });
      expect((await service.call(`${path}/7`)).json).toMatchObject({ status });
      expect(idsOf(await service.call(path))).toEqual([7, 3]);
    }
  });

  test.each<[unknown, string[]]>([
    [{}, ["webhookUrl", "subscribedEvents"]],
    [
      { webhookUrl: "javascript:alert(1)", subscribedEvents: ["Other"] },
      ["webhookUrl", "subscribedEvents.0"],
    ],
    [{ webhookUrl: "ftp://x.test/", subscribedEvents: null }, ["webhookUrl", "subscribedEvents"]],
    [
      {
        webhookUrl: "https://x.test/",
        subscribedEvents: [],
        notificationEmail: "nobody",
        status: "gone",
      },
      ["notificationEmail", "status"],
    ],
    [
      { webhookUrl: "https://x.test/", subscribedEvents: [], configurationName: "x" },
      ["configurationName"],
    ],
  ])("PATCH refuses %j", async (body, paths) => {
    const answer = await send("PATCH", `${path}/7`, body);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(paths);
    expect((await service.call(`${path}/7`)).json).toEqual(configuration);
  });
});

describe("event logs", () => {
  const logs = "/webhook/configurations/7/event-logs";

  test.each<[string, number[], string]>([
    ["", [3, 2, 1], "3"],
    ["?webhookDeliveryStatus=external_failure", [3, 1], "2"],
    ["?pageSize=2&page=2", [1], "3"],
    ["?page=9", [], "3"],
  ])("are listed newest first %s", async (query, ids, total) => {
    const answer = await service.call(`${logs}${query}`);
    expect(idsOf(answer)).toEqual(ids);
    expect(answer.headers.get("x-total-count")).toBe(total);
  });

  test("belong to one configuration", async () => {
    expect((await service.call("/webhook/configurations/3/event-logs")).json).toEqual([]);
    expect((await service.call("/webhook/configurations/8/event-logs")).status).toBe(404);
    expect((await service.call(`${logs}?webhookDeliveryStatus=lost`)).status).toBe(400);
  });

  test("are sent again, counted as manual or automatic", async () => {
    expect(await send("POST", "/webhook/event/retry", { eventIds: [3, 1, 3] })).toMatchObject({
      status: 202,
      json: {},
    });
    expect(
      (await send("POST", "/webhook/event/retry", { eventIds: [1], isAutomatedRetry: true }))
        .status,
    ).toBe(202);
    const tried = { status: "processing", nextTryAt: now.toISOString() };
    expect((await service.call(logs)).json).toMatchObject([
      { ...log(3), ...tried, retryCount: 2, manualRetryCount: 1 },
      log(2, { status: "published" }),
      { ...log(1), ...tried, retryCount: 3, manualRetryCount: 1 },
    ]);
  });

  test("are not sent again when one of them is unknown", async () => {
    const answer = await send("POST", "/webhook/event/retry", { eventIds: [1, 88] });
    expect(answer.json).toMatchObject({
      issues: [{ path: "eventIds.1", message: "There is no event 88" }],
    });
    expect((await service.call(logs)).json).toMatchObject([
      log(3),
      log(2, { status: "published" }),
      log(1),
    ]);
    expect(pathsOf(await send("POST", "/webhook/event/retry", { eventIds: [] }))).toEqual([
      "eventIds",
    ]);
  });

  test("are not sent again when their webhook is deleted", async () => {
    await insertWebhookEventLogs(service.sql, 3, [log(9)]);
    const { webhookUrl } = configuration;
    const body = { webhookUrl, subscribedEvents: [], status: "deleted" };
    expect((await send("PATCH", `${path}/7`, body)).status).toBe(200);
    expect((await send("POST", "/webhook/event/retry", { eventIds: [9, 3] })).json).toMatchObject({
      issues: [
        {
          path: "eventIds.1",
          message: "The webhook of event 3 is deleted. Enable it to send the event again",
        },
      ],
    });
    expect((await service.call(logs)).json).toMatchObject([
      log(3),
      log(2, { status: "published" }),
      log(1),
    ]);
  });

  test("count every one of many simultaneous retries", async () => {
    const other = await service.another();
    const retries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? service : other).call("/webhook/event/retry", {
        method: "POST",
        body: { eventIds: index % 3 === 0 ? [1, 3] : [3, 1] },
      }),
    );
    expect((await Promise.all(retries)).every(({ status }) => status === 202)).toBe(true);
    expect((await service.call(logs)).json).toMatchObject([
      { manualRetryCount: 20 },
      {},
      { manualRetryCount: 20 },
    ]);
  });
});
