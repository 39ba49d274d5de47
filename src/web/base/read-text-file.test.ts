import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Encoding,
  type FileFlaw,
  encodings,
  explainRefusal,
  readTextFile,
} from "./read-text-file.ts";

const read = (bytes: readonly number[] | string, longest = 100) =>
  readTextFile(new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), longest);

test.each<[string, readonly number[] | string, string, FileFlaw?]>([
  ["nothing", "", ""],
  ["UTF-8", "Größe 熊野 😀", "Größe 熊野 😀"],
  ["UTF-8 with a byte-order mark", [0xef, 0xbb, 0xbf, 0x61], "a"],
  ["a replacement character that the file contains", "a\uFFFDb", "a\uFFFDb"],
  ["a replacement character at the end", "ä\uFFFD", "ä\uFFFD"],
  ["UTF-16 of a spreadsheet", [0xff, 0xfe, 0xfc, 0x00, 0x0a, 0x00], "ü\n"],
  ["UTF-16 in the other order", [0xfe, 0xff, 0x00, 0xfc], "ü"],
  ["Windows-1252", [0x47, 0x72, 0xf6, 0xdf, 0x65], "Größe", "guessed"],
  ["Windows-1252 with its only accent at the end", [0x43, 0x61, 0x66, 0xe9], "Café", "guessed"],
  ["Windows-1252 with an accent before the last", [0xe9, 0x20, 0xe9], "é é", "guessed"],
  ["one byte that is no letter", [0xff], "ÿ", "guessed"],
  [
    "UTF-8 cut after the first byte of a letter",
    [0xc3, 0xa9, 0x61, 0xc3],
    "éa\uFFFD",
    "incomplete",
  ],
  ["UTF-8 cut after the second byte", [0x61, 0xe7, 0x86], "a\uFFFD", "incomplete"],
  ["UTF-8 cut after the third byte", [0xf0, 0x9f, 0x98], "\uFFFD", "incomplete"],
  ["UTF-8 cut within its byte-order mark", [0xef, 0xbb], "\uFFFD", "incomplete"],
  ["UTF-16 cut within a letter", [0xff, 0xfe, 0xfc, 0x00, 0x0a], "ü\uFFFD", "incomplete"],
])("reads %s", async (_, bytes, text, flaw) => {
  expect(await read(bytes)).toEqual({ kind: "text", text, ...(flaw && { flaw }) });
});

test.each<[Encoding, readonly number[], string]>([
  ["windows-1252", [0xca, 0xf0], "Êð"],
  ["windows-1251", [0xca, 0xf0, 0xe0, 0xf1, 0xed, 0xfb, 0xe9], "Красный"],
  ["gb18030", [0xba, 0xec, 0xc9, 0xab], "红色"],
  ["shift_jis", [0x90, 0xd4], "赤"],
  ["macintosh", [0x47, 0x72, 0x9f, 0x6e], "Grün"],
  ["utf-8", [0x61, 0xff], "a\uFFFD"],
])(
  "F17: a file that isn't UTF-8 is read as %s if a person chooses it",
  async (encoding, bytes, text) => {
    const file = new Blob([new Uint8Array(bytes)]);
    expect(await readTextFile(file, 100, encoding)).toEqual({ kind: "text", text });
    expect(await readTextFile(file, 1, encoding)).toMatchObject({
      kind: text.length > 1 ? "too-large" : "text",
    });
  },
);

test("every encoding to choose from is one that browsers read", () => {
  for (const [encoding] of encodings)
    expect(new TextDecoder(encoding).decode(new Uint8Array([0x61, 0]))).toMatch(/^a/);
});

const accented = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => /[^\0-\x7f]/.test(text));

test("UTF-8 cut anywhere is read as UTF-8 up to the cut", () =>
  fc.assert(
    fc.asyncProperty(accented, fc.nat(), async (text, at) => {
      const bytes = new TextEncoder().encode(`é${text}`);
      const result = await read([...bytes.subarray(0, 2 + (at % (bytes.length - 1)))], 1_000);
      expect(result).toMatchObject({ kind: "text" });
      if (result.kind !== "text") return;
      const isCut = result.flaw === "incomplete";
      expect(`é${text}`).toContain(isCut ? result.text.slice(0, -1) : result.text);
    }),
  ));

test("refuses a file that is too long, if it can without reading it", async () => {
  expect(await read("abc", 3)).toMatchObject({ kind: "text" });
  expect(await read("abcd", 3)).toEqual({ kind: "too-large" });
  expect(await read("熊野熊", 3)).toMatchObject({ kind: "text" });
  const huge = {
    size: 10,
    arrayBuffer: () => Promise.reject(new Error("was read")),
  } as Partial<Blob> as Blob;
  expect(await readTextFile(huge, 3)).toEqual({ kind: "too-large" });
  expect(await readTextFile(huge, 4)).toEqual({ kind: "unreadable" });
});

test.each([
  ["too-large", "This file is too large. The limit is 5,000 characters."],
  ["unreadable", "Couldn't read this file. Select another file."],
] as const)("explains %s", (kind, text) => expect(explainRefusal(kind, 5_000)).toBe(text));
