// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Column } from "./data-table-model.ts";
import { RowLink } from "#web/records/row-link.tsx";
import { Table } from "./table.tsx";

interface Row {
  readonly name: string;
  readonly id?: number;
}

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Name",
    width: 100,
    main: true,
    value: ({ name }) => name,
    cell: ({ name, id }) =>
      id === undefined ? (
        name
      ) : (
        <RowLink kind="rmas" id={id}>
          {name}
        </RowLink>
      ),
  },
];
const rows: readonly Row[] = [
  { name: "RMA 1", id: 1 },
  { name: "Sessions" },
  { name: "Rule" },
  { name: "RMA 2", id: 2 },
];
const picks = { has: () => false, toggle: () => {}, all: false, toggleAll: () => {} };
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const openTable = () => {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => act(() => root.unmount()));
  act(() =>
    root.render(
      <RouterContextProvider router={router}>
        <Table
          label="Changes"
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          nameOf={({ name }) => name}
          picks={picks}
        />
      </RouterContextProvider>,
    ),
  );
  document.querySelector<HTMLElement>("[data-row-link]")?.focus();
};

/** The focused element, as a person would name it. */
const nameFocused = () =>
  document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

const press = (key: string) =>
  act(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
  );

test.each([
  [["ArrowDown"], "Select Sessions"],
  [["ArrowDown", "j"], "Select Rule"],
  [["ArrowDown", "j", "ArrowDown"], "RMA 2"],
  [["End"], "RMA 2"],
  [["End", "k"], "Select Rule"],
  [["End", "k", "ArrowUp", "ArrowUp"], "RMA 1"],
])("keys reach every row, also those without a link: %j", async (keys, focused) => {
  openTable();
  for (const key of keys) {
    const before = document.activeElement;
    press(key);
    // A letter may wait, to tell it from a scanner's.
    await expect.poll(() => document.activeElement).not.toBe(before);
  }
  expect(nameFocused()).toBe(focused);
});
