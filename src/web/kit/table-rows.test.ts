// @vitest-environment happy-dom

import { expect, test } from "vitest";
import { rememberOpened } from "#web/base/listed-records.ts";
import { firstRow, rowStep } from "./table-rows.ts";

const pick = `<span class="table__pick"><input type="checkbox"></span>`;
const link = (id: number) => `<a data-row-link href="/rmas/${id}">${id}</a>`;

/** A table's rows, each with its content. */
const tableOf = (...rows: readonly string[]): HTMLElement => {
  const table = document.createElement("div");
  table.innerHTML = rows.map((row, at) => `<div data-index="${at}">${row}</div>`).join("");
  return table;
};

test.each<[string, HTMLElement | null, string | undefined]>([
  ["the first link", tableOf(pick + link(1), pick + link(2)), "A"],
  ["the checkbox of a first row without a link", tableOf(pick, pick + link(2)), "INPUT"],
  ["nothing where a row has neither", tableOf(""), undefined],
  ["nothing without rows", tableOf(), undefined],
  ["nothing without a table", null, undefined],
])("keys start at %s", (_, table, tag) => {
  expect(firstRow(table)?.tagName).toBe(tag);
});

test("keys start at the row that was opened last", () => {
  const table = tableOf(pick, link(1), link(2));
  rememberOpened("/rmas/2");
  expect(firstRow(table)?.textContent).toBe("2");
});

test.each([
  ["ArrowDown", false, 1, 1],
  ["j", false, 1, undefined],
  ["ArrowUp", false, -1, -1],
  ["k", false, -1, undefined],
  ["PageDown", false, 10, undefined],
  ["PageUp", false, -10, undefined],
  ["Home", false, Number.NEGATIVE_INFINITY, undefined],
  ["End", false, Number.POSITIVE_INFINITY, undefined],
  ["Enter", false, undefined, 1],
  ["Enter", true, undefined, -1],
  ["ArrowDown", true, 1, undefined],
  ["a", false, undefined, undefined],
])("%s (shift: %s) moves by %s rows, and by %s from a field", (key, shiftKey, inRow, inField) => {
  expect(rowStep({ key, shiftKey }, false, 10)).toBe(inRow);
  expect(rowStep({ key, shiftKey }, true, 10)).toBe(inField);
});
