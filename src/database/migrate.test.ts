import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "./migrate.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const run = (sql = database.sql): Promise<void> => migrate(sql, { schema: "shop", folder });

test("files run once, in order, inside the schema", async () => {
  await write(
    "0002-fill.sql",
    "insert into thing select n from generate_series(1, 3) n; insert into thing values (4);",
  );
  await write("0001-thing.sql", "create table thing (id integer primary key);");
  await run();
  await run();
  expect(await database.sql`select count(*) from shop.thing`).toEqual([{ count: 4 }]);
  await write("0003-more.sql", "insert into thing values (5);");
  await run();
  expect(await database.sql`select max(id) from shop.thing`).toEqual([{ max: 5 }]);
  expect(await database.sql`select name from shop.migrations order by number`).toEqual([
    { name: "0001-thing.sql" },
    { name: "0002-fill.sql" },
    { name: "0003-more.sql" },
  ]);
});

test("several processes at once apply each file once", async () => {
  await write(
    "0001-thing.sql",
    "create table thing (id integer); select pg_sleep(0.05); insert into thing values (1);",
  );
  await write("0002-more.sql", "insert into thing values (2);");
  await Promise.all(
    [database.sql, database.connect(), database.connect(), database.connect()].map((sql) =>
      run(sql),
    ),
  );
  expect(await database.sql`select id from shop.thing order by id`).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a failing file leaves no changes, and runs after it was fixed", async () => {
  await write("0001-thing.sql", "create table thing (id integer); insert into nowhere values (1);");
  await expect(run()).rejects.toThrow(/0001-thing\.sql.*shop.*nowhere/);
  await write("0001-thing.sql", "create table thing (id integer);");
  await run();
  expect(await database.sql`select * from shop.thing`).toEqual([]);
});

test("a database of a newer version is refused unchanged", async () => {
  await write("0001-thing.sql", "create table thing (id integer);");
  await write("0002-later.sql", "create table later (id integer);");
  await run();
  await rm(join(folder, "0002-later.sql"));
  await expect(run()).rejects.toThrow(/newer version.*0002-later\.sql/);
});

test("an old file that changed is refused; other line ends are not a change", async () => {
  await write("0001-thing.sql", "create table thing\n(id integer);");
  await run();
  await write("0001-thing.sql", "create table thing\r\n(id integer);");
  await run();
  await write("0001-thing.sql", "create table thing\n(id bigint);");
  await expect(run()).rejects.toThrow(/changed after it ran/);
});

test.each([
  ["a gap", ["0001-a.sql", "0003-b.sql"], /0003-b\.sql is in place 2/],
  ["a repeat", ["0001-a.sql", "0001-b.sql"], /0001-b\.sql is in place 2/],
  ["another name", ["first.sql"], /first\.sql is not a valid migration name/],
])("%s in the numbers is refused", async (_, names, message) => {
  await Promise.all(names.map((name) => write(name, "select 1;")));
  await expect(run()).rejects.toThrow(message);
});

test("two schemas are independent", async () => {
  await write("0001-thing.sql", "create table thing (id integer);");
  await run();
  await migrate(database.sql, { schema: "gateway", folder });
  expect(
    await database.sql`select schemaname from pg_tables where tablename = 'thing' order by 1`,
  ).toEqual([{ schemaname: "gateway" }, { schemaname: "shop" }]);
});
