import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { writeCsv } from "#web/base/csv.ts";
import { getValues, listRows, noEdits } from "./item-edits.ts";
import {
  type ColumnChoice,
  countColumns,
  countUnused,
  guessColumns,
  mergeTable,
  readClipboardCells,
  readFileTable,
  takeItems,
} from "./read-item-table.ts";
import { estimateSize } from "./set-size.tsx";

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
    ["the service's own names", "fromValue,toValue\na,1", [["a", "1"]]],
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

const linesOf = (text: string) => readFileTable(text).lines;

test.each<[string, from: number, to: number | undefined, heading: boolean]>([
  ["key,value\nRed,Crimson", 0, 1, true],
  ["From,To\na,1", 0, 1, true],
  ["fromValue,toValue\na,1", 0, 1, true],
  ["To,Id,From\n1,7,a", 2, 0, true],
  ["Old SKU,New SKU\nA-1,B-1", 0, 1, true],
  ["new_sku;old_sku\nB-1;A-1", 1, 0, true],
  ["Source,Value\na,1", 0, 1, true],
  ["Value,Maps to\na,1", 0, 1, true],
  ["Source value,Target value\na,1", 0, 1, true],
  ["Original,Replacement\na,1", 0, 1, true],
  ["SKU,Name\nA-1,Chain", 0, 1, true],
  ["Supplier code,Our code\nA-1,B-1", 0, 1, true],
  ["SKU,Description,New SKU\nA-1,Chain,B-1", 0, 2, true],
  ["Name,Old SKU\nChain,A-1", 1, 0, true],
  ["Handle,Title,Body (HTML),Vendor\nchain,Chain,,x", 0, 1, true],
  ["FIFA,Dial,ISO3166-1-Alpha-3,M49\nTPE,886,TWN,158\nAFG,93,AFG,4", 0, 1, true],
  ["from\na", 0, undefined, true],
  ["value\na", 0, undefined, true],
  ["Red,Crimson\nBlue,Navy", 0, 1, false],
  ["Red,Crimson,warm\nBlue,Navy,cold", 0, 1, false],
  ["New York,NY\nOld Town,OT", 0, 1, false],
  ["One size,OS\n38,M\n40,L", 0, 1, false],
  ["1,2,3\n4,5,6", 0, 1, false],
  ["a\nb", 0, undefined, false],
  ["a\nb,c", 0, 1, false],
  ["", 0, undefined, false],
])("F8: columns of %j", (text, from, to, heading) => {
  expect(guessColumns(linesOf(text))).toEqual({ from, to, heading });
});

test("the columns of the longest line can be chosen, and as many as a browser lists quickly", () => {
  expect(countColumns(linesOf("a\nb,c,d\ne,f"))).toBe(3);
  expect(countColumns(linesOf(`a${",".repeat(5_000)}`))).toBe(500);
});

test.each<[ColumnChoice, number]>([
  [{ from: 0, to: 1, heading: false }, 1],
  [{ from: 0, to: undefined, heading: false }, 2],
  [{ from: 3, to: 0, heading: false }, 2],
])("of %j, other columns with content: %d", (choice, unused) =>
  expect(countUnused(linesOf("a,1,x,\nb,2,, "), choice)).toBe(unused),
);

