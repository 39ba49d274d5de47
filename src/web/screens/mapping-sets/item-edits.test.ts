import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import {
  addRows,
  editCount,
  type ItemColumn,
  type ItemEdits,
  type ItemRow,
  findMarks,
  findRepeats,
  noEdits,
  pasteCells,
  revertRow,
  listRows,
  setRow,
  setRows,
  takeBatch,
} from "./item-edits.ts";

const item = (id: number, fromValue: string, toValue: string | null = ""): MappingSetItem => ({
  id,
  mappingSetId: 1,
  fromValue,
  toValue,
});
const items = [item(1, "GRN", "Green"), item(2, "RED", "Red"), item(3, "BLU", null)];
const valuesIn = (edits: ItemEdits) =>
  listRows(items, edits).map(({ values }) => [values.from, values.to]);
const rowAt = (edits: ItemEdits, at: number) => listRows(items, edits)[at]!;
const typed = (at: number, to: string, edits = noEdits) => {
  const row = rowAt(edits, at);
  return setRow(edits, row, { ...row.values, to });
};

test("rows are the items, the edits of them, and the new rows", () => {
  const edits = addRows(typed(1, "Scarlet"), [{ from: "YEL", to: "Yellow" }]);
  expect(valuesIn(edits)).toEqual([
    ["GRN", "Green"],
    ["RED", "Scarlet"],
    ["BLU", ""],
    ["YEL", "Yellow"],
  ]);
  expect(editCount(edits)).toBe(2);
});

test("typing the stored value is no edit", () => {
  expect(editCount(typed(1, "Red", typed(1, "Scarlet")))).toBe(0);
  expect(editCount(revertRow(typed(0, "x"), rowAt(typed(0, "x"), 0)))).toBe(0);
});

test("a blank row is not counted, and reverting a new row removes it", () => {
  const edits = addRows(noEdits, [{ from: "", to: "" }]);
  expect(editCount(edits)).toBe(0);
  expect(listRows(items, revertRow(edits, rowAt(edits, 3)))).toHaveLength(3);
});

describe("pasting a table", () => {
  test.each<[string, { row: number; column: ItemColumn }, string[][], string[][]]>([
    [
      "over both columns and below the end",
      { row: 2, column: "from" },
      [
        ["BLUE", "Blue"],
        ["BLK", "Black"],
      ],
      [
        ["GRN", "Green"],
        ["RED", "Red"],
        ["BLUE", "Blue"],
        ["BLK", "Black"],
      ],
    ],
    [
      "over the second column alone",
      { row: 0, column: "to" },
      [["Lime"], ["Crimson"]],
      [
        ["GRN", "Lime"],
        ["RED", "Crimson"],
        ["BLU", ""],
      ],
    ],
    [
      "with a line that has fewer cells: missing cells are not changed",
      { row: 0, column: "from" },
      [["G"]],
      [
        ["G", "Green"],
        ["RED", "Red"],
        ["BLU", ""],
      ],
    ],
    [
      "with a blank line, which clears its cell",
      { row: 0, column: "to" },
      [["Lime"], [""], ["Blue"]],
      [
        ["GRN", "Lime"],
        ["RED", ""],
        ["BLU", "Blue"],
      ],
    ],
    [
      "below the end with blank lines: those after the last value add no rows",
      { row: 3, column: "from" },
      [["BLK", "Black"], [""], ["WHT", "White"], ["", ""], [""]],
      [
        ["GRN", "Green"],
        ["RED", "Red"],
        ["BLU", ""],
        ["BLK", "Black"],
        ["", ""],
        ["WHT", "White"],
      ],
    ],
  ])("%s", (_name, { row, column }, cells, expected) => {
    const rows = listRows(items, noEdits);
    expect(valuesIn(pasteCells(noEdits, rows, { row: rows[row], column }, cells))).toEqual(
      expected,
    );
  });

  test("over the rows that a filter shows; further lines become new rows", () => {
    const rows = listRows(items, noEdits);
    const start = { row: rows[0], column: "to" } as const;
    const shown = [rows[0]!, rows[2]!];
    expect(valuesIn(pasteCells(noEdits, shown, start, [["Lime"], ["Blue"], ["Red"]]))).toEqual([
      ["GRN", "Lime"],
      ["RED", "Red"],
      ["BLU", "Blue"],
      ["", "Red"],
    ]);
  });
});

describe("marks", () => {
  const marked = (...values: [string, string][]) =>
    [
      ...findMarks(
        listRows(
          [],
          addRows(
            noEdits,
            values.map(([from, to]) => ({ from, to })),
          ),
        ),
      ).values(),
    ].map(({ kind }) => kind);
  test.each<[string, [string, string][], string[]]>([
    [
      "different values",
      [
        ["a", "1"],
        ["b", "1"],
      ],
      [],
    ],
    [
      "the same line twice",
      [
        ["a", "1"],
        ["a", "1"],
      ],
      ["duplicate"],
    ],
    [
      "the same value to two others",
      [
        ["a", "1"],
        ["a", "2"],
      ],
      ["conflict"],
    ],
    [
      "another case, another target",
      [
        ["a", "1"],
        ["A", "2"],
      ],
      ["duplicate"],
    ],
    [
      "another case, the same target",
      [
        ["a", "1"],
        ["A", "1"],
      ],
      [],
    ],
    [
      "spaces around the value",
      [
        ["a", "1"],
        [" a ", "2"],
      ],
      ["duplicate"],
    ],
    [
      "two spellings of one letter",
      [
        ["é", "1"],
        ["e\u0301", "2"],
      ],
      ["duplicate"],
    ],
    ["no value to look up", [["  ", "1"]], ["empty"]],
    [
      "a blank row",
      [
        ["", ""],
        ["", ""],
      ],
      [],
    ],
  ])("%s", (_name, values, kinds) => expect(marked(...values)).toEqual(kinds));
});

