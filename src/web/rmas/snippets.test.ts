import { expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import { listSuggestions, mergeSnippets, parseSnippets, withTexts } from "./snippets.ts";

const empty = { returnReason: [], returnCondition: [], note: [] };
const noted = (...notes: string[]): RmaItem[] =>
  notes.map((note) => ({ note, bundleComponents: [] }));

test.each([
  ["", undefined],
  ["{}", undefined],
  ["[1]", undefined],
  ['{"note":["Seen"," Seen ","",7]}', { ...empty, note: ["Seen"] }],
  ['{"note":"Seen","returnReason":["Broken"]}', { ...empty, returnReason: ["Broken"] }],
])("the file %s contains %j", (text, expected) => expect(parseSnippets(text)).toEqual(expected));

test("an import adds to the snippets, each text once", () =>
  expect(
    mergeSnippets({ ...empty, note: ["A", "B"] }, { ...empty, note: ["B", "C"] }).note,
  ).toEqual(["A", "B", "C"]));

test("removing a text keeps those of other fields", () => {
  const saved = { ...empty, note: ["A", "B"], returnReason: ["A"] };
  expect(withTexts(saved, "note", ["B"])).toEqual({ ...saved, note: ["B"] });
});

test("snippets come first, then this RMA's texts, then those of others by use", () =>
  expect(
    listSuggestions(
      "note",
      { ...empty, note: ["Saved"] },
      noted("Here", "Saved"),
      noted("Rare", "Often", "Often", "Here"),
    ),
  ).toEqual(["Saved", "Here", "Often", "Rare"]));
