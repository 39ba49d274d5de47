import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TableHead } from "./table-head.tsx";

const picks = { has: () => false, toggle: () => {}, all: false, toggleAll: () => {} };
const render = (count: number) =>
  renderToStaticMarkup(<TableHead columns={[]} sort={undefined} picks={picks} count={count} />);

test.each([
  [0, true],
  [1, false],
  [20_000, false],
])("of %i rows, all can be selected unless there are none", (count, isLocked) => {
  expect(render(count)).toContain('aria-label="Select all rows"');
  expect(render(count).includes("disabled")).toBe(isLocked);
});
