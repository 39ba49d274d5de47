// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import {
  addSnippets,
  importSnippets,
  listSuggestions,
  parseSnippets,
  removeSnippet,
  type SnippetField,
  snippets,
  teamList,
  toTeamSnippet,
  whyNotShared,
  withTeamSnippets,
} from "./snippets.ts";

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

describe("in this browser", () => {
  const key = "supercargo.snippets";
  const kept = () => JSON.parse(localStorage.getItem(key) ?? "null") as unknown;
  const many = (count: number) => Array.from({ length: count }, (_, index) => `Text ${index}`);

  beforeEach(() => void snippets.set(empty));

  test("added snippets follow the stored ones, each text once", () => {
    addSnippets({ ...empty, note: ["A", " B "] });
    expect(addSnippets({ ...empty, note: ["B", "C"] })).toEqual({ saved: 2, left: 0 });
    expect(kept()).toEqual({ ...empty, note: ["A", "B", "C"] });
  });

  test("what another tab added or removed meanwhile stays so", () => {
    addSnippets({ ...empty, note: ["A", "B"], returnReason: ["A"] });
    localStorage.setItem(
      key,
      JSON.stringify({ ...empty, note: ["B", "Other tab"], returnReason: ["A"] }),
    );
    addSnippets({ ...empty, note: ["C"] });
    expect(kept()).toEqual({ ...empty, note: ["B", "Other tab", "C"], returnReason: ["A"] });
    localStorage.setItem(
      key,
      JSON.stringify({ ...empty, note: ["B", "Later"], returnReason: ["A"] }),
    );
    removeSnippet("note", "B");
    expect(kept()).toEqual({ ...empty, note: ["Later"], returnReason: ["A"] });
    expect(snippets.get()).toEqual(kept());
  });

  test("a field takes no more than it has room for, and the import says so", async () => {
    addSnippets({ ...empty, note: many(199) });
    const file = new Blob([JSON.stringify({ note: ["Last", "Text 0", "Too many"] })]);
    expect(await importSnippets(file)).toBe(
      "2 snippets imported, 1 left out. Each field can have 200 snippets.",
    );
    expect(snippets.get().note).toEqual([...many(199), "Last"]);
    expect(addSnippets({ ...empty, note: ["Too many"], returnReason: ["A"] })).toEqual({
      saved: 1,
      left: 1,
    });
  });
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

test("the team's snippets follow one's own, each text once", () => {
  const entry = (field: SnippetField, text: string) => ({
    ...toTeamSnippet(field, text),
    list: teamList,
    sharedBy: "Ben",
    sharedAt: "2026-11-20T10:00:00Z",
  });
  const entries = [entry("note", "Own"), entry("note", "Team"), entry("returnReason", "Other")];
  const odd = { ...entry("note", "Odd"), value: 7 };
  const all = withTeamSnippets({ ...empty, note: ["Own"] }, [...entries, odd]);
  expect(all).toEqual({ ...empty, note: ["Own", "Team"], returnReason: ["Other"] });
});

test("a text that is too long for the team says so", () => {
  expect(whyNotShared("x".repeat(180))).toBeUndefined();
  expect(whyNotShared("x".repeat(181))).toBe("Up to 180 characters can be shared");
  expect(toTeamSnippet("returnCondition", "x".repeat(180)).name.length).toBeLessThanOrEqual(200);
});
