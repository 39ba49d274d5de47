import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { writeCsvLines, writeCsv } from "./csv.ts";
import { type CsvValue, guardText, unguardText } from "./csv-value.ts";

describe("a cell", () => {
  test.each<[CsvValue, string]>([
    [null, ""],
    [undefined, ""],
    ["", ""],
    [0, "0"],
    [-12.5, "-12.5"],
    [Number.NaN, ""],
    [Number.POSITIVE_INFINITY, ""],
    [true, "true"],
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=1+1", `"'=1+1"`],
    ["-12.50", "-12.50"],
    ["-12.50+1", `"'-12.50+1"`],
    ["+1", `"'+1"`],
    ["-1", `"'-1"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\tx", `"'\tx"`],
    ["\rx", `"'\rx"`],
    ["\0x", `"'\0x"`],
    ['=HYPERLINK("http://evil","x")', `"'=HYPERLINK(""http://evil"",""x"")"`],
    ["foo;=1+1", '"foo;=1+1"'],
    ["foo| @SUM(A1)", '"foo| @SUM(A1)"'],
    ["foo,=1", '"foo,=1"'],
    ["foo\t=1+1", '"foo\t=1+1"'],
    ["foo\n=1+1", '"foo\n=1+1"'],
    ["foo\r\n;+1", '"foo\r\n;+1"'],
    [";=1", '";=1"'],
    ["foo;1+1", "foo;1+1"],
    ["＝1", `"'＝1"`],
    ["'=x", `"''=x"`],
    ["'til dawn", "'til dawn"],
    ["é – 貨物", "é – 貨物"],
  ])("fault 26: %j becomes %j", (value, cell) => {
    expect(writeCsvLines([[value, "end"]])).toBe(`${cell},end\r\n`);
  });
});

test("a file starts with a byte-order mark, and CRLF ends each line", () => {
  const rows = [
    ["RMA", "Units"],
    ["R-1", 3],
  ];
  expect(writeCsv(rows)).toBe("\uFEFFRMA,Units\r\nR-1,3\r\n");
  expect(writeCsv(rows.slice(0, 1)) + writeCsvLines(rows.slice(1))).toBe(writeCsv(rows));
  expect(writeCsvLines([])).toBe("");
});

const texts = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
});

test("written values read back unchanged, and no text cell is executable", () => {
  fc.assert(
    fc.property(texts, (rows) => {
      const lines = writeCsvLines(rows);
      const { data } = Papa.parse<string[]>(lines, { delimiter: ",", newline: "\r\n" });
      expect(data).toEqual([...rows.map((row) => row.map(guardText)), [""]]);
      for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\0]/);
    }),
  );
});

const apostrophes = fc.constantFrom("", "'", "''", "=", "'=", "''@");

test("a guarded text is read back unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), apostrophes, (rest, before) => {
      const text = before + rest;
      expect(guardText(text)).not.toMatch(/^[=+\-@\t\r\0]/);
      expect(unguardText(guardText(text))).toBe(text);
    }),
  );
  expect(unguardText("'＝1")).toBe("＝1");
  expect(unguardText("'til dawn")).toBe("'til dawn");
});
