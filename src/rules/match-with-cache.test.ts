import { describe, expect, test } from "vitest";
import { stringComparators } from "./comparators/strings.ts";
import { matchWithCache } from "./match-with-cache.ts";
import { toOperands } from "./operands.ts";
import { createTable } from "./record-table.ts";
import { testContext } from "./test-catalogue.ts";
import { valueColumn } from "./value-column.ts";

/** Evaluates a condition on a column, and counts the evaluations. */
const countingMatcher = () => {
  let evaluations = 0;
  const comparator = {
    ...stringComparators.string_contains,
    test: (...given: Parameters<typeof stringComparators.string_contains.test>) => {
      evaluations++;
      return stringComparators.string_contains.test(...given);
    },
  };
  const table = createTable([], testContext);
  const match = (column: ReturnType<typeof valueColumn>, first: string, mustMatchAll = false) => [
    ...matchWithCache(
      column,
      { comparator, operands: toOperands([first]), now: 0, mustMatchAll },
      table,
    ),
  ];
  return { match, evaluations: () => evaluations };
};

describe("a condition on a column", () => {
  const lamps = valueColumn(["Lamp", "Desk", ["Lamp", "Rug"]]);

  test("is evaluated once, however often it is requested", () => {
    const { match, evaluations } = countingMatcher();
    expect(match(lamps, "lamp")).toEqual([1, 0, 1]);
    const before = evaluations();
    expect(match(lamps, "lamp")).toEqual([1, 0, 1]);
    expect(evaluations()).toBe(before);
  });

  test("is evaluated separately with other operands, for all values of an array, or on another column", () => {
    const { match } = countingMatcher();
    expect(match(lamps, "lamp")).toEqual([1, 0, 1]);
    expect(match(lamps, "desk")).toEqual([0, 1, 0]);
    expect(match(lamps, "lamp", true)).toEqual([1, 0, 0]);
    expect(match(valueColumn(["Rug"]), "lamp")).toEqual([0]);
  });

  test("is still correct after more conditions than the cache keeps", () => {
    const { match } = countingMatcher();
    for (let at = 0; at < 1_100; at++) expect(match(lamps, `${at}`)).toEqual([0, 0, 0]);
    expect(match(lamps, "lamp")).toEqual([1, 0, 1]);
  });
});
