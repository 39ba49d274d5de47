import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell, csvOf, type CsvValue } from "./csv.ts";

describe("csvCell", () => {
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
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", '"\'\tx"'],
    ["\rx", '"\'\rx"'],
    ["\0x", "'\0x"],
    ['=HYPERLINK("http://evil","x")', '"\'=HYPERLINK(""http://evil"",""x"")"'],
    ["＝1", "'＝1"],
    ["é – 貨物", "é – 貨物"],
  ])("fault 26: %j becomes %j", (value, cell) => expect(csvCell(value)).toBe(cell));
});

/** The other half of RFC 4180, to read back what was written. */
const parse = (csv: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(csv); match !== null; match = cell.exec(csv)) {
    row.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "\r\n") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
};

describe("csvOf", () => {
  test("writes a byte-order mark, CRLF and every cell", () => {
    expect(
      csvOf([
        ["RMA", "Units"],
        ["R-1", 3],
      ]),
    ).toBe("\uFEFFRMA,Units\r\nR-1,3\r\n");
  });

  test("reads back as it was, and no cell of text can be executed", () => {
    const texts = fc.array(
      fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(texts, (rows) => {
        const read = parse(csvOf(rows).slice(1));
        expect(read.map((row) => row.map((cell) => cell.replace(/^'/, "")))).toEqual(
          rows.map((row) => row.map((cell) => cell.replace(/^'/, ""))),
        );
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\0]/);
      }),
    );
  });
});
