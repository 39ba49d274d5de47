import { expect, test } from "vitest";
import { explainNoRows, holdsAll, isLastPage } from "./list-page.ts";

const page = (pageNumber: number, held: number, total?: number) => ({
  pageNumber,
  pageSize: 25,
  held,
  total,
});

test.each([
  { of: page(1, 25, 60), isLast: false, isAll: false },
  { of: page(3, 10, 60), isLast: true, isAll: false },
  { of: page(1, 10, 10), isLast: true, isAll: true },
  { of: page(1, 25, 25), isLast: true, isAll: true },
  // The API returned fewer rows than it counts.
  { of: page(1, 20, 23), isLast: true, isAll: true },
  // Without a total, a full page may have a next one.
  { of: page(1, 24), isLast: true, isAll: true },
  { of: page(1, 25), isLast: false, isAll: false },
  { of: page(2, 3), isLast: true, isAll: false },
  { of: page(1, 0), isLast: true, isAll: true },
])("$of is the last page: $isLast, is the whole list: $isAll", ({ of, isLast, isAll }) => {
  expect(isLastPage(of)).toBe(isLast);
  expect(holdsAll(of)).toBe(isAll);
});

test.each([
  // The screen left out all rows that the API returned.
  { of: page(1, 25, 60), why: "other pages" },
  { of: page(3, 10, 60), why: "other pages" },
  { of: page(1, 25), why: "other pages" },
  { of: page(1, 10, 10), why: "none" },
  { of: page(1, 10), why: "none" },
  // The API returned none.
  { of: page(2, 0), why: "past the end" },
  { of: page(4, 0, 60), why: "past the end" },
  { of: page(1, 0, 0), why: "none" },
  { of: page(2, 0, 0), why: "none" },
  { of: page(1, 0), why: "none" },
])("$of shows no rows: $why", ({ of, why }) => {
  expect(explainNoRows(of)).toBe(why);
});
