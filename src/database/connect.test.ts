import { afterAll, beforeAll, expect, test } from "vitest";
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

test("values are written as they are read", async () => {
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
