import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openingState } from "#web/api/product-copy/copy-state.ts";
import { createFoundProducts } from "./found-products.ts";
import { asking, rowOf, slowCopy } from "#web/testing/slow-copy.ts";

const settled = () => vi.advanceTimersByTimeAsync(0);
const rested = () => vi.advanceTimersByTimeAsync(200);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a search", () => {
  test("shows its matches, and reads the rows near the visible ones", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.showRange(0, 10);
    found.search(asking("lamp"));
    copy.searches[0]?.answer(Array.from({ length: 1_000 }, (_, index) => index + 1));
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, matches: { total: 1_000 } });
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
    expect(found.state.get().rowAt(70)).toBeUndefined();
    await rested();
    expect(found.state.get().rowAt(70)?.title).toBe("Product 71");
    expect(found.state.get().rowAt(500)).toBeUndefined();
    found.showRange(495, 505);
    await settled();
    expect(found.state.get().rowAt(500)?.title).toBe("Product 501");
  });

  test("is reported as busy only when it takes long", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking("la"));
    await settled();
    expect(found.state.get().busy).toBe(false);
    found.search(asking("lamp"));
    await rested();
    expect(found.state.get().busy).toBe(true);
    copy.searches[1]?.answer([1]);
    await rested();
    expect(found.state.get().busy).toBe(false);
  });

  test("reads no neighboring rows while the user goes on typing", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    const ids = Array.from({ length: 500 }, (_, index) => index + 1);
    for (const [place, text] of ["l", "la", "lam"].entries()) {
      found.search(asking(text));
      copy.searches[place]?.answer(ids);
      await settled();
    }
    const before = copy.rows.mock.calls.length;
    await rested();
    expect(copy.rows.mock.calls.length).toBe(before + 1);
  });

  test("is replaced by a later one, whichever responds first", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking("la"));
    found.search(asking("lamp"));
    copy.searches[1]?.answer([2]);
    await settled();
    copy.searches[0]?.answer([1, 2, 3]);
    await settled();
    expect(found.state.get()).toMatchObject({ query: { text: "lamp" }, matches: { total: 1 } });
  });

  test("for the same query is sent once, unless it failed", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking("lamp"));
    found.search(asking("lamp"));
    expect(copy.searches).toHaveLength(1);
    copy.searches[0]?.fail(new Error("the worker is gone"));
    await settled();
    found.search(asking("lamp"));
    expect(copy.searches).toHaveLength(2);
  });

  test("that was aborted is no error; one that failed is, and the matches before stay", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking("la"));
    copy.searches[0]?.answer([1]);
    await settled();
    found.search(asking("lam"));
    copy.searches[1]?.fail(new DOMException("given up", "AbortError"));
    await settled();
    expect(found.state.get().error).toBeUndefined();
    found.search(asking("lamp"));
    copy.searches[2]?.fail(new Error("the worker is gone"));
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, matches: { total: 1 } });
    expect(found.state.get().error).toBeInstanceOf(Error);
  });

  test("that is repeated keeps the rows until newer ones arrive", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking(""));
    copy.searches[0]?.answer([1]);
    await settled();
    copy.rows.mockImplementation(async () => [rowOf(1, "Renamed")]);
    found.repeat();
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
    copy.searches[1]?.answer([1]);
    await settled();
    expect(found.state.get().rowAt(0)?.title).toBe("Renamed");
  });

  test("follows the copy: at once to its first products, then once a second", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking(""));
    copy.searches[0]?.answer([]);
    await settled();
    found.follow();
    await settled();
    expect(copy.searches).toHaveLength(2);
    copy.searches[1]?.answer([1]);
    await settled();
    found.follow();
    await vi.advanceTimersByTimeAsync(999);
    found.follow();
    expect(copy.searches).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(copy.searches).toHaveLength(3);
    found.follow();
    found.close();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(copy.searches).toHaveLength(3);
  });

  test("of a copy that was deleted is repeated at once", async () => {
    let state = openingState;
    const copy = { ...slowCopy(), state: { get: () => state, subscribe: () => () => {} } };
    const found = createFoundProducts(copy);
    found.search(asking(""));
    copy.searches[0]?.answer([1]);
    await settled();
    found.follow();
    state = { ...openingState, phase: "paused" };
    found.follow();
    await settled();
    expect(copy.searches).toHaveLength(2);
  });

  test("requests a row once, however often it is shown", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking(""));
    copy.searches[0]?.answer([1, 2, 3]);
    await settled();
    const before = copy.rows.mock.calls.length;
    found.showRange(0, 2);
    found.showRange(0, 2);
    await settled();
    expect(copy.rows.mock.calls.length).toBe(before);
  });

  test("shows any row at once if the page holds all of them, and reads none", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
    for (const id of ids) copy.brought.set(id, rowOf(id, `Held ${id}`));
    found.search(asking(""));
    copy.searches[0]?.answer(ids);
    await settled();
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
    const before = copy.rows.mock.calls.length;
    found.showRange(900, 930);
    expect(found.state.get().rowAt(910)?.title).toBe("Held 911");
    await settled();
    expect(copy.rows.mock.calls.length).toBe(before);
  });

  test("drops distant rows after some thousands, and reads them again when they are shown", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking(""));
    copy.searches[0]?.answer(Array.from({ length: 8_000 }, (_, index) => index + 1));
    await settled();
    for (let first = 0; first < 8_000; first += 100) {
      found.showRange(first, first + 40);
      await settled();
    }
    expect(found.state.get().rowAt(0)).toBeUndefined();
    found.showRange(0, 40);
    await settled();
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
  });

  test("by words reads the matching texts of rows, and shows the rows meanwhile", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    for (let id = 1; id <= 500; id += 1) copy.brought.set(id, rowOf(id, `Held ${id}`));
    found.search(asking("lamp"));
    copy.searches[0]?.answer(Array.from({ length: 500 }, (_, index) => index + 1));
    await settled();
    found.showRange(400, 430);
    expect(found.state.get().rowAt(410)?.title).toBe("Held 411");
    await settled();
    expect(found.state.get().rowAt(410)?.title).toBe("Product 411");
  });
});
