// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { mappingSetItems } from "#web/api/mapping-sets.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/base/session.ts";
import { readDraft, writeDraft } from "#web/editing/drafts.ts";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { isDisconnected, waitingSaves } from "#web/editing/waiting-saves.ts";
import { ImportFile, takeFile } from "./import-items.tsx";
import { type ItemEdits, noEdits } from "./item-edits.ts";
import { MappingSetItems } from "./mapping-set-items.tsx";
import type { ItemEditing } from "./use-item-edits.ts";

const item: MappingSetItem = { id: 1, mappingSetId: 5, fromValue: "Crimson", toValue: "Red" };
const second: MappingSetItem = { id: 2, mappingSetId: 5, fromValue: "Navy", toValue: "Blue" };
/** Each test has a set of its own, also in other files: an unsaved draft stays open. */
let set = 0;
const draftKey = () => `mapping-set.${set}.items`;
const readEdits = () => readDraft<ItemEdits, unknown>(draftKey());

/** Puts the items into the cache. */
const hold = (value: MappingSetItem[]) =>
  queryClient.setQueryData(mappingSetItems(set).queryKey, {
    value,
    problems: [],
    total: undefined,
  });

/** Shows the items of the cache. */
const showItems = async () => {
  openTestApp({ "/": () => <MappingSetItems id={set} name="Colors" count={1} enabled /> });
  await expect.poll(() => document.querySelector("[type=search]")).not.toBeNull();
};
const field = (label: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;
const findButton = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text)!;

beforeEach(() => {
  session.set({ signIn: "none", person: null });
  localStorage.clear();
  set += 1;
});

test.each<[items: MappingSetItem[], typed: string, text: string]>([
  [[], "", "This set has no items."],
  [[], "red", "This set has no items."],
  [[item], "blue", "No items match “blue”."],
])("a viewer of the items %j who searches for “%s”", async (value, typed, text) => {
  session.set({ signIn: "oidc", person: { id: "1", name: "Kim", role: "viewer" } });
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  hold(value);
  await showItems();
  if (typed) typeText(document.querySelector<HTMLInputElement>("[type=search]")!, typed);
  await expect.poll(() => document.querySelector(".plain-table__none")?.textContent).toBe(text);
});

test("while a save is under way, nothing can be typed, pasted, removed, undone or imported, for a reason", async () => {
  let fail = () => {};
  const answer = new Promise((_, reject) => (fail = () => reject(new TypeError("no answer"))));
  vi.stubGlobal("fetch", () => answer);
  onTestFinished(() => void vi.unstubAllGlobals());
  hold([item]);
  await showItems();
  const states = () => [
    field("To, row 1").readOnly,
    field("To, row 1").title,
    document.querySelector<HTMLInputElement>("[type=file]")!.disabled,
    document.querySelector("[type=file]")!.closest("label")!.title,
    findButton("Undo").getAttribute("aria-disabled"),
    field("Undo row 1").getAttribute("aria-disabled"),
  ];
  await expect.poll(() => field("To, row 1")).not.toBeNull();
  typeText(field("To, row 1"), "Rose");
  await expect.poll(states).toEqual([false, "", false, "", "false", "false"]);
  await pressButton("Save 1 item");
  const why = "Wait until the items are saved.";
  await expect.poll(states).toEqual([true, why, true, why, "true", "true"]);
  field("Undo row 1").click();
  expect(field("To, row 1").value).toBe("Rose");
  fail();
  await expect.poll(states).toEqual([false, "", false, "", "false", "false"]);
});

test("removing or undoing a row with the keyboard moves the focus to a cell, and the last step or Discard keeps it", async () => {
  hold([item]);
  await showItems();
  await expect.poll(() => field("To, row 1")).not.toBeNull();
  typeText(field("From, row 2"), "Navy");
  await expect.poll(() => field("Remove row 2")).not.toBeNull();
  field("Remove row 2").focus();
  field("Remove row 2").click();
  await expect.poll(() => field("Remove row 2")).toBeNull();
  expect(document.activeElement).toBe(field("From, row 2"));
  typeText(field("To, row 1"), "Rose");
  await expect.poll(() => field("Undo row 1")).not.toBeNull();
  field("Undo row 1").focus();
  field("Undo row 1").click();
  await expect.poll(() => field("Undo row 1")).toBeNull();
  expect(document.activeElement).toBe(field("From, row 1"));
  // A button that is disabled loses the focus.
  const names = ["Undo", "Redo", "Discard"];
  expect(names.map((name) => findButton(name).disabled)).toEqual([false, false, false]);
});

