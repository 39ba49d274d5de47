import { expect, test } from "vitest";
import { buildTable } from "./export-rows.ts";

test("a table has the values of each column, except columns of buttons", () => {
  const columns = [
    { header: "Name", value: ({ name }: { name: string }) => name },
    { header: "Action" },
    { header: "Length", value: ({ name }: { name: string }) => name.length },
  ];
  expect(buildTable(columns, [{ name: "Colors" }, { name: "Sizes" }])).toEqual([
    ["Name", "Length"],
    ["Colors", 6],
    ["Sizes", 5],
  ]);
});
