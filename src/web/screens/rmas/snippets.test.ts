import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import { importSnippets } from "./snippets.ts";
import {
  addSnippets,
  listSuggestions,
  parseSnippets,
  removeSnippet,
  snippets,
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
  let stored: string | null = null;
  let isFull = false;
  const kept = () => JSON.parse(stored ?? "null") as unknown;
  const many = (count: number) => Array.from({ length: count }, (_, index) => `Text ${index}`);

  beforeEach(() => {
    stored = null;
    isFull = false;
    vi.stubGlobal("localStorage", {
      getItem: () => stored,
      setItem: (_: string, text: string) => {
        if (isFull) throw new Error("full");
        stored = text;
      },
    });
    addSnippets(empty);
    return () => {
      vi.unstubAllGlobals();
    };
  });

  test("added snippets follow the stored ones, each text once", () => {
    addSnippets({ ...empty, note: ["A", " B "] });
    expect(addSnippets({ ...empty, note: ["B", "C"] })).toEqual({ saved: 2, left: 0 });
    expect(kept()).toEqual({ ...empty, note: ["A", "B", "C"] });
  });

  test("what another tab added or removed meanwhile stays so", () => {
    addSnippets({ ...empty, note: ["A", "B"], returnReason: ["A"] });
    stored = JSON.stringify({ ...empty, note: ["B", "Other tab"], returnReason: ["A"] });
    addSnippets({ ...empty, note: ["C"] });
    expect(kept()).toEqual({ ...empty, note: ["B", "Other tab", "C"], returnReason: ["A"] });
    stored = JSON.stringify({ ...empty, note: ["B", "Later"], returnReason: ["A"] });
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

  test("where storage is full, changes last until the page is closed", () => {
    isFull = true;
    addSnippets({ ...empty, note: ["A"] });
    addSnippets({ ...empty, note: ["B"] });
    expect(snippets.get().note).toEqual(["A", "B"]);
    isFull = false;
    removeSnippet("note", "A");
    expect(kept()).toEqual({ ...empty, note: ["B"] });
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
