import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rowOf, slowCatalog } from "#web/testing/catalog.ts";
import { createProductFinder } from "./find-products.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

test("one search at a time, texts in between are skipped, and six products are found", async () => {
  const { asked, search } = slowCatalog();
  const { found, ask } = createProductFinder(search);
  const texts = () => asked.map(({ query }) => query.text);
  for (const text of ["la", "lam", "lamp"]) ask(text);
  expect(texts()).toEqual(["la"]);
  asked[0]?.answer(1);
  await settled();
  expect(texts()).toEqual(["la", "lamp"]);
  expect(found.get().text).toBe("");
  asked[1]?.answer(8);
  await settled();
  expect(found.get()).toEqual({ text: "lamp", rows: [1, 2, 3, 4, 5, 6].map((id) => rowOf(id)) });
});

test("a single letter, nothing, and a search that fails find nothing", async () => {
  const { found, ask } = createProductFinder(() => Promise.reject(new Error("no catalog")));
  for (const text of ["l", "lamp", ""]) {
    ask(text);
    await settled();
    expect(found.get()).toEqual({ text, rows: [] });
  }
});

test("a slow search delays nothing, and is shown when it is answered", async () => {
  const { asked, search } = slowCatalog();
  const { found, ask } = createProductFinder(search);
  ask("lamp");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(found.get()).toEqual({ text: "lamp", rows: [] });
  ask("lamps");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(found.get()).toEqual({ text: "lamps", rows: [] });
  asked[0]?.answer(0);
  await settled();
  asked[1]?.answer(1);
  await settled();
  expect(found.get()).toEqual({ text: "lamps", rows: [rowOf(1)] });
});
