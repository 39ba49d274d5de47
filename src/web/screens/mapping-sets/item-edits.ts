import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { foldText } from "#rules/fold-text.ts";
import { hasLookAlikes, quoteValue } from "./shown-value.ts";

/*
 * The unsent edits of a mapping set's items. Nothing here is mutated, so that every state can be kept for undo. The
 * API changes and adds items; it cannot delete one, so neither can this.
 */

export interface ItemValues {
  readonly from: string;
  readonly to: string;
}
export type ItemColumn = keyof ItemValues;
export const itemColumns = ["from", "to"] as const satisfies readonly ItemColumn[];

/** One row of the grid: an item of the set, or a new one. */
export interface ItemRow {
  readonly key: string;
  readonly id: number | undefined;
  readonly values: ItemValues;
  /** The stored values; undefined for a new row. */
  readonly saved: ItemValues | undefined;
  readonly changed: boolean;
}

interface Changed {
  readonly values: ItemValues;
  /** The stored values when the row was edited: a save compares them with the current ones. */
  readonly was: ItemValues;
}

export interface ItemEdits {
  readonly changed: Readonly<Record<string, Changed>>;
  readonly added: readonly { readonly key: string; readonly values: ItemValues }[];
}

export const noEdits: ItemEdits = { changed: {}, added: [] };

export const getValues = (item: MappingSetItem): ItemValues => ({
  from: item.fromValue,
  to: item.toValue ?? "",
});
export const isSame = (one: ItemValues, other: ItemValues): boolean =>
  one.from === other.from && one.to === other.to;
export const isBlank = ({ from, to }: ItemValues): boolean => from === "" && to === "";

/** The number of rows a save would send. */
export const editCount = ({ changed, added }: ItemEdits): number =>
  Object.keys(changed).length + added.filter(({ values }) => !isBlank(values)).length;

/** The items with their edits, then the new rows. */
export const listRows = (items: readonly MappingSetItem[], edits: ItemEdits): ItemRow[] => [
  ...items.map((item): ItemRow => {
    const saved = getValues(item);
    const typed = edits.changed[item.id]?.values;
    return {
      key: String(item.id),
      id: item.id,
      values: typed ?? saved,
      saved,
      changed: typed !== undefined,
    };
  }),
  ...edits.added.map(({ key, values }): ItemRow => ({
    key,
    id: undefined,
    values,
    saved: undefined,
    changed: true,
  })),
];

/** Sets the values of rows. Typing the stored value is no edit. */
export const setRows = (
  edits: ItemEdits,
  changes: Iterable<readonly [row: ItemRow, values: ItemValues]>,
): ItemEdits => {
  const changed = new Map(Object.entries(edits.changed));
  const retyped = new Map<string, ItemValues>();
  for (const [row, values] of changes) {
    const { key, saved } = row;
    if (row.id === undefined || !saved) retyped.set(key, values);
    else if (isSame(values, saved)) changed.delete(key);
    else changed.set(key, { values, was: changed.get(key)?.was ?? saved });
  }
  const added =
    retyped.size === 0
      ? edits.added
      : edits.added.map((one) => ({ ...one, values: retyped.get(one.key) ?? one.values }));
  return { ...edits, changed: Object.fromEntries(changed), added };
};

export const setRow = (edits: ItemEdits, row: ItemRow, values: ItemValues): ItemEdits =>
  setRows(edits, [[row, values]]);

/** Adds rows at the end. Their keys differ from those of all other tabs, which share the draft. */
export const addRows = (edits: ItemEdits, values: readonly ItemValues[]): ItemEdits => {
  const prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const added = values.map((one, at) => ({ key: `${prefix}-${at}`, values: one }));
  return { ...edits, added: [...edits.added, ...added] };
};

/** The edits of the rows that a condition keeps. */
export const filterRows = (edits: ItemEdits, isKept: (key: string) => boolean): ItemEdits => ({
  changed: Object.fromEntries(Object.entries(edits.changed).filter(([id]) => isKept(id))),
  added: edits.added.filter(({ key }) => isKept(key)),
});

/** Reverts the edit of one row; a new row is removed. */
export const revertRow = (edits: ItemEdits, row: ItemRow): ItemEdits =>
  row.saved ? setRow(edits, row, row.saved) : filterRows(edits, (key) => key !== row.key);

export interface PasteStart {
  /** One of the shown rows; undefined for the blank row at the end. */
  readonly row: ItemRow | undefined;
  readonly column: ItemColumn;
}

/**
 * Pastes a table of cells, as a spreadsheet does: line by line over the rows that are `shown`, so that no hidden row
 * changes. Lines below the last shown row become new rows, without the blank ones at the end.
 */
