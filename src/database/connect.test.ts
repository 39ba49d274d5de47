import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { Fragment } from "./sql.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each([
  ["42::int8", 42],
  ["9007199254740991::int8", Number.MAX_SAFE_INTEGER],
  ["9007199254740993::int8", "9007199254740993"],
  ["array[1, null, 2]::int8[]", [1, null, 2]],
  ["array[timestamptz '2026-03-29 02:30:00+02']", ["2026-03-29T00:30:00.000Z"]],
  ["array['a,b', '\"c']", ["a,b", '"c']],
  ["19.90::numeric(14, 4)", 19.9],
  ["null::numeric", null],
  ["timestamptz '2026-03-29 02:30:00.1234+02'", "2026-03-29T00:30:00.123Z"],
  ["timestamp '2026-03-29 02:30:00'", "2026-03-29T02:30:00.000Z"],
  ["timestamptz '0099-12-31 23:59:59+00'", "0099-12-31T23:59:59.000Z"],
  ["timestamptz 'infinity'", "infinity"],
  ["date '2026-03-29'", "2026-03-29"],
  ["jsonb '{\"a\": [1, null]}'", { a: [1, null] }],
])("%s is read as %j", async (expression, value) => {
  const fragment = new Fragment([expression], []);
  expect(await database.sql`select ${fragment} as value`).toEqual([{ value }]);
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
  await database.sql`
    insert into written values (${row.id}, ${row.price}, ${row.at}, ${row.day}, ${row.name}, ${row.nothing})`;
  expect(await database.sql`select * from written`).toEqual([row]);
});

test("of several servers the one that accepts a connection and writes is used", async () => {
  if ("url" in database.target) throw new Error("The test server is the embedded one");
  const { path, user, database: name } = database.target;
  const folder = encodeURIComponent(dirname(path));
  const url = `postgres://${user}@%2Fnonexistent,${folder}/${name}`;
  const sql = connect({ url }, { max: 2 });
  const rows = await Promise.all([1, 2].map((one) => sql`select ${one}::int as one`));
  expect(rows).toEqual([[{ one: 1 }], [{ one: 2 }]]);
  await sql.end();
  const standby = connect({ url: `${url}?options=-c%20default_transaction_read_only%3Don` });
  await expect(standby`select 1`).rejects.toMatchObject({ code: "25006" });
  await standby.end();
});

test("fault 40: after a failover, a session that can't write is closed by the first write that fails", async () => {
  const { sql: other } = database;
  const [{ name = "" } = {}] = await other<{ name: string }[]>`select current_database() as name`;
  const setReadOnly = async (setting: "on" | "off") =>
    other.script(`alter database ${name} set default_transaction_read_only = ${setting}`);
  const refused = { code: "25006" };
  const sql = database.connect({ max: 1 });
  await setReadOnly("on");
  await expect(sql`create table after_failover (id integer)`).rejects.toMatchObject(refused);
  await expect(
    sql.begin(async (transaction) => transaction`create table after_failover (id integer)`),
  ).rejects.toMatchObject(refused);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await setReadOnly("off");
  // The session from before still can't.
  await expect(sql`create table after_failover (id integer)`).rejects.toMatchObject(refused);
  expect(await sql`create table after_failover (id integer)`).toEqual([]);
});

test("a user that the server refuses is reported with the server's code", async () => {
  if ("url" in database.target) throw new Error("The test server is the embedded one");
  const sql = connect({ ...database.target, user: "stranger" }, { max: 1 });
  await expect(sql`select 1`).rejects.toMatchObject({ code: "28000" });
  await sql.end();
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
