import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TableHead } from "./table-head.tsx";

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
