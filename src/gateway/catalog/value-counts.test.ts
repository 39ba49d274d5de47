import { expect, test } from "vitest";
import type { Sql } from "#database/sql.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { Engine } from "./engine.ts";
import { createIndexes, type Indexes } from "./indexes.ts";
import type { CatalogRow } from "./store.ts";
import { createValueCounts } from "./value-counts.ts";

const asked = { field: "product.brand", entry: null, text: "" };

/** Counts over the rows that a database would give, at a time that the test sets. */
const open = () => {
  const indexes = createIndexes();
  let brands: readonly string[] = [];
  let isBroken = false;
  let reads = 0;
  let now = 0;
  const sql = async () => {
    if (isBroken) throw new Error("no database");
    return (async () => {
      reads += 1;
      return brands.map((brand, at) => ({
        id: at + 1,
        version: 1,
        goneAt: brand === "Gone" ? 1 : null,
        record: JSON.stringify({ brand, variants: [{ price: at }] }),
      }));
    }) as unknown as Sql;
  };
  const call = async (name: keyof Indexes, ...args: unknown[]) =>
    (indexes[name] as (...all: unknown[]) => unknown)(...args);
  const counts = createValueCounts({
    sql,
    engine: { call: call as Engine["call"] },
    clock: { now: () => now } as Clock,
    log: () => {},
  });
  const find = async (version: number) => counts.find({ id: 7, version } as CatalogRow, asked);
  return {
    find,
    reads: () => reads,
    set: (next: readonly string[]) => (brands = next),
    pass: (ms: number) => (now += ms),
    break: (broken: boolean) => (isBroken = broken),
    drop: () => indexes.drop(7),
  };
};

test("values are counted on the first question, and after changes only once the counts are old", async () => {
  const { find, reads, set, pass, drop } = open();
  set(["Hartwell", "Hartwell", "Gone"]);
  expect(await find(1)).toBeNull();
  await expect.poll(async () => (await find(1))?.values).toEqual([{ value: "Hartwell", count: 2 }]);
  expect(reads()).toBe(1);
  set(["Oak"]);
  await find(2);
  expect(reads()).toBe(1);
  pass(60_000);
  // The old counts are the answer meanwhile.
  expect((await find(2))?.products).toBe(2);
  await expect.poll(async () => (await find(2))?.values).toEqual([{ value: "Oak", count: 1 }]);
  expect(reads()).toBe(2);
  drop();
  expect(await find(2)).toBeNull();
  await expect.poll(async () => (await find(2))?.products).toBe(1);
});

test("counting that failed is repeated with the next question", async () => {
  const { find, set, break: setBroken } = open();
  set(["Oak"]);
  setBroken(true);
  expect(await find(1)).toBeNull();
  setBroken(false);
  await expect.poll(async () => (await find(1))?.products).toBe(1);
});
