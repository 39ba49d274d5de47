import { describe, expect, test } from "vitest";
import { type ColumnsChoice, columnsChoiceOf, columnsText } from "./columns-choice.ts";

describe("columns in the address", () => {
  test.each<[string, ColumnsChoice]>([
    ["", {}],
    ["units", { units: true }],
    ["units,-goods", { units: true, goods: false }],
  ])("%j parses to %j, and back", (text, choice) => {
    expect(columnsChoiceOf(text)).toEqual(choice);
    expect(columnsText(choice)).toBe(text);
  });

  test.each([",,", "-", ",-,"])("%j selects nothing", (text) =>
    expect(columnsChoiceOf(text)).toEqual({}),
  );

  test("a property name of all objects is an ordinary column", () =>
    expect(Object.entries(columnsChoiceOf("__proto__,-toString"))).toEqual([
      ["__proto__", true],
      ["toString", false],
    ]));
});
