import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Sql, TransactionSql } from "./sql.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import {
  type FreezingProxy,
  startFreezingProxy,
  targetBehind,
} from "#database/testing/freezing-proxy.ts";

let database: TestDatabase;
let primary: FreezingProxy;
let standby: FreezingProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table stored (id integer)`;
});
afterAll(() => database.close());
beforeEach(async () => {
  // The time limits of this process are reached when a test says so; the server and the ways to it are real.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  primary = await startFreezingProxy(database.target);
  standby = await startFreezingProxy(database.target);
});
afterEach(async () => {
  vi.useRealTimers();
  await primary.close();
  await standby.close();
});

const open = (max: number): Sql =>
  database.connect({ target: targetBehind(database.target, [primary, standby]), max });

/** Lets time pass until work that the frozen primary never replies to has failed; returns the work. */
const waitInVain = async (work: Promise<unknown>): Promise<unknown> => {
  let isOver = false;
  const end = () => void (isOver = true);
  work.then(end, end);
  // Before, replies may be on their way, which are not to be late.
  await expect.poll(() => primary.hasDropped()).toBe(true);
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  return work;
};

async function* lines() {
  yield "1\n";
  primary.freeze();
  for (let id = 2; id < 200_000; id += 1) yield `${id}\n`;
}

describe("fault 40: a host that is gone without having closed its connections", () => {
  test.each([
    ["a statement", async (sql: Sql) => sql`select 1`],
    ["a script", async (sql: Sql) => sql.script("select 1; select 2")],
    ["the begin of a transaction", async (sql: Sql) => sql.begin(async () => undefined)],
    [
      "a statement of a transaction whose body ignores it",
      async (sql: Sql) => {
        await sql.begin(async (transaction: TransactionSql) => {
          await transaction`insert into stored values (1)`;
          primary.freeze();
          await transaction`insert into stored values (2)`.catch(() => undefined);
        });
      },
    ],
    [
      "a commit",
      async (sql: Sql) => {
        await sql.begin(async (transaction: TransactionSql) => {
          await transaction`insert into stored values (1)`;
          primary.freeze();
        });
      },
    ],
    ["a copy", async (sql: Sql) => sql.load(sql`copy stored from stdin`, lines())],
  ])("%s fails, and the next one is served by the other host", async (what, run) => {
    const sql = open(1);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    if (!/transaction whose|commit|copy/.test(what)) primary.freeze();
    await expect(waitInVain(run(sql))).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await sql`select id from stored`).toEqual([]);
    expect([primary.connections(), standby.connections()]).toEqual([1, 1]);
  });

  test("costs one statement, however many connections to it are idle", async () => {
    const sql = open(3);
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`));
    expect(sql.poolState()).toMatchObject({ open: 3, idle: 3 });
    primary.freeze();
    await expect(waitInVain(sql`select 1`)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    const served = await Promise.all([1, 2, 3].map((one) => sql`select ${one}::int as one`));
    expect(served).toEqual([[{ one: 1 }], [{ one: 2 }], [{ one: 3 }]]);
    expect(primary.connections()).toBe(3);
  });
});

test("a statement that finds no free connection in time fails, and moves to no other host", async () => {
  const sql = open(1);
  let release: (() => void) | undefined;
  const busy = sql.begin(async (transaction) => {
    // On a busy machine, the server's own limit of ten seconds would end it first.
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    await new Promise<void>((resolve) => (release = resolve));
  });
  await expect.poll(() => release !== undefined).toBe(true);
  const refused = sql`select 1`.catch((error: unknown) => error);
  await expect.poll(() => sql.poolState().waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await refused).toMatchObject({ code: "CONNECT_TIMEOUT" });
  release?.();
  await busy;
  // A session that is left in a transaction is not used again, so the next statement opens another.
  await sql`begin`;
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  expect([primary.connections(), standby.connections()]).toEqual([2, 0]);
});

test.each([
  ["any time", 0, "0", 600_000],
  ["two minutes", 120_000, "2min", 120_000],
])("the statements of a transaction may have %s", async (_, statementMs, shown, takenMs) => {
  const sql = open(1);
  const lock = 40;
  const holder = database.connect({ max: 1 });
  await holder`select pg_advisory_lock(${lock})`;
  const slow = sql.begin(
    async (transaction) => {
      await transaction`set local lock_timeout = 0`;
      await transaction`select pg_advisory_xact_lock(${lock})`;
      return transaction`show statement_timeout`;
    },
    { statementMs },
  );
  const isWaiting = async () => holder`
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`;
  await expect.poll(isWaiting).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(takenMs);
  await holder`select pg_advisory_unlock(${lock})`;
  expect(await slow).toEqual([{ statement_timeout: shown }]);
  expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: "8s" }]);
  primary.freeze();
  await expect(waitInVain(sql`select 1`)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
});