export const pasteCells = (
  edits: ItemEdits,
  shown: readonly ItemRow[],
  start: PasteStart,
  cells: readonly (readonly string[])[],
): ItemEdits => {
  const shift = itemColumns.indexOf(start.column);
  const overlaid = (values: ItemValues, line: readonly string[]): ItemValues => ({
    from: (shift === 0 ? line[0] : undefined) ?? values.from,
    to: line[1 - shift] ?? values.to,
  });
  const targets = start.row ? shown.slice(shown.indexOf(start.row)) : [];
  const changed = setRows(
    edits,
    targets
      .slice(0, cells.length)
      .map((row, at) => [row, overlaid(row.values, cells[at] ?? [])] as const),
  );
  const below = cells.slice(targets.length).map((line) => overlaid({ from: "", to: "" }, line));
  return addRows(changed, below.slice(0, below.findLastIndex((values) => !isBlank(values)) + 1));
};

/**
 * A note on a row before it is saved. `conflict` and `empty` are errors; `duplicate` is only useless; `look-alike` may
 * match nothing; `refused` is the API's message.
 */
export interface RowMark {
  readonly kind: "conflict" | "duplicate" | "empty" | "look-alike" | "refused";
  readonly message: string;
}

const markLookAlikes = ({ from, to }: ItemValues): RowMark | undefined => {
  const name = hasLookAlikes(from) ? "From" : "To";
  const value = name === "From" ? from : to;
  const advice = name === "From" ? " Only a value with the same ones matches." : "";
  return hasLookAlikes(value)
    ? {
        kind: "look-alike",
        message: `${name} has unusual spaces or invisible characters: ${quoteValue(value)}.${advice}`,
      }
    : undefined;
};

/**
 * Marks rows with equal values, and those whose spaces only look like plain ones. A lookup prefers the same spelling, then any case, and of equal values the first (see
 * rules/evaluation-context), so only a value in the same spelling hides another.
 */
export const findMarks = (rows: readonly ItemRow[]): ReadonlyMap<string, RowMark> => {
  const first = new Map<string, { row: ItemRow; place: number }>();
  const marks = new Map<string, RowMark>();
  rows.forEach((row, at) => {
    const { from, to } = row.values;
    // A new row that is blank isn't sent; an item can't be deleted by clearing it.
    if (isBlank(row.values) && !(row.saved && row.changed)) return;
    if (from.trim() === "") {
      marks.set(row.key, {
        kind: "empty",
        message: "Enter the value to replace",
      });
      return;
    }
    const lookAlikes = markLookAlikes(row.values);
    if (lookAlikes) marks.set(row.key, lookAlikes);
    const earlier = first.get(from) ?? first.get(`folded ${foldText(from.trim())}`);
    const known = { row, place: at + 1 };
    if (!first.has(from)) first.set(from, known);
    if (!earlier) {
      first.set(`folded ${foldText(from.trim())}`, known);
      return;
    }
    const there = `row ${earlier.place} has ${quoteValue(earlier.row.values.from)}`;
    if (earlier.row.values.from !== from) {
      if (earlier.row.values.to !== to)
        marks.set(row.key, {
          kind: "duplicate",
          message: `Differs only in case or spaces: ${there}. An exact match is used first.`,
        });
      return;
    }
    marks.set(
      row.key,
      earlier.row.values.to === to
        ? { kind: "duplicate", message: `Same as row ${earlier.place}.` }
        : {
            kind: "conflict",
            message: `${there[0]?.toUpperCase()}${there.slice(1)} too and maps it to ${quoteValue(earlier.row.values.to)}. The first one is used, so this item has no effect.`,
          },
    );
  });
  return marks;
};

const maxBatchItems = 1_000;
const maxBatchCharacters = 200_000;

/** The first rows that fit one request. */
export const takeBatch = (rows: readonly ItemRow[]): readonly ItemRow[] => {
  let characters = 0;
  const end = rows.findIndex(({ values }, at) => {
    characters += values.from.length + values.to.length + 60;
    return at === maxBatchItems || (at > 0 && characters > maxBatchCharacters);
  });
  return end < 0 ? rows : rows.slice(0, end);
};

/**
 * The rows that a save would add or change to a From value that another row has: of equal values only the first counts,
 * and the API can't delete the others. Without the spaces around it, as a lookup compares.
 */
export const findRepeats = (rows: readonly ItemRow[]): ItemRow[] => {
  const isNew = ({ values, saved }: ItemRow) => values.from.trim() !== saved?.from.trim();
  const known = new Set(rows.filter((row) => !isNew(row)).map(({ values }) => values.from.trim()));
  return rows.filter((row) => {
    const from = row.values.from.trim();
    if (from === "" || !isNew(row)) return false;
    if (known.has(from)) return true;
    known.add(from);
    return false;
  });
};