test("a step back ends the wait of a save for the gateway", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no answer")));
  onTestFinished(() => void vi.unstubAllGlobals());
  hold([item, second]);
  await showItems();
  const isWaiting = () => document.body.textContent?.includes("Waiting to be sent");
  await expect.poll(() => field("To, row 1")).not.toBeNull();
  typeText(field("To, row 1"), "Rose");
  typeText(field("To, row 2"), "Sky");
  await pressButton("Save 2 items");
  isDisconnected.set(true);
  onTestFinished(() => isDisconnected.set(false));
  await pressButton("Send when back online");
  await expect.poll(isWaiting).toBe(true);
  await pressButton("Undo");
  await expect.poll(isWaiting).toBe(false);
  expect([field("To, row 1").value, field("To, row 2").value]).toEqual(["Rose", "Blue"]);
  expect(waitingSaves.get()).toEqual([]);
});

/** Shows the preview of an import. */
const showImport = async (text: string, parts: Partial<ItemEditing> = {}) => {
  const take = await takeFile(new File([text], "a.csv"));
  const editing = { items: [], edits: noEdits, edit: () => {}, ...parts } as unknown as ItemEditing;
  const nothing = () => {};
  openTestApp({
    "/": () => <ImportFile {...{ take, editing }} onTake={nothing} onClose={nothing} />,
  });
};

test.each<[locked: string | undefined, taken: number]>([
  [undefined, 1],
  ["Wait until the items are saved.", 0],
])("an import that is locked by %j is taken %d times", async (locked, taken) => {
  const edit = vi.fn<ItemEditing["edit"]>();
  await showImport("from,to\nCrimson,Red", { locked, edit });
  await pressButton("Import 1 item");
  const announced = () => document.querySelector("[role=status]")?.textContent;
  await expect.poll(announced).toBe(locked ?? "");
  expect(edit).toHaveBeenCalledTimes(taken);
});

test("an import of more items than a set can have says how many fit, and offers none", async () => {
  const lines = Array.from({ length: 18 }, (_, at) => `${at},${"x".repeat(1_000_000)}`);
  await showImport(`from,to\n${lines.join("\n")}`);
  await expect
    .poll(() => document.body.textContent)
    .toMatch(/At most \d+ items of this file can be added\./);
  const buttons = [...document.querySelectorAll("button")].map(({ textContent }) => textContent);
  expect(buttons).toEqual(["Close"]);
});

test("of the lines to check of a file, so many are listed as a browser shows quickly", async () => {
  await showImport(`from,to\n${",x\n".repeat(1_200)}`);
  const lines = () => document.querySelectorAll(".items__lines li").length;
  await expect.poll(lines).toBe(20);
  await pressButton("Show the first 1,000");
  await expect.poll(lines).toBe(1_000);
  expect(document.body.textContent).toContain("1,200 lines to check:");
});

test("a save that an earlier page sent is checked by the same request, and a row that is corrected meanwhile becomes a change of its item", async () => {
  const yelow = { from: "Lemon", to: "Yelow" };
  const draft = { changed: {}, added: [{ key: "a", values: yelow }] };
  const items = [{ id: null, fromValue: "Lemon", toValue: "Yelow" }];
  // An hour ago: a page that is opened soon after checks by itself.
  const at = Date.now() - 3_600_000;
  const sent = { key: "k", request: { items, keys: ["a"] }, draft, at };
  writeDraft(draftKey(), "browser", { draft, sent, at: sent.at });
  hold([item]);
  await showItems();
  await expect.poll(() => field("To, row 2")?.value).toBe("Yelow");
  typeText(field("To, row 2"), "Yellow");
  const arrived = { id: 9, mappingSetId: 5, fromValue: "Lemon", toValue: "Yelow" };
  const keys: unknown[] = [];
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", ...init }: RequestInit = {}) => {
    if (method === "GET") return Response.json([item, arrived]);
    keys.push(new Headers(init.headers).get("idempotency-key"), JSON.parse(String(init.body)));
    return Response.json([arrived]);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await pressButton("Check status");
  const change = { values: { from: "Lemon", to: "Yellow" }, was: yelow };
  await expect.poll(() => readEdits()?.draft).toEqual({ changed: { 9: change }, added: [] });
  expect(readEdits()?.sent).toBeUndefined();
  expect(keys).toEqual(["k", items]);
});

