import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProductRow } from "#contract/catalog.ts";
import { createProductFinder } from "./find-products.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rowOf = (id: number) => ({ id }) as ProductRow;

/** A copy whose answers come when the test lets them. */
const slowCopy = () => {
  const asked: string[] = [];
  const answers: ((ids: number[]) => void)[] = [];
  return {
    asked,
    answer: async (...ids: number[]) => {
      answers.shift()?.(ids);
      await vi.advanceTimersByTimeAsync(0);
    },
    copy: {
      ids: ({ text }: { text: string }) => {
        asked.push(text);
        return new Promise<number[]>((resolve) => answers.push(resolve));
      },
      rows: (ids: ArrayLike<number>) => Promise.resolve(Array.from(ids, rowOf)),
    },
  };
};

test("one search at a time, and texts in between are skipped", async () => {
  const { copy, asked, answer } = slowCopy();
  const { found, ask } = createProductFinder(copy);
  for (const text of ["la", "lam", "lamp"]) ask(text);
  expect(asked).toEqual(["la"]);
  await answer(1);
  expect(asked).toEqual(["la", "lamp"]);
  expect(found.get().text).toBe("");
  await answer(1, 2, 3, 4, 5, 6, 7, 8);
  expect(found.get()).toEqual({ text: "lamp", rows: [1, 2, 3, 4, 5, 6].map(rowOf) });
});

test("a single letter, nothing, and a copy that fails find nothing", async () => {
  const { found, ask } = createProductFinder({
    ids: () => Promise.reject(new Error("no copy")),
    rows: () => Promise.reject(new Error("no copy")),
  });
  for (const text of ["l", "lamp", ""]) {
    ask(text);
    await vi.advanceTimersByTimeAsync(0);
    expect(found.get()).toEqual({ text, rows: [] });
  }
});

test("a copy that does not answer delays nothing, and is shown when it does", async () => {
  const { copy, answer } = slowCopy();
  const { found, ask } = createProductFinder(copy);
  ask("lamp");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(found.get()).toEqual({ text: "lamp", rows: [] });
  ask("lamps");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(found.get()).toEqual({ text: "lamps", rows: [] });
  await answer();
  await answer(7);
  expect(found.get()).toEqual({ text: "lamps", rows: [rowOf(7)] });
});
