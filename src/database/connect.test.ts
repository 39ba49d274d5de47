import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "./connect.ts";
import type { TransactionSql } from "./sql.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([
  ["42::int8", 42],
  ["9007199254740991::int8", Number.MAX_SAFE_INTEGER],
  ["9007199254740993::int8", "9007199254740993"],
  ["array[1, 2]::int8[]", [1, 2]],
  ["19.90::numeric(14, 4)", 19.9],
  ["null::numeric", null],
  ["timestamptz '2026-03-29 02:30:00.1234+02'", "2026-03-29T00:30:00.123Z"],
  ["timestamp '2026-03-29 02:30:00'", "2026-03-29T02:30:00.000Z"],
  ["timestamptz '0099-12-31 23:59:59+00'", "0099-12-31T23:59:59.000Z"],
  ["timestamptz 'infinity'", "infinity"],
  ["date '2026-03-29'", "2026-03-29"],
  ["jsonb '{\"a\": [1, null]}'", { a: [1, null] }],
])("%s is read as %j", async (expression, value) => {
  expect(await database.sql.unsafe(`select ${expression} as value`)).toEqual([{ value }]);
});

test("values are written and read in the same format", async () => {
  const row = {
    id: 7,
    price: 1.5,
    at: "2026-01-02T03:04:05.678Z",
    day: "2026-01-02",
    name: "Zoë 🚚",
    nothing: null,
  };
  await database.sql`create table written (id bigint, price numeric(14, 4), at timestamptz, day date, name text, nothing text)`;
  await database.sql`insert into written ${database.sql(row)}`;
  expect(await database.sql`select * from written`).toEqual([row]);
});

test.each([
  ["beside the host", "localhost", "?host=FOLDER&port=PORT"],
  ["without a host", "", "?host=FOLDER&port=PORT"],
  ["with the port in its place", "localhost:PORT", "?host=FOLDER"],
  ["in the host's place", "FOLDER:PORT", ""],
])("a socket is found when its folder is named %s", async (_, host, query) => {
  if ("url" in database.target) throw new Error("The test server is the embedded one");
  const { path, user, database: name } = database.target;
  const [, folder = "", port = ""] = /^(.*)\/\.s\.PGSQL\.(\d+)$/.exec(path) ?? [];
  const url = `postgres://${host && `${user}@`}${host}/${name}${query}`
    .replace("FOLDER", encodeURIComponent(folder))
    .replace("PORT", port);
  const sql = connect({ url: host ? url : `${url}&user=${user}` }, { max: 1 });
  expect(await sql`select current_database() as name`).toEqual([{ name }]);
  await sql.end();
});

test("a session waits for nothing longer than a request may", async () => {
  const settings = await database.sql`
    select name, setting::integer from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`;
  expect(settings).toEqual([
    { name: "idle_in_transaction_session_timeout", setting: 10_000 },
    { name: "lock_timeout", setting: 5_000 },
    { name: "statement_timeout", setting: 8_000 },
  ]);
});

test("a template is filled once and copied", async () => {
  let filled = 0;
  const template = {
    name: "connect_test",
    async fill(sql: TestDatabase["sql"]) {
      filled += 1;
      await sql`create table thing as select 1 as id`;
    },
  };
  const copies = await Promise.all([createTestDatabase(template), createTestDatabase(template)]);
  await copies[0].sql`delete from thing`;
  expect(await copies[1].sql`select id from thing`).toEqual([{ id: 1 }]);
  expect(filled).toBe(1);
  await Promise.all(copies.map((copy) => copy.close()));
});

describe("fault 40: a transaction whose connection is cut", () => {
  /** Ends the session that runs the transaction, as a restart of the database would. */
  const cut = async (transaction: TransactionSql): Promise<void> => {
    const [session] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await database.sql`select pg_terminate_backend(${session?.pid ?? 0}, 5000)`;
  };
  /** An event with which one side of a test signals the other. */
  const event = () => {
    let tell = (): void => undefined;
    const happened = new Promise<void>((resolve) => (tell = resolve));
    return { happened, tell };
  };
  /** Waits until a notice that was sent before a response on another connection has arrived. */
  const roundTrip = () => database.sql`select 1`;

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
  const isCut = /CONNECTION_CLOSED|terminating connection|ECONNRESET|EPIPE/;

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
        await cut(transaction);
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
      await cut(transaction);
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
