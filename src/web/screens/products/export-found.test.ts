// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { ProductRow } from "#contract/catalog.ts";
import { formatForClipboard } from "./find-foot.tsx";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "' =1"],
  ["\r\n=1", "' =1"],
  ["\0=1", "'\0=1"],
  ["'=1", "''=1"],
  ["a\t=1\r\n+2", "a =1 +2"],
  [-12.5, "-12.5"],
  [null, ""],
])("fault 26: %j is copied as %j", (value, cell) => {
  const columns = [
    { header: "SKU", value: () => value },
    { header: "End", value: () => "end" },
  ] as unknown as Parameters<typeof formatForClipboard>[0];
  const rows = [{}, {}] as ProductRow[];
  expect(formatForClipboard(columns, rows).split("\n")).toEqual([
    "SKU\tEnd",
    `${cell}\tend`,
    `${cell}\tend`,
  ]);
});
