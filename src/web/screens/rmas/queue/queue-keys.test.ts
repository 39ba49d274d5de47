import { expect, test } from "vitest";
import { findCommand } from "./queue-keys.ts";

test.each([
  ["j", "", "next"],
  ["J", "", "next"],
  ["k", "", "previous"],
  ["J", "shift", "selectNext"],
  ["K", "shift", "selectPrevious"],
  ["a", "", "approve"],
  ["A", "shift", undefined],
  ["d", "", "deny"],
  ["+", "shift", "more"],
  ["+", "", "more"],
  ["=", "", "more"],
  ["-", "", "less"],
  ["n", "", "note"],
  ["r", "", "reason"],
  ["u", "", "undo"],
  ["x", "", "select"],
  ["Enter", "", "save"],
  ["j", "repeat", "next"],
  ["+", "shift repeat", "more"],
  ["Enter", "repeat", undefined],
  ["a", "repeat", undefined],
  ["0", "", undefined],
  ["Tab", "", undefined],
  ["toString", "", undefined],
])("%s %s: %s", (key, how, command) =>
  expect(
    findCommand({ key, shiftKey: how.includes("shift"), repeat: how.includes("repeat") })?.command,
  ).toBe(command),
);

test("a digit goes to its line", () =>
  expect(findCommand({ key: "7", shiftKey: false, repeat: false })).toEqual({
    command: "line",
    line: 7,
  }));
