import { expect, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

const read = (bytes: readonly number[] | string, longest = 100) =>
  readTextFile(new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), longest);

test.each<[string, readonly number[] | string, string, boolean]>([
  ["nothing", "", "", false],
  ["UTF-8", "Größe 熊野 😀", "Größe 熊野 😀", false],
  ["UTF-8 with a byte-order mark", [0xef, 0xbb, 0xbf, 0x61], "a", false],
  ["a replacement character that the file contains", "a\uFFFDb", "a\uFFFDb", false],
  ["UTF-16 of a spreadsheet", [0xff, 0xfe, 0xfc, 0x00, 0x0a, 0x00], "ü\n", false],
  ["UTF-16 in the other order", [0xfe, 0xff, 0x00, 0xfc], "ü", false],
  ["Windows-1252", [0x47, 0x72, 0xf6, 0xdf, 0x65], "Größe", true],
])("reads %s", async (_, bytes, text, isGuessed) => {
  expect(await read(bytes)).toEqual({ kind: "text", text, isGuessed });
});

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