test.each<[string, [string, string], string | undefined]>([
  ["plain values", ["Navy Blue", "Blue"], undefined],
  [
    "a no-break space",
    ["Navy\u00a0Blue", "Blue"],
    "From has unusual spaces or invisible characters: “Navy‹U+00A0›Blue”. Only a value with the same ones matches.",
  ],
  [
    "an empty character",
    ["\u200bTeal", "Te\u200bal"],
    "From has unusual spaces or invisible characters: “‹U+200B›Teal”. Only a value with the same ones matches.",
  ],
  [
    "two spaces",
    ["Grey", "Light  Grey"],
    "To has unusual spaces or invisible characters: “Light··Grey”.",
  ],
])("F15: look-alikes are marked: %s", (_name, [from, to], message) => {
  const marks = findMarks(listRows([], addRows(noEdits, [{ from, to }])));
  expect([...marks.values()]).toEqual(message ? [{ kind: "look-alike", message }] : []);
});

test("a mark shows what is unseen in the value of another row", () => {
  const values = [1, 2].map((to) => ({ from: "a\nb\u00a0c", to: `${to}` }));
  expect([...findMarks(listRows([], addRows(noEdits, values))).values()][1]).toMatchObject({
    kind: "conflict",
    message: expect.stringContaining("“a↵b‹U+00A0›c”") as string,
  });
});

test.each<[string, added: string[], changed: Record<number, string>, repeats: string[]]>([
  ["new values", ["a", "b"], {}, []],
  ["H5: a new row repeats an item", ["RED", "a"], {}, ["new 1"]],
  ["a new row repeats a new row", ["a", "b", "a", "a"], {}, ["new 3", "new 4"]],
  ["spaces around it don't count for a lookup", [" RED ", "red"], {}, ["new 1"]],
  ["blank rows", ["", "", " "], {}, []],
  ["an item changed to the value of another", [], { 1: "RED" }, ["1"]],
  ["an item changed to the value of a later one", [], { 2: "BLU" }, ["2"]],
  ["an item changed to a value that was free, and a new row", ["a"], { 1: "a" }, ["new 1"]],
  ["a value that an item had before", ["RED"], { 2: "a" }, []],
])("rows that repeat a value: %s", (_name, added, changed, repeats) => {
  const rows = listRows(items, noEdits);
  const retyped = rows.flatMap((row) => {
    const from = changed[Number(row.key)];
    return from === undefined ? [] : [[row, { ...row.values, from }] as const];
  });
  const edits = addRows(
    setRows(noEdits, retyped),
    added.map((from) => ({ from, to: "x" })),
  );
  const nameOf = ({ key, saved }: ItemRow) =>
    saved ? key : `new ${edits.added.findIndex((one) => one.key === key) + 1}`;
  expect(findRepeats(listRows(items, edits)).map(nameOf)).toEqual(repeats);
});

test("an item that has repeated a value before is changed without a question", () => {
  const twins = [1, 2].map((id) => ({ id, mappingSetId: 1, fromValue: "a", toValue: "b" }));
  const [, row] = listRows(twins, noEdits);
  const edits = setRows(noEdits, [[row!, { from: "a", to: "c" }]]);
  expect(findRepeats(listRows(twins, edits))).toEqual([]);
});

test("an item whose values are cleared is marked, because saving can't delete it", () => {
  const cleared = setRow(noEdits, rowAt(noEdits, 1), { from: "", to: "" });
  const stored = [...items, item(4, "")];
  expect([...findMarks(listRows(stored, cleared))].map(([key, { kind }]) => [key, kind])).toEqual([
    ["2", "empty"],
  ]);
});

test("batches contain every row once, in order, within the size limit", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 40_000 }), fc.string()), { maxLength: 30 }),
      (values) => {
        const edits = addRows(
          noEdits,
          values.map(([from, to]) => ({ from, to })),
        );
        let rows: readonly ItemRow[] = listRows([], edits);
        const sent: string[] = [];
        while (rows.length > 0) {
          const batch = takeBatch(rows);
          expect(batch.length === 1 || JSON.stringify(batch).length < 900_000).toBe(true);
          sent.push(...batch.map(({ key }) => key));
          rows = rows.slice(batch.length);
        }
        expect(sent).toEqual(edits.added.map(({ key }) => key));
      },
    ),
  );
});

test("a batch has at most 1,000 rows, and rows of several tabs have other keys", () => {
  const values = Array.from({ length: 1_001 }, (_, at) => ({ from: `${at}`, to: "" }));
  const [here, there] = [addRows(noEdits, values), addRows(noEdits, values)];
  expect(takeBatch(listRows([], here))).toHaveLength(1_000);
  expect(new Set([...here.added, ...there.added].map(({ key }) => key)).size).toBe(2_002);
});
