import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { testProduct } from "#catalog/testing/products.ts";
import { everyProduct } from "#contract/catalog.ts";
import { createIndexes } from "./indexes.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-index-"));
});
afterAll(async () => rm(folder, { recursive: true }));

const rowsOf = (ids: readonly number[], version = 1) =>
  ids.map((id) => ({
    id,
    record: JSON.stringify(testProduct({ id, title: `Lamp ${id}` })),
    readAt: 1_000 + id,
    goneAt: null,
    version,
  }));
const all = { query: everyProduct, first: 0, count: 100, facets: false };

/** An index of three products, saved. */
const saved = async (name: string) => {
  const place = { file: join(folder, name), copy: "one" };
  const indexes = createIndexes();
  indexes.open(1, undefined);
  indexes.put(1, rowsOf([1, 2, 3], 7));
  await indexes.save(1, place);
  return place;
};

it("a saved index is loaded, and goes on from its position", async () => {
  const place = await saved("whole");
  const indexes = createIndexes();
  expect(indexes.open(1, place)).toEqual({ position: { version: 7, id: 3 }, size: 3 });
  indexes.put(1, rowsOf([3, 4], 8));
  const found = indexes.search(1, { ...all, query: { ...everyProduct, text: "lamp" } });
  expect(found).toMatchObject({ total: 4, held: { position: { version: 8, id: 4 }, size: 4 } });
  expect(await readdir(folder)).toEqual(["whole"]);
});

const spoil: readonly [string, (file: string) => Promise<void>][] = [
  ["missing", async (file) => rm(file)],
  ["empty", async (file) => truncate(file)],
  ["cut", async (file) => truncate(file, (await readFile(file)).length - 10)],
  [
    "changed",
    async (file) => {
      const bytes = await readFile(file);
      bytes[bytes.length - 20]! ^= 1;
      await writeFile(file, bytes);
    },
  ],
  ["another program's", async (file) => writeFile(file, "text")],
];
test.each(spoil)("a file that is %s is not loaded", async (name, change) => {
  const place = await saved(name);
  await change(place.file);
  expect(createIndexes().open(1, place)).toEqual({ position: { version: 0, id: 0 }, size: 0 });
});

it("a file of another copy is not loaded", async () => {
  const place = await saved("other");
  expect(createIndexes().open(1, { ...place, copy: "two" }).size).toBe(0);
});

it("windows of a query are cut from one search, until something changes", () => {
  const indexes = createIndexes();
  indexes.open(1, undefined);
  indexes.put(1, rowsOf([1, 2, 3, 4, 5]));
  const idsOf = (first: number, count: number) =>
    indexes.search(1, { ...all, first, count }).rows.map(({ id }) => id);
  const whole = idsOf(0, 100);
  expect([...idsOf(0, 2), ...idsOf(2, 2), ...idsOf(4, 2)]).toEqual(whole);
  expect(idsOf(9, 5)).toEqual([]);
  indexes.put(1, rowsOf([6]));
  expect(idsOf(0, 100)).toHaveLength(6);
  for (let text = 0; text < 40; text += 1)
    indexes.search(1, { ...all, query: { ...everyProduct, text: String(text) } });
  expect(idsOf(0, 100)).toHaveLength(6);
});

it("what was read again is as new as that", () => {
  const indexes = createIndexes();
  indexes.open(1, undefined);
  indexes.put(1, rowsOf([1, 2]));
  indexes.search(1, all);
  indexes.reach(1, { version: 2, id: 9 }, 5_000);
  const { rows, held } = indexes.search(1, all);
  expect(rows.map(({ readAt }) => readAt)).toEqual([5_000, 5_000]);
  expect(held.position).toEqual({ version: 2, id: 9 });
});

it("the least recently updated products come first, without those that are gone", () => {
  const indexes = createIndexes();
  indexes.open(1, undefined);
  const row = (id: number, day: string, goneAt: number | null = null) => ({
    ...rowsOf([id])[0]!,
    record: JSON.stringify(testProduct({ id, updated_at: `2026-01-${day}T00:00:00Z` })),
    goneAt,
  });
  indexes.put(1, [row(1, "05"), row(2, "03"), row(3, "04"), row(4, "01", 5), row(5, "02")]);
  expect(indexes.oldest(1, 0, 3)).toEqual({ ids: [5, 2, 3], total: 4 });
  expect(indexes.oldest(1, 3, 3)).toEqual({ ids: [1], total: 4 });
});

it("calls about an index that is not open fail", async () => {
  const indexes = createIndexes();
  indexes.open(1, undefined);
  indexes.drop(1);
  expect(() => indexes.search(1, all)).toThrow("not open");
  await expect(indexes.overview(2, "UTC")).rejects.toThrow("not open");
});
