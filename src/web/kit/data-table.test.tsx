// @vitest-environment happy-dom
import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import type { Answer } from "#web/api/call.ts";
import { DataTable } from "./data-table.tsx";
import type { Column } from "./columns.tsx";
import { openTestApp } from "#web/testing/app.tsx";

interface Thing {
  readonly id: number;
}

const columns: readonly Column<Thing>[] = [
  { id: "id", header: "ID", width: 80, main: true, value: ({ id }) => id, cell: ({ id }) => id },
  { id: "action", header: "Action", width: 80, cell: () => "Delete" },
];

interface Page {
  /** The part of the address that the list reads: "page=2". */
  at?: string;
  rows: number;
  total?: number;
  held?: number;
  paged?: boolean;
  order?: { words: string; by: string };
}

/** Shows a list with a page of 25 rows at most. */
const showList = ({ at = "", rows, total, held, paged = true, order }: Page) => {
  const value = Array.from({ length: rows }, (_, index) => ({ id: index + 1 }));
  const props: ComponentProps<typeof DataTable<Thing>> = {
    name: "things",
    label: "Things",
    nouns: ["thing", "things"],
    columns,
    query: {
      data: { value, problems: [], total },
      isSuccess: true,
    } as unknown as UseQueryResult<Answer<Thing[]>>,
    rowId: ({ id }) => String(id),
    nameOf: ({ id }) => `Thing ${id}`,
    empty: <p>Nothing</p>,
    pageHeld: held,
    paged,
    pageSize: 25,
    ...(order && { order }),
  };
  return openTestApp({ "/": () => <DataTable<Thing> {...props} /> }, `/?${at}`);
};

const buttonsIn = (place: string) => [
  ...document.querySelectorAll<HTMLButtonElement>(`${place} button`),
];

test.each<[is: string, page: Page, shows: string, goesTo: number | undefined]>([
  ["is empty", { rows: 0, total: 0 }, "Nothing", undefined],
  ["is empty and has no total", { rows: 0 }, "Nothing", undefined],
  [
    "has other pages, which may match",
    { rows: 0, held: 25, total: 300 },
    "No matches on this page",
    2,
  ],
  ["may have other pages, which may match", { rows: 0, held: 25 }, "No matches on this page", 2],
  [
    "has pages before and after, which may match",
    { at: "page=2", rows: 0, held: 25, total: 300 },
    "Other pages may have matches",
    3,
  ],
  [
    "has pages before, which may match",
    { at: "page=12", rows: 0, held: 25, total: 300 },
    "Earlier pages may have matches",
    1,
  ],
  ["has one page", { rows: 0, held: 20, total: 20 }, "Nothing", undefined],
  ["has one page and no total", { rows: 0, held: 20 }, "Nothing", undefined],
  ["ended with a full page", { at: "page=2", rows: 0 }, "The list ends before it", 1],
  ["ended before", { at: "page=4", rows: 0, held: 0, total: 60 }, "The list ends before it", 1],
  ["has no pages", { at: "page=4", rows: 0, total: 0, paged: false }, "Nothing", undefined],
])("a page without rows of a list that %s", async (_, page, shows, goesTo) => {
  const app = showList(page);
  await expect.poll(() => document.querySelector(".list__instead")?.textContent).toContain(shows);
  const buttons = buttonsIn(".list__instead");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(
    goesTo === undefined ? [] : [`Go to page ${goesTo}`],
  );
  if (goesTo === undefined) return;
  buttons[0]?.click();
  await expect.poll(app.address).toBe(goesTo === 1 ? "/" : `/?page=${goesTo}`);
});

test.each<[is: string, page: Page, isPart: boolean]>([
  ["has other pages", { rows: 25, total: 60 }, true],
  ["has one page", { rows: 20, total: 20 }, false],
  ["has one page and no total", { rows: 20 }, false],
  ["may have other pages, and is filtered by the screen", { rows: 3, held: 25 }, true],
  ["has one page, and is filtered by the screen", { rows: 3, held: 20, total: 20 }, false],
])("sorting a list that %s", async (_, page, isPart) => {
  showList({ ...page, at: "sort=id" });
  const heading = () => document.querySelector('[aria-sort="ascending"] button');
  await expect.poll(heading).not.toBeNull();
  const foot = document.querySelector(".list__foot")?.textContent;
  expect(foot?.includes("sorted by ID on this page only")).toBe(isPart);
  expect(heading()?.getAttribute("title")).toContain(
    isPart ? "Sort this page by ID" : "Sort by ID",
  );
});

test("a column of buttons is not sorted by", async () => {
  showList({ at: "sort=action", rows: 2 });
  const names = () => buttonsIn('[role="columnheader"]').map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(["ID"]);
  expect(document.querySelector('[aria-sort="ascending"]')).toBeNull();
});

test.each<[page: Page, words: string]>([
  [{ rows: 25, total: 1200 }, "1–25 of 1,200 things"],
  [{ at: "page=2", rows: 25, total: 1200 }, "26–50 of 1,200 things"],
  [{ rows: 25 }, "1–25 of 25+ things"],
  [{ at: "page=2", rows: 3 }, "26–28 of 28 things"],
  [{ rows: 3, total: 3 }, "3 things"],
  [{ rows: 1 }, "1 thing"],
  [{ rows: 46, paged: false }, "46 things"],
  [{ rows: 0, paged: false }, "0 things"],
  [{ rows: 3, held: 25, total: 300 }, "3 match among 1–25 of 300 things"],
  [{ at: "page=9", rows: 0, total: 60 }, "No things on this page"],
  [{ rows: 3, total: 3, order: { words: "newest first", by: "-id" } }, "3 things, newest first"],
  [{ at: "sort=id", rows: 3, order: { words: "newest first", by: "-id" } }, "3 things"],
])("the number of rows of %j", async (page, words) => {
  showList(page);
  await expect
    .poll(() => document.querySelector(".list__foot [aria-live]")?.textContent)
    .toBe(words);
});

test.each([
  ["-id", ["descending", "ascending", "descending"], ["/?sort=id", "/"]],
  ["id", ["ascending", "descending", "ascending"], ["/?sort=-id", "/"]],
  ["", ["none", "ascending", "descending"], ["/?sort=id", "/?sort=-id"]],
])("a list whose default order is %j", async (by, sorted, addresses) => {
  const app = showList({ rows: 3, order: { words: "in an order", by } });
  const heading = () => document.querySelector("[aria-sort]");
  await expect.poll(() => heading()?.getAttribute("aria-sort")).toBe(sorted[0]);
  for (const [index, address] of addresses.entries()) {
    heading()!.querySelector("button")!.click();
    await expect.poll(app.address).toBe(address);
    await expect.poll(() => heading()?.getAttribute("aria-sort")).toBe(sorted[index + 1]);
  }
});
