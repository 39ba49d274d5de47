// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { ChoicesFilter } from "./choices-filter.tsx";
import { openTestApp, pressButton } from "#web/testing/app.tsx";

const listChoices = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, `Choice ${at}`]));

test.each([
  [9, false],
  [10, true],
])("%i choices: with a search %s", async (count, isSearched) => {
  const Filter = () => (
    <ChoicesFilter name="filterStatus" label="Status" any="Any" choices={listChoices(count)} />
  );
  openTestApp({ "/purchase-orders": Filter }, "/purchase-orders");
  await pressButton("Any");
  await expect.poll(() => document.querySelectorAll("[type=checkbox]").length).toBe(count);
  expect(document.querySelector("[role=dialog] [type=search]") !== null).toBe(isSearched);
});