test.each<[string, string, string[][]]>([
  [
    "two columns, and a cell of several lines",
    'a\t1\r\n"two\nlines"\t2\r\n',
    [
      ["a", "1"],
      ["two\nlines", "2"],
    ],
  ],
  ["a blank cell between others", "Green\r\n\r\nBlue\r\n", [["Green"], [""], ["Blue"]]],
  ["blank cells around another", "\n\nBlue\n\n", [[""], [""], ["Blue"], [""]]],
  [
    "a blank row",
    "a\t1\n\t\nb\t2\n",
    [
      ["a", "1"],
      ["", ""],
      ["b", "2"],
    ],
  ],
  ["no line break at the end", "a\nb", [["a"], ["b"]]],
  [
    "lines of a Mac",
    "a\t1\rb\t2\r",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "F7: a word in quotes at the start",
    '"Fragile" box\tBox A\r\nPlain\tBox B\r\nLast\tBox C\r\n',
    [
      ['"Fragile" box', "Box A"],
      ["Plain", "Box B"],
      ["Last", "Box C"],
    ],
  ],
  [
    "F7: a quote that is never closed",
    '"single quote\t1\r\nfoo\t2',
    [
      ['"single quote', "1"],
      ["foo", "2"],
    ],
  ],
  [
    "F7: a word in quotes, and inches",
    '"mini" pipe 5"\t1\r\nPipe 5"\t2\r\n"x\t""y\r\n',
    [
      ['"mini" pipe 5"', "1"],
      ['Pipe 5"', "2"],
      ['"x', '""y'],
    ],
  ],
  [
    "a quoted cell with a tab, lines and doubled quotes",
    'a\t"1\t""2""\r\n3"\r\n"""all"""\t""\r\n"last"',
    [["a", '1\t"2"\r\n3'], ['"all"', ""], ["last"]],
  ],
  ["a quoted cell followed by a space", '"a" \tb', [['"a" ', "b"]]],
])("cells are read from a spreadsheet's clipboard text: %s", (_name, text, cells) =>
  expect(readClipboardCells(text)).toEqual(cells),
);

test("cells that a spreadsheet quotes are read back, whatever their content", () => {
  const quote = (cell: string) =>
    /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const cell = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", "\r\n", " ") });
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1 });
  fc.assert(
    fc.property(table, (rows) => {
      const text = `${rows.map((row) => row.map(quote).join("\t")).join("\r\n")}\r\n`;
      expect(readClipboardCells(text)).toEqual(rows);
    }),
  );
});

test("many stray quotes are read as fast as other text", () => {
  const text = '"a\t1\n'.repeat(200_000);
  const start = performance.now();
  expect(readClipboardCells(text)).toHaveLength(200_000);
  expect(performance.now() - start).toBeLessThan(5_000);
});

describe("a file", () => {
  test.each<[string, string, string[][]]>([
    [
      "decimal commas",
      "Rot;1,5\nBlau;2,5",
      [
        ["Rot", "1,5"],
        ["Blau", "2,5"],
      ],
    ],
    [
      "semicolons in quotes",
      '"a; b","1"\n"c; d","2"',
      [
        ["a; b", "1"],
        ["c; d", "2"],
      ],
    ],
    [
      "a stray quote",
      '"Fragile" box;A\nPlain;B',
      [
        ['"Fragile" box', "A"],
        ["Plain", "B"],
      ],
    ],
    [
      "spaces after a quote",
      '"a, b" ,1\nc,2',
      [
        ["a, b", "1"],
        ["c", "2"],
      ],
    ],
    [
      "F16: a delimiter",
      "sep=;\r\nfrom;to, by\r\na;1",
      [
        ["from", "to, by"],
        ["a", "1"],
      ],
    ],
    ["F16: a delimiter after a byte-order mark", "\uFEFFSEP=|\na,b|c", [["a,b", "c"]]],
    ["F16: a delimiter, quoted", '"sep=,"\na;b,c', [["a;b", "c"]]],
    ["F16: a delimiter, saved again", "sep=,;\na;b,c", [["a;b", "c"]]],
    ["F16: a tab", "sep=\t\na;b\tc", [["a;b", "c"]]],
    ["F16: only a delimiter", "sep=;", []],
    [
      "a value that starts alike",
      "sep=;1\na;2",
      [
        ["sep=", "1"],
        ["a", "2"],
      ],
    ],
  ])("%s", (_name, text, cells) =>
    expect(readFileTable(text).lines.map((one) => one.cells)).toEqual(cells),
  );

  test("the lines are numbered as in the file, and stray quotes are named", () => {
    const { lines } = readFileTable('sep=,\n"a\nb",1\n"c" d,2\n');
    expect(lines.map(({ line, literal }) => [line, literal])).toEqual([
      [2, false],
      [4, true],
    ]);
  });
});
