// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readDraft } from "#web/editing/draft.ts";
import { addRows, type ItemEdits, noEdits } from "./item-edits.ts";
import { type OpenTimeline, openTimeline } from "./use-timeline.ts";

const key = "mapping-set.5.items embedded";
const change = (to: string) => ({ values: { from: "RED", to }, was: { from: "RED", to: "Red" } });

/** What is stored for all tabs: the To values by item, and those of the new rows. */
const readStored = () => {
  const { changed, added } = readDraft<ItemEdits>(key)?.value ?? noEdits;
  const changes = Object.entries(changed).map(([id, { values }]) => [id, values.to] as const);
  return { ...Object.fromEntries(changes), added: added.map(({ values }) => values.to) };
};

const type = ({ edit, latest, keep }: OpenTimeline, id: number, to: string) => {
  edit({ ...latest(), changed: { ...latest().changed, [id]: change(to) } });
  keep();
};
const add = ({ edit, latest, keep }: OpenTimeline, to: string) => {
  edit(addRows(latest(), [{ from: to.toUpperCase(), to }]));
  keep();
};
const openTab = () => openTimeline(key);
const leave = ({ keepAll }: OpenTimeline) => keepAll();
const hide = ({ keepTyped }: OpenTimeline) => keepTyped();

beforeEach(() => localStorage.clear());

test.each([
  ["left", leave],
  ["hidden", hide],
])(
  "a tab that was opened before, and in which nothing is typed, deletes no draft when it is %s",
  (_, end) => {
    const other = openTab();
    const typing = openTab();
    type(typing, 1, "Rose");
    end(other);
    expect(readStored()).toEqual({ 1: "Rose", added: [] });
  },
);

test("what two tabs type in different rows, and add, is stored together", () => {
  const [one, two] = [openTab(), openTab()];
  type(one, 1, "Rose");
  type(two, 2, "Ruby");
  add(one, "oak");
  add(two, "ash");
  add(two, "elm");
  expect(readStored()).toEqual({ 1: "Rose", 2: "Ruby", added: ["oak", "ash", "elm"] });
  one.replace(noEdits);
  expect(readStored()).toEqual({ 2: "Ruby", added: ["ash", "elm"] });
  expect(openTab().latest()).toMatchObject({ changed: { 2: change("Ruby") } });
});

test("a row that is added after another was saved has a key of its own, in a tab that still has the other", () => {
  const one = openTab();
  add(one, "oak");
  const two = openTab();
  one.replace(noEdits);
  add(one, "ash");
  add(two, "elm");
  const keys = [...two.latest().added, ...one.latest().added].map((row) => row.key);
  expect(new Set(keys).size).toBe(3);
});

test("what was only restored stays deleted when its page is hidden, and is a draft again when its screen is left", () => {
  const one = openTab();
  type(one, 1, "Rose");
  const two = openTab();
  type(two, 2, "Ruby");
  one.replace(noEdits);
  hide(two);
  expect(readStored()).toEqual({ 2: "Ruby", added: [] });
  leave(two);
  expect(readStored()).toEqual({ 1: "Rose", 2: "Ruby", added: [] });
});

test("what was typed is stored again when its page is hidden, whatever another tab has typed over it", () => {
  const [one, two] = [openTab(), openTab()];
  type(one, 1, "Rose");
  type(two, 1, "Wine");
  hide(one);
  expect(readStored()).toEqual({ 1: "Rose", added: [] });
});
