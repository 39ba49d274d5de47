import { expect, test } from "vitest";
import { fetchWholeList, withoutRepeats } from "./whole-list.ts";

const pagesOf = (count: number, total?: number) => {
  const requested: number[] = [];
  const read = async ({ pageNumber, pageSize }: { pageNumber: number; pageSize: number }) => {
    requested.push(pageNumber);
    const first = (pageNumber - 1) * pageSize;
    const length = Math.max(0, Math.min(pageSize, count - first));
    const value = Array.from({ length }, (_, index) => ({ id: first + index }));
    return { value, problems: [], total };
  };
  return { requested, read };
};

test.each<[number, number | undefined, number, boolean]>([
  [0, undefined, 1, false],
  [49, undefined, 1, false],
  [50, 50, 1, false],
  [50, undefined, 2, false],
  [57, 57, 2, false],
  [200, 200, 4, false],
  [201, 201, 1, true],
  [500, undefined, 4, true],
])("%i rows, with total %s: %i requests, cut %s", async (count, total, requests, cut) => {
  const { requested, read } = pagesOf(count, total);
  const list = await fetchWholeList(read);
  expect(requested).toHaveLength(requests);
  expect(list.cut).toBe(cut);
  expect(list.total).toBe(cut ? undefined : count);
});

test.each<[number, number | undefined, number, boolean]>([
  [99, undefined, 1, false],
  [100, 100, 1, false],
  [100, undefined, 2, false],
  [160, 160, 2, false],
  [160, undefined, 2, false],
  [400, 400, 3, true],
])("the start of a longer list: %i rows, with total %s: %i requests, cut %s", async (...row) => {
  const [count, total, requests, cut] = row;
  const { requested, read } = pagesOf(count, total);
  const list = await fetchWholeList(read, { pageSize: 100, maxRows: 300, startOfLonger: true });
  expect(requested).toHaveLength(requests);
  expect(list.cut).toBe(cut);
  expect(list.value).toHaveLength(Math.min(count, 300));
});

test("a row that moved to the next page counts once", async () => {
  const pages = [Array.from({ length: 50 }, (_, id) => ({ id })), [{ id: 49 }, { id: 50 }]];
  const list = await fetchWholeList(async ({ pageNumber }) => ({
    value: pages[pageNumber - 1] ?? [],
    problems: [],
    total: undefined,
  }));
  expect(list.value.map(({ id }) => id)).toEqual(Array.from({ length: 51 }, (_, id) => id));
});

test("an upstream that sends the same page for each number is asked twice, and its list is whole", async () => {
  const requested: number[] = [];
  const list = await fetchWholeList(async ({ pageNumber, pageSize }) => {
    requested.push(pageNumber);
    const value = Array.from({ length: pageSize }, (_, id) => ({ id }));
    return { value, problems: [], total: undefined };
  });
  expect(requested).toEqual([1, 2]);
  expect([list.value.length, list.total, list.cut]).toEqual([50, 50, false]);
});

test("a row that is there twice keeps its first place, with its last value", () => {
  const rows = [{ id: 3 }, { id: 2, name: "old" }, { id: 1 }, { id: 2, name: "new" }];
  expect(withoutRepeats(rows)).toEqual([{ id: 3 }, { id: 2, name: "new" }, { id: 1 }]);
});
