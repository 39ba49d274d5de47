import { expect, test } from "vitest";
import { isRecordId, toRecordId } from "./record-id.ts";

test.each([
  ["1", true],
  ["9007199254740991", true],
  ["9007199254740993", true],
  ["9223372036854775807", true],
  ["123456789012345678901234567890", false],
  ["5e0", false],
  ["0x10", false],
  ["05", false],
  ["0", false],
  ["-1", false],
  ["5.0", false],
  [" 5", false],
  ["٥", false],
  ["new", false],
  ["", false],
])("%j is the ID of a record: %s", (text, expected) => {
  expect(isRecordId(text)).toBe(expected);
});

test.each([
  ["7", 7],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", "9007199254740993"],
])("%j in an address is the ID %j of a record", (text, id) => {
  expect(toRecordId(text)).toBe(id);
});
