import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeCsv } from "#web/base/csv.ts";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { getValues, noEdits, listRows } from "./item-edits.ts";
import { type ColumnChoice, guessColumns } from "./file-columns.ts";
import { mergeTable, readFileTable, takeItems } from "./read-item-table.ts";
import { estimateSize } from "./set-size.ts";

/** The items of a file as the preview first shows them, or in other columns. */
const readItemTable = (text: string, chosen?: ColumnChoice) => {
  const table = readFileTable(text);
  return takeItems(table, chosen ?? guessColumns(table.lines));
};
const pairs = (text: string) => readItemTable(text).rows.map(({ from, to }) => [from, to]);

test("a problem names the line of the file, counting blank lines and cells of several lines", () => {
  const { rows, problems } = readItemTable('\nfrom,to\n\n"a\nb",1\n,2\n\n;\n,4');
  expect(rows.map(({ from, line }) => [from, line])).toEqual([
    ["a\nb", 4],
    [";", 8],
  ]);
  expect(problems.map(({ line, text }) => [line, text])).toEqual([
    [6, ", 2"],
    [9, ", 4"],
  ]);
});

test("a file that isn't text is refused as a whole", () => {
  expect(readFileTable("PK\u0003\u0004\0\0,1\nb,2")).toEqual({
    refusal: { title: "This file isn't text", message: "Save it as CSV, then import it." },
    lines: [],
  });
});

describe("reading a file", () => {
  test.each<[string, string, string[][]]>([
    [
      "commas",
      "a,1\nb,2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "semicolons",
      "a;1\nb;2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "tabs, CRLF and a byte-order mark",
      "\uFEFFa\t1\r\nb\t2\r\n",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "quotes around commas, quotes and lines",
      '"a,b","say ""x"""\n"two\nlines",2',
      [
        ["a,b", 'say "x"'],
        ["two\nlines", "2"],
      ],
    ],
    ["columns by name, in any order", "To,Id,From\n1,7,a", [["a", "1"]]],
    ["the API's own names", "fromValue,toValue\na,1", [["a", "1"]]],
    [
      "one column",
      "a\nb",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    [
      "unicode",
      "größe,Größe 🧵\n日本,Japan",
      [
        ["größe", "Größe 🧵"],
        ["日本", "Japan"],
      ],
    ],
    [
      "an apostrophe against formulas",
      "'=1+1,'-2\n'plain,x",
      [
        ["=1+1", "-2"],
        ["'plain", "x"],
      ],
    ],
    ["nothing", "", []],
  ])("%s", (_name, text, expected) => expect(pairs(text)).toEqual(expected));

  test.each<[string, string, RegExp]>([
    ["a line without a value", "a,1\n,2", /Line|no From value/],
    ["an open quote", 'a,1\n"b,2', /A quote in it/],
    ["a value twice with another target", "a,1\na,2", /Line 1 has another value/],
  ])("says of %s what is wrong", (_name, text, words) => {
    expect(
      readItemTable(text)
        .problems.map(({ message }) => message)
        .join(),
    ).toMatch(words);
  });

  test("an exported file reads back the same, whatever its content", () => {
    // Spreadsheets normalize line ends anyway; the export itself adds an apostrophe before a formula.
    const text = fc
      .string({ minLength: 1, unit: "binary" })
      .filter((one) => one.trim() !== "" && !/[\r\n\0]/.test(one) && !one.startsWith("'"));
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 20 }), (values) => {
        const rows = values.map((one) => [one, `${one}!`]);
        expect(pairs(writeCsv([["from", "to"], ...rows]))).toEqual(rows);
      }),
    );
  });
});

test.each<[string, string, string[]]>([
  ["two columns", "from,to\na,1\n", []],
  ["one more column", "from,to,x\na,1,x\nb,2,y", ["1 other column isn't used."]],
  [
    "two more columns, one without a name, and one without content",
    "from,to,x,y\na,1,x,,z\n",
    ["2 other columns aren't used."],
  ],
  [
    "F8: a later line without a value",
    "from,to\na,1\na,\n",
    ["1 line repeats a From value without a To value and isn't used."],
  ],
  [
    "F8: later lines without a value",
    "from,to\na,1\na,\na, \n",
    ["2 lines repeat a From value without a To value and aren't used."],
  ],
  [
    "F15: a look-alike",
    "from,to\nNavy\u00a0Blue,Navy\n",
    ["1 value has unusual spaces or invisible characters: “Navy‹U+00A0›Blue” in line 2."],
  ],
  [
    "F15: look-alikes",
    "from,to\nTeal,Te\u200bal\nLight  Grey,Grey\n",
    ["2 values have unusual spaces or invisible characters, the first: “Te‹U+200B›al” in line 2."],
  ],
  [
    "codes that a spreadsheet damaged",
    "from,to\n1.23E+11,a\n4.57E+12,b",
    [
      "2 values look like numbers that a spreadsheet rounded, the first: “1.23E+11” in line 2. Format the column as text there, enter the codes again, and export it.",
    ],
  ],
])("%s: one sentence for all lines", (_name, text, notes) => {
  expect(readItemTable(text)).toMatchObject({ notes, problems: [] });
});

