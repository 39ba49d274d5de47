import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { testProduct } from "#catalog/testing/products.ts";
import { everyProduct } from "#contract/catalog.ts";
import { migrate } from "#database/migrate.ts";
import type { Sql } from "#database/sql.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { monotonicClock } from "#gateway/server/clock.ts";
import { createEngine, type Engine } from "./engine.ts";
import { type CatalogRow, openCatalog, readCatalog, saveCatalog, savePage } from "./store.ts";

let database: TestDatabase;
let folder: string;
let row: CatalogRow;
const open: Engine[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.sql, {
    schema: "gateway",
    folder: new URL("../migrations/", import.meta.url),
  });
});
afterAll(async () => database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-engine-"));
  await database.sql`delete from gateway.catalogs`;
  row = await openCatalog(database.sql, "test", 1);
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  await rm(folder, { recursive: true });
});

/** Stores products as one page, and reads the catalog again. */
const put = async (ids: readonly number[], title = "Lamp") => {
  const { id, version, products } = await readCatalog(database.sql, row.id);
  const page = ids.map((one) => ({
    id: one,
    product: testProduct({ id: one, title: `${title} ${one}` }),
  }));
  const saved = await savePage(database.sql, id, page, {
    version: version + 1,
    pass: 1,
    readAt: 5,
  });
  await saveCatalog(database.sql, id, {
    version: version + 1,
    products: products + saved.inserted,
    state: "{}",
    asked: null,
  });
  row = await readCatalog(database.sql, id);
};
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const start = (times: object = {}, sql: () => Promise<Sql> = async () => database.sql): Engine => {
  const engine = createEngine({
    sql,
    upstream: "test",
    folder,
    clock: monotonicClock,
    log: () => undefined,
    times: { idleMs: 20, saveMs: 20, ...times },
  });
  open.push(engine);
  return engine;
};
const count = async (engine: Engine, text = "") =>
  engine
    .call("search", row.id, {
      query: { ...everyProduct, text, exact: true },
      first: 0,
      count: 1,
      facets: false,
    })
    .then(({ total }) => total);

/** The database, with something done around each statement. */
const around = (act: (text: string, run: () => Promise<object[]>) => Promise<object[]>): Sql =>
  new Proxy(database.sql, {
    apply: (target, self, args: readonly unknown[]) =>
      act((args[0] as readonly string[]).join(""), async () =>
        Reflect.apply(target as CallableFunction as () => never, self, [...args] as never),
      ),
  });

/** Counts the rows that are read of the products. */
const countRows = () => {
  let read = 0;
  const sql = around(async (text, run) => {
    const rows = await run();
    if (text.includes("order by version")) read += rows.length;
    return rows;
  });
  return { sql: async () => sql, read: () => read };
};

it("follows the changes of a catalog", async () => {
  await put(range(1, 450));
  const engine = start();
  await engine.follow(row, 0);
  expect(await count(engine)).toBe(450);
  const { epoch } = engine.describe(row);
  await put([3, 900], "Chair");
  expect(await count(engine, "chair")).toBe(0);
  await engine.follow(row, 0);
  expect(await count(engine, "chair")).toBe(2);
  expect(await count(engine)).toBe(451);
  expect(engine.describe(row).epoch).not.toBe(epoch);
});

it("while it opens, it says how far it is, and finds what is there so far", async () => {
  await put(range(1, 900));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let queries = 0;
  const sql = around(async (_, run) => {
    queries += 1;
    if (queries > 2) await held;
    return run();
  });
  const engine = start({}, async () => sql);
  const following = engine.follow(row, 0);
  await expect.poll(() => engine.describe(row).opening).toEqual({ done: 400, total: 900 });
  expect(await count(engine)).toBe(400);
  const { epoch } = engine.describe(row);
  release();
  await following;
  expect(engine.describe(row)).toMatchObject({ opening: null });
  expect(engine.describe(row).epoch).not.toBe(epoch);
  expect(await count(engine)).toBe(900);
});

it("opens from the saved file and the changes since; without a usable one from all rows", async () => {
  await put(range(1, 300));
  const first = start();
  await first.follow(row, 0);
  // While it is written it has another name.
  await expect.poll(async () => readdir(folder)).toEqual([expect.stringMatching(/\.index$/)]);
  await first.close();
  await put([301, 302]);
  const [file = ""] = await readdir(folder);

  const second = countRows();
  const engine = start({ idleMs: 600_000 }, second.sql);
  await engine.follow(row, 0);
  expect(await count(engine)).toBe(302);
  expect(second.read()).toBe(2);

  await writeFile(join(folder, file), "spoiled");
  const third = countRows();
  const other = start({}, third.sql);
  await other.follow(row, 0);
  expect(await count(other)).toBe(302);
  expect(third.read()).toBe(302);
});

it("a file with later changes than the database has is not used", async () => {
  await put(range(1, 3));
  await put([4]);
  const first = start();
  await first.follow(row, 0);
  await expect.poll(async () => readdir(folder)).toHaveLength(1);
  await first.close();
  await database.sql`delete from gateway.catalog_products where id = 4`;
  await database.sql`update gateway.catalogs set version = version - 1`;
  row = await readCatalog(database.sql, row.id);
  const second = start();
  await second.follow(row, 0);
  expect(await count(second)).toBe(3);
});

it("closes what isn't used, and opens it again", async () => {
  await put(range(1, 3));
  const engine = start({ dropMs: 50 });
  await engine.follow(row, 0);
  await expect.poll(async () => count(engine).catch(String)).toContain("not open");
  await engine.follow(row, 0);
  expect(await count(engine)).toBe(3);
});

it("keeps at most four catalogs open", async () => {
  const engine = start({ idleMs: 600_000 });
  await put([1]);
  await engine.follow(row, 0);
  for (const channel of [2, 3, 4, 5])
    await engine.follow(await openCatalog(database.sql, "test", channel), 0);
  await expect(count(engine)).rejects.toThrow("not open");
});

it("after a failure of the database it goes on", async () => {
  await put(range(1, 3));
  let fails = true;
  const engine = start({}, async () => {
    if (fails) throw new Error("no database");
    return database.sql;
  });
  await expect(engine.follow(row, 0)).rejects.toThrow("no database");
  fails = false;
  await engine.follow(row, 0);
  expect(await count(engine)).toBe(3);
});
