import { describe, expect, test } from "vitest";
import { parseColumnsChoice, writeColumnsChoice } from "./columns-choice.ts";

type ColumnsChoice = ReturnType<typeof parseColumnsChoice>;

describe("columns in the address", () => {
  test.each<[string, ColumnsChoice]>([
    ["", {}],
    ["units", { units: true }],
    ["units,-goods", { units: true, goods: false }],
  ])("%j parses to %j, and back", (text, choice) => {
    expect(parseColumnsChoice(text)).toEqual(choice);
    expect(writeColumnsChoice(choice)).toBe(text);
  });

  test.each([",,", "-", ",-,"])("%j selects nothing", (text) =>
    expect(parseColumnsChoice(text)).toEqual({}),
  );

  test("a property name of all objects is an ordinary column", () =>
    expect(Object.entries(parseColumnsChoice("__proto__,-toString"))).toEqual([
      ["__proto__", true],
      ["toString", false],
    ]));
});