test("F8: a later line without a To value replaces none, and one with a value does", () => {
  const shirts = "Handle,Title,Vendor\na,Chain,x\na,,\na,,\nb,,\nb,Ring,y\n";
  expect(pairs(shirts)).toEqual([
    ["a", "Chain"],
    ["b", ""],
    ["b", "Ring"],
  ]);
  expect(readItemTable(shirts).problems).toEqual([]);
});

test.each<[string, ColumnChoice, string[][]]>([
  ["others", { from: 2, to: 0, heading: true }, [["7", "a"]]],
  [
    "the heading is a line",
    { from: 0, to: 1, heading: false },
    [
      ["Name", "Code"],
      ["a", "x"],
    ],
  ],
  ["no To values", { from: 1, to: undefined, heading: true }, [["x", ""]]],
  ["one that the file doesn't have", { from: 0, to: 9, heading: true }, [["a", ""]]],
])("F8: chosen columns: %s", (_name, choice, expected) =>
  expect(
    readItemTable("Name,Code,Id\na,x,7", choice).rows.map(({ from, to }) => [from, to]),
  ).toEqual(expected),
);

test("an import changes known values, adds new ones and deletes none", () => {
  const items = [
    { id: 1, fromValue: "a", toValue: "1" },
    { id: 2, fromValue: "b", toValue: "2" },
    { id: 3, fromValue: "c", toValue: "3" },
  ].map((one) => ({ ...one, mappingSetId: 1 }));
  const merge = mergeTable(
    noEdits,
    listRows(items, noEdits),
    readItemTable("a,1\nb,two\nd,4\nd,5"),
    true,
  );
  expect(merge).toMatchObject({ added: 1, updated: 1, same: 1 });
  expect(listRows(items, merge.edits).map(({ values }) => `${values.from}=${values.to}`)).toEqual([
    "a=1",
    "b=two",
    "c=3",
    "d=5",
  ]);
});

test("an import without To values changes no known item", () => {
  const rows = listRows([{ id: 1, mappingSetId: 1, fromValue: "a", toValue: "1" }], noEdits);
  const merge = mergeTable(noEdits, rows, readItemTable("a\nb"), false);
  expect(merge).toMatchObject({ added: 1, updated: 0, same: 1 });
});

describe("an import that makes a set too large to be loaded again", () => {
  const half = "x".repeat(8_000_000);
  const itemOf = (id: number, fromValue: string, toValue = ""): MappingSetItem => ({
    id,
    mappingSetId: 1,
    fromValue,
    toValue,
  });
  const mergeInto = (items: readonly MappingSetItem[], lines: string) =>
    mergeTable(noEdits, listRows(items, noEdits), readItemTable(`from,to\n${lines}`), true);

  test.each<[string, MappingSetItem[], string, number | undefined]>([
    ["one that fits", [itemOf(1, half)], `a,${half}`, undefined],
    ["the last item doesn't fit", [itemOf(1, half)], `a,b\nc,${half}\nd,${half}\ne,f`, 2],
    ["no item fits", [itemOf(1, half, half)], `a,${half}\nb,c`, 0],
    ["letters that may be escaped count as such", [], `a,${"é".repeat(3_000_000)}`, 0],
    ["a changed item", [itemOf(1, "a", "b"), itemOf(2, half, half)], `a,${half}\nb,c`, 0],
    ["only a changed item", [itemOf(1, "a", "b"), itemOf(2, half, half)], `a,${half}`, 0],
    ["a shorter value", [itemOf(1, "a", half + half), itemOf(2, half)], `a,${half}z`, undefined],
  ])("%s", (_name, items, lines, most) => {
    expect(mergeInto(items, lines).most).toBe(most);
  });

  test("the estimate is at least the size of the API's response", () => {
    const items = ["plain", 'a "quoted" \\ text', "line\nbreak", "naïve 岩 🍳"].map((text, at) => ({
      ...itemOf(2_000_000_000 + at, text, text),
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
    }));
    const body = new TextEncoder().encode(JSON.stringify(items));
    const size = estimateSize(items.map(getValues));
    expect(size).toBeGreaterThanOrEqual(body.length);
    expect(size).toBeLessThan(body.length + items.length * 200);
  });
});
