import { expect, test } from "vitest";
import { isNumberList } from "./record-search.tsx";

test.each<[string, boolean]>([
  ["30110", true],
  ["PO-200387", true],
  ["rma-30110 30111", true],
  ["FO-2OO", true],
  ["A-77, B-78", true],
  ["4711\n4712", true],
  ['"PO 12" PO-3', true],
  ["1Z999AA10123456784", false],
  ["9136430967", false],
  ["zoe", false],
  ["Müller, Zoë", false],
  ["zoe@example.com", false],
  ["tent 4", false],
  ["TNT-4P", false],
  ["", false],
  [" , ", false],
])("%j is a list of numbers: %s", (text, is) => {
  expect(isNumberList(text)).toBe(is);
});
