// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { computeTracks, TableHead } from "./table-frame.tsx";

test.each([
  [
    "all columns share the extra width in proportion",
    [{ width: 100 }, { width: 300 }],
    false,
    "minmax(100px, 100fr) minmax(300px, 300fr)",
    "400px",
  ],
  [
    "a growing column takes all extra width, and shrinks first",
    [{ width: 200, grow: true }, { width: 80 }],
    true,
    "44px minmax(140px, 200fr) 80px",
    "264px",
  ],
])("%s", (_, columns, picks, tracks, least) => {
  expect(computeTracks(columns, picks)).toEqual({
    "--table-columns": tracks,
    "--table-least": least,
  });
});

const picks = { has: () => false, toggle: () => {}, all: false, toggleAll: () => {} };
const render = (count: number) =>
  renderToStaticMarkup(
    <TableHead columns={[]} sort={undefined} picks={picks} count={count} unseen={false} />,
  );

test.each([
  [0, true],
  [1, false],
  [20_000, false],
])("of %i rows, all can be selected unless there are none", (count, isLocked) => {
  expect(render(count)).toContain('aria-label="Select all rows"');
  expect(render(count).includes("disabled")).toBe(isLocked);
});

test("above cards, a head that isn't visible has its headings and order, and nothing that can have the focus", () => {
  const sort = { by: { id: "name", desc: true }, toggle: () => {}, title: String };
  const columns = [{ id: "name", header: "Name", value: String }];
  const head = renderToStaticMarkup(
    <TableHead columns={columns} sort={sort} picks={picks} count={1} unseen />,
  );
  expect(head).not.toMatch(/<(?:button|input)/);
  expect(head).toMatch(/role="columnheader" aria-sort="descending"><span class="label">Name/);
});
