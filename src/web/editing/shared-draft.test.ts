// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { session } from "#web/base/session.ts";
import { type DraftFields, openSharedDraft, readDraft, whenPageHides } from "./draft.ts";
import type { FieldDraft } from "./field-draft.ts";

type Draft = FieldDraft<"name" | "note">;

const asFields: DraftFields<Draft> = { split: (draft) => draft, join: (fields) => fields };
const open = () => openSharedDraft("thing", "browser", asFields);
const stored = () => readDraft<Draft>("thing")?.value;

const typed = (text: string) => ({ text, was: "old" });
const [name, otherName, note] = [typed("new"), typed("newer"), typed("seen")];

afterEach(() => {
  localStorage.clear();
  session.set({ signIn: "none", person: null });
});

test("each tab stores and deletes only the fields that it changed", () => {
  const [one, other] = [open(), open()];
  one.store({ name });
  other.store({ note });
  expect(stored()).toEqual({ name, note });
  other.store({});
  expect(stored()).toEqual({ name });
  one.store({});
  expect(stored()).toBeUndefined();
});

test("a field that another tab typed later stays when this one has saved its own text", () => {
  const [one, other] = [open(), open()];
  one.store({ name });
  other.store({ name: otherName });
  one.store({});
  expect(stored()).toEqual({ name: otherName });
});

test("what another tab has replaced and deleted can be stored again, not what was only restored", () => {
  open().store({ note });
  const one = open();
  one.store({ note, name });
  const other = open();
  other.store({ note, name: otherName });
  other.store({});
  expect(stored()).toBeUndefined();
  one.keep(one.isTypedHere);
  expect(stored()).toEqual({ name });
  one.keep(() => true);
  expect(stored()).toEqual({ name, note });
});

test("a draft that is stored as it is doesn't become newer", () => {
  const one = open();
  one.store({ name });
  const before = localStorage
    .getItem("supercargo.draft.thing embedded")!
    .replace(/"savedAt":\d+/, '"savedAt":1');
  localStorage.setItem("supercargo.draft.thing embedded", before);
  one.keep(() => true);
  expect(readDraft("thing")?.savedAt).toBe(1);
});

test("the last typed field is the last one", () => {
  const [one, other] = [open(), open()];
  one.store({ name });
  other.store({ note });
  one.store({ name: otherName });
  expect(Object.keys(stored() ?? {})).toEqual(["note", "name"]);
});

test("a page that is closed calls back until it is stopped", () => {
  let calls = 0;
  const stop = whenPageHides(() => (calls += 1));
  dispatchEvent(new Event("pagehide"));
  expect(calls).toBe(1);
  stop();
  dispatchEvent(new Event("pagehide"));
  expect(calls).toBe(1);
});
