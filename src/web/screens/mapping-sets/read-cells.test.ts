import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCells, readClipboardCells, readFileCells } from "./read-cells.ts";

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
  expect(readCells(text, "\t")).toHaveLength(200_001);
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
    ["F16: only a delimiter", "sep=;", [[""]]],
    [
      "a value that starts alike",
      "sep=;1\na;2",
      [
        ["sep=", "1"],
        ["a", "2"],
      ],
    ],
  ])("%s", (_name, text, cells) =>
    expect(readFileCells(text).map((one) => one.cells)).toEqual(cells),
  );

  test("the lines are numbered as in the file, and stray quotes are named", () => {
    const lines = readFileCells('sep=,\n"a\nb",1\n"c" d,2\n');
    expect(lines.map(({ line, literal }) => [line, literal])).toEqual([
      [2, false],
      [4, true],
      [5, false],
    ]);
  });
});