test("fault 41: what two people changed is compared, the person chooses, goes on typing, and saves", async () => {
  const theirs = { ...item, toValue: "Ruby" };
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Response.json([theirs, second]);
    sent.push(JSON.parse(String(body)));
    return Response.json([{ ...theirs, toValue: "Rose" }]);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  hold([item, second]);
  await showItems();
  await expect.poll(() => field("To, row 1")).not.toBeNull();
  typeText(field("To, row 1"), "Rose");
  await pressButton("Save 1 item");
  const text = () => document.body.textContent;
  await expect.poll(text).toContain("Conflict: this mapping set has changed");
  expect(text()).toContain("Nothing was saved. Your other changes are kept.");
  expect(text()).toContain("From “Crimson”was “Crimson” → “Red”, is now “Crimson” → “Ruby”");
  const mine = "Use your version: “Crimson” → “Rose”";
  [...document.querySelectorAll("label")].find(({ textContent }) => textContent === mine)?.click();
  await pressButton("Continue");
  await expect.poll(text).not.toContain("Conflict");
  expect(sent).toEqual([]);
  await pressButton("Save 1 item");
  await expect.poll(() => sent).toEqual([[{ id: 1, fromValue: "Crimson", toValue: "Rose" }]]);
  await expect.poll(text).toContain("1 item saved");
});

