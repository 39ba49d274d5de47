import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { asking, freshCatalog, rowOf, slowCatalog } from "#web/testing/catalog.ts";
import { createFoundProducts } from "./found-products.ts";

const settled = () => vi.advanceTimersByTimeAsync(0);
const rested = () => vi.advanceTimersByTimeAsync(200);
const lost = new Error("the connection is lost");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A search for all of 1,000 products whose first rows were found. */
const openFound = async () => {
  const { asked, search } = slowCatalog();
  const found = createFoundProducts(search);
  found.showRange(0, 10);
  found.search(asking(""));
  asked[0]?.answer(1_000);
  await settled();
  return { asked, found };
};

describe("a search", () => {
  test("loads the visible rows and 60 around in one request, and others when they are shown", async () => {
    const { asked, found } = await openFound();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ first: 0, count: 71 });
    expect(found.state.get()).toMatchObject({ busy: false, total: 1_000 });
    expect(found.state.get().rowAt(70)?.title).toBe("Product 71");
    expect(found.state.get().rowAt(71)).toBeUndefined();
    found.showRange(495, 505);
    expect(asked[1]).toMatchObject({ first: 435, count: 131 });
    asked[1]?.answer(1_000);
    await settled();
    expect(found.state.get().rowAt(500)?.title).toBe("Product 501");
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
  });

  test("loads neighbors only in a pause, once half of them are missing, and each row once", async () => {
    const { asked, found } = await openFound();
    found.showRange(20, 30);
    await rested();
    expect(asked).toHaveLength(1);
    found.showRange(40, 50);
    await settled();
    expect(asked).toHaveLength(1);
    await rested();
    expect(asked[1]).toMatchObject({ first: 71, count: 40 });
    asked[1]?.answer(1_000);
    await settled();
    found.showRange(40, 50);
    await rested();
    expect(asked).toHaveLength(2);
  });

  test("is reported as busy only when it takes long", async () => {
    const { asked, found } = await openFound();
    found.search(asking("lamp"));
    await settled();
    expect(found.state.get().busy).toBe(false);
    await rested();
    expect(found.state.get().busy).toBe(true);
    asked[1]?.answer(1);
    await settled();
    expect(found.state.get().busy).toBe(false);
  });

  test("waits for the one before, and only the newest that waits is sent", async () => {
    const { asked, found } = await openFound();
    for (const text of ["l", "la", "lam"]) found.search(asking(text));
    expect(asked.map(({ query }) => query.text)).toEqual(["", "l"]);
    asked[1]?.answer(300);
    await settled();
    expect(asked.map(({ query }) => query.text)).toEqual(["", "l", "lam"]);
    asked[2]?.answer(2);
    await settled();
    expect(found.state.get()).toMatchObject({ query: { text: "lam" }, total: 2 });
    expect(found.state.get().rows.size).toBe(2);
  });

  test("for the same query is sent once, unless it failed; the rows before stay", async () => {
    const { asked, found } = await openFound();
    found.search(asking("lamp"));
    found.search(asking("lamp"));
    expect(asked).toHaveLength(2);
    asked[1]?.fail(lost);
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, total: 1_000, error: lost });
    found.search(asking("lamp"));
    asked[2]?.answer(1);
    await settled();
    expect(found.state.get()).toMatchObject({ total: 1, error: undefined });
  });

  test("that failed while a newer one waits is no error", async () => {
    const { asked, found } = await openFound();
    found.search(asking("la"));
    found.search(asking("lamp"));
    asked[1]?.fail(lost);
    await settled();
    expect(found.state.get().error).toBeUndefined();
    asked[2]?.answer(1);
    await settled();
    expect(found.state.get()).toMatchObject({ query: { text: "lamp" }, total: 1 });
  });

  test("begins at the top; after a change of the catalog it stays at its rows", async () => {
    const { asked, found } = await openFound();
    found.showRange(500, 510);
    asked[1]?.answer(1_000);
    await settled();
    found.follow("2");
    expect(asked[2]).toMatchObject({ first: 440, count: 131 });
    const renamed = Array.from({ length: 131 }, (_, at) => rowOf(441 + at, "Renamed"));
    asked[2]?.answer(990, { state: { ...freshCatalog, epoch: "2" }, rows: renamed });
    expect(found.state.get().rowAt(500)?.title).toBe("Product 501");
    await settled();
    expect(found.state.get()).toMatchObject({ total: 990, epoch: "2" });
    expect(found.state.get().rowAt(500)?.title).toBe("Renamed");
    found.search(asking("lamp"));
    expect(asked[3]).toMatchObject({ first: 0, count: 71 });
  });

  test("follows another epoch and a failure, and nothing else", async () => {
    const { asked, found } = await openFound();
    found.follow("1");
    expect(asked).toHaveLength(1);
    found.follow("2");
    expect(asked).toHaveLength(2);
    asked[1]?.fail(lost);
    await settled();
    found.follow("1");
    expect(asked).toHaveLength(3);
  });

  test("that is closed is ended", async () => {
    const { asked, found } = await openFound();
    found.search(asking("lamp"));
    found.close();
    expect(asked[1]?.signal?.aborted).toBe(true);
    await rested();
    expect(found.state.get()).toMatchObject({ busy: false, error: undefined, total: 1_000 });
  });

  test("drops distant rows after some thousands, and loads them again when they are shown", async () => {
    const { asked, found } = await openFound();
    const show = async (first: number) => {
      found.showRange(first, first + 40);
      asked.at(-1)?.answer(1_000_000);
      await settled();
    };
    found.repeat();
    await show(0);
    for (let first = 1_000; first < 9_000; first += 150) await show(first);
    expect(found.state.get().rowAt(0)).toBeUndefined();
    await show(0);
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
  });
});
