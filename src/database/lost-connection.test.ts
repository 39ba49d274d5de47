import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "./connect.ts";
import type { Query, Sql, TransactionSql } from "./sql.ts";
import { startCuttingProxy } from "#database/testing/cutting-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const pidOf = async (sql: Query): Promise<number> => {
  const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return session?.pid ?? 0;
};

/** Ends a session, as a restart of the database would. */
const cut = (pid: number) => database.sql`select pg_terminate_backend(${pid}, 5000)`;
const cutTransaction = async (transaction: TransactionSql) => cut(await pidOf(transaction));

/** An event with which one side of a test signals the other. */
const event = () => {
  let tell = (): void => undefined;
  const happened = new Promise<void>((resolve) => (tell = resolve));
  return { happened, tell };
};

/** Waits until a notice that was sent before a response on another connection has arrived. */
const roundTrip = () => database.sql`select 1`;

/** The statements that sleep now: before the first has a connection, a closed pool refuses it like the others. */
const countSleeping = async (): Promise<number> => {
  const sleeping = await database.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`;
  return sleeping.length;
};

const isCut = /CONNECTION_CLOSED|terminating connection|ECONNRESET|EPIPE/;

/** A statement that is sent before this side knows of the end fails too; afterwards the pool works again. */
const untilServed = async <T>(run: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      expect(String(error)).toMatch(isCut);
    }
  }
};

describe("fault 40: a transaction whose connection is cut", () => {
  test.each([
    ["runs a query at once", async (transaction: TransactionSql) => transaction`select 1`],
    [
      "runs a query later",
      (transaction: TransactionSql) => roundTrip().then(() => transaction`select 1`),
    ],
    [
      "ignores the error",
      (transaction: TransactionSql) => transaction`select 1`.catch(() => undefined),
    ],
    [
      "runs several queries",
      (transaction: TransactionSql) =>
        Promise.all([1, 2, 3].map((one) => transaction`select ${one}::int`)),
    ],
    ["runs no further query", () => roundTrip()],
  ])("fails when it %s, while the process and the pool continue", async (_, more) => {
    const sql = database.connect({ max: 1 });
    for (let round = 0; round < 3; round += 1) {
      const lost = sql.begin(async (transaction) => {
        await cutTransaction(transaction);
        await more(transaction);
      });
      await expect(lost).rejects.toThrow(isCut);
      expect(await untilServed(async () => sql`select 1 as one`)).toEqual([{ one: 1 }]);
    }
  });

  test("does not affect the transactions that get its connection next", async () => {
    const sql = database.connect({ max: 1 });
    await sql`create table balance as select 1 as units`;
    const isServed = event();
    const isAsked = event();
    const late = sql.begin(async (transaction) => {
      await cutTransaction(transaction);
      await isServed.happened;
      const answer = (async () => transaction`update balance set units = 100`)();
      isAsked.tell();
      await answer;
    });
    await expect(late).rejects.toThrow(isCut);
    await untilServed(() =>
      sql.begin(async (transaction) => {
        await transaction`update balance set units = units + 1`;
        isServed.tell();
        await isAsked.happened;
        await roundTrip();
      }),
    );
    expect(await database.sql`select units from balance`).toEqual([{ units: 2 }]);
  });
});

describe("a commit whose connection is cut", () => {
  test.each([
    ["before it arrives", "before" as const, []],
    ["before its reply arrives", "after" as const, [{ id: 1 }]],
  ])("%s is never reported as a success, and never repeated", async (_, when, stored) => {
    await database.sql`drop table if exists kept`;
    await database.sql`create table kept (id integer)`;
    const proxy = await startCuttingProxy(database.target, { text: "commit", when });
    const sql = database.connect({ target: proxy.target, max: 1 });
    const lost = sql.begin((transaction) => transaction`insert into kept values (1)`);
    await expect(lost).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(proxy.cuts()).toBe(1);
    // The session that was cut ends on its own.
    await expect.poll(() => database.sql`select id from kept`).toEqual(stored);
    await proxy.close();
  });
});

test("the end of every idle connection changes nothing for the statements after it", async () => {
  const sql = database.connect({ max: 3 });
  const sessions = await Promise.all(
    [1, 2, 3].map(() => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.01)`),
  );
  const pids = sessions.map(([session]) => session?.pid ?? 0);
  expect(new Set(pids).size).toBe(3);
  await database.sql`select pg_terminate_backend(pid, 5000) from unnest(${pids}::int[]) pid`;
  await roundTrip();
  expect(await untilServed(async () => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

describe("a transaction with a failed statement", () => {
  const fail = (sql: TransactionSql) => sql`select 1 / 0`;
  test.each([
    ["ignores the error", (sql: TransactionSql) => fail(sql).catch(() => undefined)],
    [
      "fails with a later one",
      (sql: TransactionSql) => fail(sql).catch(() => sql`insert into never values (2)`),
    ],
    ["does not wait for it", async (sql: TransactionSql) => void fail(sql).catch(() => {})],
  ])("is rolled back and rejects with its error when the body %s", async (_, more) => {
    const sql = database.connect({ max: 1 });
    await sql`drop table if exists never`;
    await sql`create table never (id integer)`;
    const failed = sql.begin(async (transaction) => {
      await transaction`insert into never values (1)`;
      await more(transaction);
    });
    await expect(failed).rejects.toMatchObject({ code: "22012" });
    expect(await sql`select id from never`).toEqual([]);
  });

  test("is rolled back when a constraint fails at the commit", async () => {
    const sql = database.connect({ max: 1 });
    await sql`create table one (id integer unique deferrable initially deferred)`;
    const failed = sql.begin((transaction) => transaction`insert into one values (1), (1)`);
    await expect(failed).rejects.toMatchObject({ code: "23505" });
    expect(await sql`select id from one`).toEqual([]);
  });
});

test("a statement after the end of its transaction is refused", async () => {
  const late = await database.sql.begin(async (transaction) => ({ transaction }));
  await expect(late.transaction`select 1`).rejects.toThrow("The transaction is over");
});

test("a session that is left in a transaction serves no other statement", async () => {
  const sql = database.connect({ max: 1 });
  const begun = await pidOf(sql);
  await sql`begin`;
  expect(await pidOf(sql)).not.toBe(begun);
});

describe("a copy", () => {
  const table = async (sql: Sql) => {
    await sql`drop table if exists copied`;
    await sql`create table copied (id integer)`;
  };

  test("whose connection is cut fails, and stores nothing", async () => {
    await table(database.sql);
    const sql = database.connect({ max: 1 });
    const lost = sql.begin(async (transaction) => {
      const pid = await pidOf(transaction);
      async function* lines() {
        yield "1\n";
        await cut(pid);
        for (let id = 2; id < 50_000; id += 1) yield `${id}\n`;
      }
      await transaction.load(transaction`copy copied from stdin`, lines());
    });
    await expect(lost).rejects.toThrow(isCut);
    expect(await untilServed(async () => sql`select id from copied`)).toEqual([]);
  });

  test("on a lost connection fails", async () => {
    await table(database.sql);
    async function* lines() {
      yield "1\n";
    }
    const lost = database.connect({ max: 1 }).begin(async (transaction) => {
      await cutTransaction(transaction);
      await transaction.load(transaction`copy copied from stdin`, lines());
    });
    await expect(lost).rejects.toThrow(isCut);
  });
});

describe("a closed pool", () => {
  const isEnded = { code: "CONNECTION_ENDED" };

  test("refuses statements, transactions and copies at once", async () => {
    const sql = database.connect();
    await sql`select 1`;
    await sql.end();
    await expect(sql`select 1`).rejects.toMatchObject(isEnded);
    await expect(sql.script("select 1")).rejects.toMatchObject(isEnded);
    await expect(sql.begin(async () => {})).rejects.toMatchObject(isEnded);
    async function* none() {}
    await expect(sql.load(sql`copy x from stdin`, none())).rejects.toMatchObject(isEnded);
  });

  test("finishes what has begun, also what waits for a connection", async () => {
    const sql = database.connect({ max: 1 });
    const begun = Promise.all([1, 2, 3].map((one) => sql`select ${one}::int as one`));
    await roundTrip();
    await sql.end();
    expect(await begun).toEqual([[{ one: 1 }], [{ one: 2 }], [{ one: 3 }]]);
  });

  test("breaks off what takes longer than it waits", async () => {
    const sql = database.connect({ max: 1 });
    const begun = Promise.allSettled([sql`select pg_sleep(60)`, sql`select 1`]);
    await expect.poll(countSleeping).toBe(1);
    await sql.end({ timeout: 0.05 });
    expect(await begun).toMatchObject([
      { status: "rejected", reason: { code: "CONNECTION_CLOSED" } },
      { status: "rejected", reason: isEnded },
    ]);
  });

  test("breaks off a transaction whose body never ends", async () => {
    const sql = database.connect({ max: 1 });
    const isBegun = event();
    const begun = sql.begin(async (transaction) => {
      await transaction`select 1`;
      isBegun.tell();
      await new Promise(() => {});
    });
    const broken = begun.catch((error: unknown) => error);
    await isBegun.happened;
    await sql.end({ timeout: 0 });
    expect(await broken).toMatchObject({ code: "CONNECTION_CLOSED" });
  });

  test("breaks off a connection that the server does not answer", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const sql = connect({ url: `postgres://nobody@127.0.0.1:${port}/none` }, { max: 1 });
    const begun = Promise.allSettled([sql`select 1`, sql`select 2`]);
    await roundTrip();
    await sql.end({ timeout: 0 });
    expect(await begun).toMatchObject([{ reason: isEnded }, { reason: isEnded }]);
    silent.close();
  });
});