test("a conflict ends where typing has resolved it", async () => {
  const fetched = async () => Response.json([{ ...item, toValue: "Ruby" }]);
  vi.stubGlobal("fetch", fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  hold([item]);
  await showItems();
  await expect.poll(() => field("To, row 1")).not.toBeNull();
  typeText(field("To, row 1"), "Rose");
  await pressButton("Save 1 item");
  const text = () => document.body.textContent;
  await expect.poll(text).toContain("Conflict: this mapping set has changed");
  typeText(field("To, row 1"), "Ruby");
  await expect.poll(text).not.toContain("Conflict");
  await pressButton("Save 1 item");
  await expect.poll(text).toContain("The set already has these items");
  await expect.poll(text).toContain("No unsaved changes");
});

test("edits of another tab are shown, and what it saved is no edit any more", async () => {
  hold([item]);
  await showItems();
  await expect.poll(() => field("To, row 1")).not.toBeNull();
  typeText(field("To, row 1"), "Rose");
  await expect.poll(() => readEdits()?.draft?.changed, { timeout: 2_000 }).toBeDefined();
  const key = Object.keys(localStorage).find((name) => name.includes(draftKey()))!;
  const there = { changed: {}, added: [{ key: "there", values: { from: "Navy", to: "Blue" } }] };
  writeDraft(draftKey(), "browser", { draft: there, at: 1 });
  dispatchEvent(Object.assign(new Event("storage"), { key }));
  await expect.poll(() => field("From, row 2")?.value).toBe("Navy");
  expect(field("To, row 1").value).toBe("Red");
  const text = () => document.body.textContent;
  expect(text()).toContain("Another tab edits this draft, too. The latest change counts.");
  await pressButton("Undo");
  await expect.poll(() => field("To, row 1").value).toBe("Rose");

  vi.stubGlobal("fetch", async () => Response.json([item, { ...second, fromValue: "Teal" }]));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect.poll(() => readEdits()?.draft?.added, { timeout: 2_000 }).toEqual([]);
  writeDraft(draftKey(), "browser", undefined);
  dispatchEvent(Object.assign(new Event("storage"), { key }));
  await expect.poll(text).toContain("No unsaved changes");
  await expect.poll(() => field("From, row 2")?.value).toBe("Teal");
});

const chooseFile = (file: File) => {
  const input = document.querySelector<HTMLInputElement>("[type=file]")!;
  Object.defineProperty(input, "files", { configurable: true, value: [file] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
};
const labeled = <E extends HTMLElement>(text: string) =>
  [...document.querySelectorAll("label")].find(({ textContent }) => textContent === text)
    ?.control as E | undefined;
const choose = (label: string, option: string) => {
  const select = labeled<HTMLSelectElement>(label)!;
  select.value = [...select.options].find(({ text }) => text === option)!.value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};
const preview = () =>
  [...document.querySelectorAll("[role=dialog] tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map(({ textContent }) => textContent),
  );

test("F8: the columns of a file are chosen over its first lines, and its heading", async () => {
  hold([]);
  await showItems();
  const lines = [1, 2, 3, 4, 5, 6].map((at) => `dial ${at},name ${at},code ${at}`);
  chooseFile(new File([["Dial,Name,FIFA", ...lines].join("\n")], "a.csv"));
  await expect.poll(preview).toHaveLength(5);
  expect(preview()[0]).toEqual(["Line\u00a02", "dial 1", "name 1"]);
  expect(labeled<HTMLInputElement>("First line is a heading")?.checked).toBe(true);
  choose("From column", "FIFA");
  choose("To column", "Dial");
  await expect.poll(() => preview()[0]).toEqual(["Line\u00a02", "code 1", "dial 1"]);
  labeled("First line is a heading")?.click();
  await expect.poll(() => preview()[0]).toEqual(["Line\u00a01", "FIFA", "Dial"]);
  choose("To column", "None");
  await expect.poll(() => preview()[0]).toEqual(["Line\u00a01", "FIFA", "–"]);
  choose("To column", "Column 2: Name");
  labeled("First line is a heading")?.click();
  await pressButton("Import 6 items");
  await expect.poll(() => field("From, row 6")?.value).toBe("code 6");
  expect(field("To, row 6").value).toBe("name 6");
});

test("F15, F17: a file in another encoding is read in the one that is chosen, with signs for look-alikes", async () => {
  hold([]);
  await showItems();
  // “Красный” in Windows-1251.
  const red = new Uint8Array([0xca, 0xf0, 0xe0, 0xf1, 0xed, 0xfb, 0xe9]);
  chooseFile(new File(["from;to\nNavy", new Uint8Array([0xa0]), "Blue;", red, "\n"], "a.csv"));
  await expect.poll(preview).toEqual([["Line\u00a02", "Navy‹U+00A0›Blue", "Êðàñíûé"]]);
  const text = () => document.querySelector("[role=dialog]")?.textContent;
  expect(text()).toContain("File read as Windows-1252");
  expect(text()).toContain("1 value has unusual spaces or invisible characters");
  choose("Encoding", "Cyrillic (Windows-1251)");
  await expect.poll(preview).toEqual([["Line\u00a02", "Navy‹U+00A0›Blue", "Красный"]]);
  expect(text()).not.toContain("File read as Windows-1252");
  expect(labeled<HTMLSelectElement>("Encoding")?.value).toBe("windows-1251");
  await pressButton("Import 1 item");
  await expect.poll(() => field("To, row 1")?.value).toBe("Красный");
});

test("F14: line breaks in a value are shown, and kept when another part is edited", async () => {
  hold([{ ...item, fromValue: "two\r\nlines", toValue: "a\tb" }]);
  await showItems();
  await expect.poll(() => field("From, row 1")?.value).toBe("two↵lines");
  expect(field("To, row 1").value).toBe("a⇥b");
  typeText(field("From, row 1"), "two↵lines!");
  const values = () => readEdits()?.draft?.changed[1]?.values;
  await expect.poll(values, { timeout: 5_000 }).toEqual({ from: "two\r\nlines!", to: "a\tb" });
});

test("F15: a look-alike in a saved item is noted below its row", async () => {
  hold([{ ...item, fromValue: "Navy\u00a0Blue" }]);
  await showItems();
  await expect
    .poll(() => document.querySelector(".item-grid__mark")?.textContent)
    .toBe(
      "From has unusual spaces or invisible characters: “Navy‹U+00A0›Blue”. Only a value with the same ones matches.",
    );
});

test("H5: rows that repeat a value are saved only after a question, which can remove them", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit = {}) => {
    if (method === "POST") sent.push(JSON.parse(String(body)));
    return method === "POST"
      ? Response.json([{ ...second, id: 3, fromValue: "Teal", toValue: null }])
      : Response.json([item, second]);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  hold([item, second]);
  await showItems();
  await expect.poll(() => field("From, row 3")).not.toBeNull();
  typeText(field("From, row 3"), "Crimson");
  await expect.poll(() => field("From, row 4")).not.toBeNull();
  typeText(field("From, row 4"), "Teal");
  await pressButton("Save 2 items");
  const text = () => document.querySelector("[role=dialog]")?.textContent ?? "";
  await expect.poll(text).toContain("1 row repeats a value. Items can't be deleted.");
  expect(text()).toContain("Row 3: “Crimson”");
  await pressButton("Cancel");
  await expect.poll(text).toBe("");
  await pressButton("Save 2 items");
  await pressButton("Remove 1 row");
  await expect.poll(() => field("From, row 3")?.value).toBe("Teal");
  expect(sent).toEqual([]);
  await pressButton("Save 1 item");
  await expect.poll(() => sent).toEqual([[{ id: null, fromValue: "Teal", toValue: "" }]]);
});
