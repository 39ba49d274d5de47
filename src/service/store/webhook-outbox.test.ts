import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { createQuery, type Query } from "#database/sql.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { prepareService } from "#service/prepare-service.ts";
import { readBacklog, type TakenEvent, takeEvents } from "./webhook-outbox.ts";
import { insertWebhookConfigurations } from "./webhooks.ts";

type Taking = Parameters<typeof takeEvents>[1];

const at = "2026-01-01T00:00:00.000Z";
const ids = [1, 2, 3, 4, 5];
let database: TestDatabase;

const configuration = (id: number, status = "active"): WebhookConfiguration => ({
  id,
  configurationName: `Webhook ${id}`,
  sourceId: 1,
  webhookUrl: "https://warehouse.test/hook",
  status,
  subscribedEvents: [],
  createdAt: at,
  updatedAt: at,
});

beforeAll(async () => {
  database = await createTestDatabase({ name: "service", fill: prepareService });
});
beforeEach(async () => {
  await database.sql`truncate service.webhook_configurations cascade`;
  await insertWebhookConfigurations(
    database.sql,
    ids.map((id) => configuration(id)),
  );
});
afterAll(() => database.close());

/** Adds events that are due since this many minutes and fewer. */
const addDue = (owner: number, count: number, minutes: number, type = "OrderImportedEvent") =>
  database.sql`
    insert into service.webhook_outbox (configuration_id, event_type, event_key, payload, due_at)
    select ${owner}, ${type}, 'order:' || n, '{}', now() - ${minutes}::int * interval '1 minute' + n * interval '1 second'
    from generate_series(1, ${count}::int) n`;

const take = (more: Partial<Taking> = {}, sql: Query = database.sql): Promise<TakenEvent[]> =>
  takeEvents(sql, {
    limit: 32,
    perConfiguration: 8,
    perFailing: 2,
    underWay: new Map(),
    leaseMs: 60_000,
    ...more,
  });

/** How many events of each configuration were taken. */
const countTaken = (events: readonly TakenEvent[]) =>
  ids.map((id) => events.filter(({ configurationId }) => configurationId === id).length);

describe("taking events", () => {
  test("gives the next free place to the webhook with the fewest events under way", async () => {
    for (const id of [1, 2, 3, 4]) await addDue(id, 20, 60);
    await addDue(5, 1, 1);
    const underWay = new Map([1, 2, 3, 4].map((id) => [id, 7]));
    expect(countTaken(await take({ limit: 1, underWay }))).toEqual([0, 0, 0, 0, 1]);
  });

  test("shares the places among webhooks, oldest events first", async () => {
    for (const id of ids) await addDue(id, 20, 60 - id);
    const taken = await take({ limit: 12 });
    expect(countTaken(taken)).toEqual([3, 3, 2, 2, 2]);
    const [oldest] = await database.sql`
      select id from service.webhook_outbox where configuration_id = 1 order by due_at limit 1`;
    expect(taken.map(({ id }) => id)).toContain(oldest?.["id"]);
  });

  test("leaves most places to webhooks whose last try was delivered", async () => {
    for (const id of ids) await addDue(id, 20, 60);
    await database.sql`update service.webhook_configurations set failing_since = now() where id < 5`;
    expect(countTaken(await take())).toEqual([2, 2, 2, 2, 8]);
    const underWay = new Map(ids.map((id) => [id, 2]));
    expect(countTaken(await take({ underWay }))).toEqual([0, 0, 0, 0, 6]);
  });

  test("uses an index in the order of the events", async () => {
    await database.sql`
      insert into service.webhook_outbox (configuration_id, event_type, event_key, payload, due_at)
      select 1 + n % 5, 'WebhookTestEvent', 'test:' || n, '{}',
        case when n % 20 < 5 then now() - n * interval '1 second' end
      from generate_series(1, 20000) n`;
    await database.sql`analyze service.webhook_outbox`;
    const explaining = createQuery({
      run: async (fragment) => database.sql`explain ${fragment}`,
      script: database.sql.script,
      load: database.sql.load,
    });
    const plan = JSON.stringify(await take({ limit: 4 }, explaining));
    expect(plan).toContain("webhook_outbox_configuration_id_due_at_id_idx");
    expect(plan).not.toContain("Seq Scan on webhook_outbox");
  });
});

test("the backlog has only events that will be sent, and counts no time in which they may not be", async () => {
  await insertWebhookConfigurations(database.sql, [
    configuration(6, "disabled"),
    configuration(7, "deleted"),
  ]);
  expect(await readBacklog(database.sql)).toEqual({ events: 0, oldestDueSeconds: 0 });
  await addDue(6, 3, 600);
  await addDue(7, 3, 600);
  await addDue(7, 1, 600, "WebhookTestEvent");
  expect(await readBacklog(database.sql)).toEqual({ events: 0, oldestDueSeconds: 0 });
  await addDue(6, 1, 60, "WebhookTestEvent");
  await addDue(1, 2, 120);
  await database.sql`
    update service.webhook_configurations set paused_until = now() + interval '1 hour' where id = 1`;
  const backlog = await readBacklog(database.sql);
  expect(backlog?.events).toBe(3);
  // The test event's hour, less the second that follows from its number.
  expect(backlog?.oldestDueSeconds).toBeGreaterThanOrEqual(3_599);
  expect(backlog?.oldestDueSeconds).toBeLessThan(7_000);
});
