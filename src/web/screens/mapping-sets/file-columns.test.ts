import { expect, test } from "vitest";
import { type ColumnChoice, countColumns, countUnused, guessColumns } from "./file-columns.ts";
import { readFileTable } from "./read-item-table.ts";

const linesOf = (text: string) => readFileTable(text).lines;

test.each<[string, from: number, to: number | undefined, heading: boolean]>([
  ["key,value\nRed,Crimson", 0, 1, true],
  ["From,To\na,1", 0, 1, true],
  ["fromValue,toValue\na,1", 0, 1, true],
  ["To,Id,From\n1,7,a", 2, 0, true],
  ["Old SKU,New SKU\nA-1,B-1", 0, 1, true],
  ["new_sku;old_sku\nB-1;A-1", 1, 0, true],
  ["Source,Value\na,1", 0, 1, true],
  ["Value,Maps to\na,1", 0, 1, true],
  ["Source value,Target value\na,1", 0, 1, true],
  ["Original,Replacement\na,1", 0, 1, true],
  ["SKU,Name\nA-1,Chain", 0, 1, true],
  ["Supplier code,Our code\nA-1,B-1", 0, 1, true],
  ["SKU,Description,New SKU\nA-1,Chain,B-1", 0, 2, true],
  ["Name,Old SKU\nChain,A-1", 1, 0, true],
  ["Handle,Title,Body (HTML),Vendor\nchain,Chain,,x", 0, 1, true],
  ["FIFA,Dial,ISO3166-1-Alpha-3,M49\nTPE,886,TWN,158\nAFG,93,AFG,4", 0, 1, true],
  ["from\na", 0, undefined, true],
  ["value\na", 0, undefined, true],
  ["Red,Crimson\nBlue,Navy", 0, 1, false],
  ["Red,Crimson,warm\nBlue,Navy,cold", 0, 1, false],
  ["New York,NY\nOld Town,OT", 0, 1, false],
  ["One size,OS\n38,M\n40,L", 0, 1, false],
  ["1,2,3\n4,5,6", 0, 1, false],
  ["a\nb", 0, undefined, false],
  ["a\nb,c", 0, 1, false],
  ["", 0, undefined, false],
])("F8: columns of %j", (text, from, to, heading) => {
  expect(guessColumns(linesOf(text))).toEqual({ from, to, heading });
});

test("the columns of the longest line can be chosen, and as many as a browser lists quickly", () => {
  expect(countColumns(linesOf("a\nb,c,d\ne,f"))).toBe(3);
  expect(countColumns(linesOf(`a${",".repeat(5_000)}`))).toBe(500);
});

test.each<[ColumnChoice, number]>([
  [{ from: 0, to: 1, heading: false }, 1],
  [{ from: 0, to: undefined, heading: false }, 2],
  [{ from: 3, to: 0, heading: false }, 2],
])("of %j, other columns with content: %d", (choice, unused) =>
  expect(countUnused(linesOf("a,1,x,\nb,2,, "), choice)).toBe(unused),
);
