// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { connection } from "#web/api/connection.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/api/session.ts";
import { writeDraft } from "#web/ui/draft.ts";
import { showScreen } from "#web/ui/test-screen.tsx";
import { ImportItems } from "./import-items.tsx";
import { noEdits } from "./item-edits.ts";
import { MappingSetItems } from "./mapping-set-items.tsx";

const typeInto = (selector: string, text: string) => {
  const field = document.querySelector<HTMLInputElement>(selector)!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

const item: MappingSetItem = { id: 1, mappingSetId: 5, fromValue: "Crimson", toValue: "Red" };
const saved = { from: "Crimson", to: "Red" };

/** Puts the items, and the connection to an upstream, into the cache. */
const hold = (value: MappingSetItem[], baseUrl = "https://one.example") => {
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded: false } as Connection);
  queryClient.setQueryData(mappingSetItems(5).queryKey, { value, problems: [], total: undefined });
};

const showItems = () => showScreen(<MappingSetItems id={5} name="Colors" count={1} enabled />);
const field = (label: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;
const findButton = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text)!;

beforeEach(() => {
  session.set({ signIn: "none", person: null });
  localStorage.clear();
});

test.each<[items: MappingSetItem[], typed: string, text: string]>([
  [[], "", "This set has no items."],
  [[], "red", "This set has no items."],
  [[item], "blue", "No items match “blue”."],
])("a viewer of the items %j who searches for “%s”", async (value, typed, text) => {
  session.set({ signIn: "oidc", person: { id: "1", name: "Kim", role: "viewer" } });
  onTestFinished(() => session.set(null));
  hold(value);
  await showScreen(<MappingSetItems id={5} name="Colors" count={0} enabled />);
  if (typed) await act(async () => typeInto("[type=search]", typed));
  expect(document.querySelector(".plain-table__none")?.textContent).toBe(text);
});

test.each<[storedAs: string, upstream: string, shown: string]>([
  ["mapping-set.5.items https://one.example", "https://one.example", "Rose"],
  ["mapping-set.5.items https://one.example", "https://two.example", "Red"],
  // As an earlier version stored them.
  ["mapping-set.5.items", "https://two.example", "Rose"],
])("unsaved items stored as %s, on %s", async (storedAs, upstream, shown) => {
  const changed = { 1: { values: { from: "Crimson", to: "Rose" }, was: saved } };
  writeDraft(storedAs, { ...noEdits, changed });
  hold([item], upstream);
  await showItems();
  expect(field("To, row 1").value).toBe(shown);
});

test("while a save is under way, nothing can be typed, pasted, removed, undone or imported, for a reason", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  onTestFinished(() => void vi.unstubAllGlobals());
  hold([item]);
  await showItems();
  const states = () => [
    field("To, row 1").readOnly,
    field("To, row 1").title,
    document.querySelector<HTMLInputElement>("[type=file]")!.disabled,
    document.querySelector("[type=file]")!.closest("label")!.title,
    findButton("Undo").disabled,
    field("Undo row 1").getAttribute("aria-disabled"),
  ];
  await act(async () => typeInto('[aria-label="To, row 1"]', "Rose"));
  expect(states()).toEqual([false, "", false, "", false, "false"]);
  await act(async () => findButton("Save 1 item").click());
  const why = "Wait until the items are saved.";
  expect(states()).toEqual([true, why, true, why, true, "true"]);
  await act(async () => field("Undo row 1").click());
  expect(field("To, row 1").value).toBe("Rose");
});

test.each<[locked: string | undefined, taken: number]>([
  [undefined, 1],
  ["Wait until the items are saved.", 0],
])("an import that is locked by %j is taken %d times", async (locked, taken) => {
  const onTake = vi.fn<() => void>();
  const table = { rows: [], problems: [], header: true };
  const merge = { edits: noEdits, added: 1, updated: 0, same: 0 };
  await showScreen(
    <ImportItems name="a.csv" {...{ table, merge, locked, onTake }} onCancel={() => {}} />,
  );
  await act(async () => findButton("Import 1 item").click());
  expect(onTake).toHaveBeenCalledTimes(taken);
  expect(document.querySelector("[role=status]")?.textContent).toBe(locked ?? "");
});
