import { expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import { importSnippets } from "./import-snippets.ts";
import { listSuggestions, mergeSnippets, parseSnippets, snippets, withTexts } from "./snippets.ts";

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

const windows1252 = new Uint8Array(
  [...'{"note":["caf'].map((sign) => sign.charCodeAt(0)).concat([0xe9, 0x22, 0x5d, 0x7d]),
);

test.each<[string, BlobPart | { readonly size: number }, string | RegExp, readonly string[]]>([
  ["UTF-8", '{"note":["Größe","Größe"]}', "1 snippet imported", ["Größe"]],
  [
    "Windows-1252",
    windows1252,
    /^1 snippet imported\. This file isn't UTF-8, .* Check its accented letters\.$/,
    ["café"],
  ],
  [
    "cut",
    new TextEncoder().encode('{"note":["éä').subarray(0, -1),
    /^This file contains no snippets\. .* ends in the middle of a character/,
    [],
  ],
  [
    "of another kind",
    "[1]",
    "This file contains no snippets. Select a file that was exported here.",
    [],
  ],
  [
    "of 15 MB and more",
    { size: 15_000_001 },
    "This file is too large. The limit is 5,000,000 characters.",
    [],
  ],
  ["unreadable", { size: 5 }, "Couldn't read this file. Select another file.", []],
])("a file that is %s", async (_, content, result, texts) => {
  snippets.set(empty);
  const file =
    typeof content === "object" && "size" in content ? (content as Blob) : new Blob([content]);
  expect(await importSnippets(file)).toMatch(result);
  expect(snippets.get().note).toEqual(texts);
});

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
