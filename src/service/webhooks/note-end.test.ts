import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import type { Sql } from "#database/sql.ts";
import { createTestDatabase } from "#database/testing/database.ts";

const folder = fileURLToPath(new URL("../migrations/", import.meta.url));

/** Runs the migrations up to this number. */
const migrateTo = async (sql: Sql, last: string): Promise<void> => {
  const part = await mkdtemp(join(tmpdir(), "supercargo-migrations-"));
  for (const name of await readdir(folder))
    if (name <= `${last}~`) await cp(join(folder, name), join(part, name));
  await migrate(sql, { schema: "service", folder: part });
  await rm(part, { recursive: true });
};

const addEvents = (sql: Sql, from: number, to: number) => sql`
  insert into service.webhook_outbox (id, configuration_id, event_type, event_key, payload, due_at, written_at)
  select id, 1, 'WebhookTestEvent', 'test:' || id, '{}', case when id % 3 = 0 then now() end, '2026-01-01T00:00:00Z'
  from generate_series(${from}::int, ${to}::int) id`;

test("events that an earlier version ended have ended at their last try, and later ends are noted", async () => {
  const { sql, close } = await createTestDatabase();
  await migrateTo(sql, "0011");
  await sql`insert into service.webhook_configurations (record) values ('{"id":1}')`;
  await addEvents(sql, 1, 3);
  await sql`
    insert into service.webhook_attempts (event_id, record)
    values (1, '{"triedAt":"2026-01-02T00:00:00.000Z"}'), (1, '{"triedAt":"2026-01-05T00:00:00.000Z"}')`;
  await migrate(sql, { schema: "service", folder });
  expect(
    await sql`select id, ended_at from service.webhook_outbox where id <= 3 order by id`,
  ).toEqual([
    { id: 1, ended_at: "2026-01-05T00:00:00.000Z" },
    { id: 2, ended_at: "2026-01-01T00:00:00.000Z" },
    { id: 3, ended_at: null },
  ]);
  await addEvents(sql, 4, 6);
  await sql`update service.webhook_outbox set due_at = case when id % 3 = 0 then null else now() end where id in (1, 3)`;
  expect(
    await sql`
      select id, due_at is null as ended, ended_at > now() - interval '1 hour' as now
      from service.webhook_outbox order by id`,
  ).toEqual([
    { id: 1, ended: false, now: null },
    { id: 2, ended: true, now: false },
    { id: 3, ended: true, now: true },
    { id: 4, ended: true, now: true },
    { id: 5, ended: true, now: true },
    { id: 6, ended: false, now: null },
  ]);
  await close();
});
