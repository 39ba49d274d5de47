import { describe, expect, test } from "vitest";
import { type ColumnsChoice, columnsChoiceOf, columnsText } from "./columns-choice.ts";

describe("columns in the address", () => {
  test.each<[string, ColumnsChoice]>([
    ["", {}],
    ["units", { units: true }],
    ["units,-goods", { units: true, goods: false }],
  ])("%j is %j, and back", (text, choice) => {
    expect(columnsChoiceOf(text)).toEqual(choice);
    expect(columnsText(choice)).toBe(text);
  });

  test.each([",,", "-", ",-,"])("%j chooses nothing", (text) =>
    expect(columnsChoiceOf(text)).toEqual({}),
  );

  test("a name that every object has is a column like any other", () =>
    expect(Object.entries(columnsChoiceOf("__proto__,-toString"))).toEqual([
      ["__proto__", true],
      ["toString", false],
    ]));
});
