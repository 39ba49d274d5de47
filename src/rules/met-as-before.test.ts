import { describe, expect, test } from "vitest";
import { stringComparators } from "./comparators/strings.ts";
import { metAsBefore } from "./met-as-before.ts";
import { operandsOf } from "./operands.ts";
import { tableOf } from "./record-table.ts";
import { testContext } from "./test-catalogue.ts";
import { valueColumn } from "./value-column.ts";

/** Asks of a column, and counts how often it was looked at. */
const asker = () => {
  let looked = 0;
  const comparator = {
    ...stringComparators.string_contains,
    test: (...given: Parameters<typeof stringComparators.string_contains.test>) => {
      looked++;
      return stringComparators.string_contains.test(...given);
    },
  };
  const table = tableOf([], testContext);
  const ask = (column: ReturnType<typeof valueColumn>, first: string, mustMatchAll = false) => [
    ...metAsBefore(
      column,
      { comparator, operands: operandsOf([first]), now: 0, mustMatchAll },
      table,
    ),
  ];
  return { ask, looked: () => looked };
};

describe("a question to a column", () => {
  const lamps = valueColumn(["Lamp", "Desk", ["Lamp", "Rug"]]);

  test("is answered once, however often it is asked", () => {
    const { ask, looked } = asker();
    expect(ask(lamps, "lamp")).toEqual([1, 0, 1]);
    const before = looked();
    expect(ask(lamps, "lamp")).toEqual([1, 0, 1]);
    expect(looked()).toBe(before);
  });

  test("is another one with other operands, for all values of an array, or to another column", () => {
    const { ask } = asker();
    expect(ask(lamps, "lamp")).toEqual([1, 0, 1]);
    expect(ask(lamps, "desk")).toEqual([0, 1, 0]);
    expect(ask(lamps, "lamp", true)).toEqual([1, 0, 0]);
    expect(ask(valueColumn(["Rug"]), "lamp")).toEqual([0]);
  });

  test("is still answered after more of them than are kept", () => {
    const { ask } = asker();
    for (let at = 0; at < 1_100; at++) expect(ask(lamps, `${at}`)).toEqual([0, 0, 0]);
    expect(ask(lamps, "lamp")).toEqual([1, 0, 1]);
  });
});
