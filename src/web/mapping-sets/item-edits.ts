import type { MappingSetItem, MappingSetItemSave } from "#contract/mapping-sets.ts";
import { foldText } from "#rules/fold-text.ts";

/*
 * What is typed over the items of a mapping set and not yet sent. Nothing here changes in place, so that every state can
 * be kept to go back to. The API changes and adds items; it has no way to delete one, so neither has this.
 */

export interface ItemValues {
  readonly from: string;
  readonly to: string;
}
export type ItemColumn = keyof ItemValues;
export const itemColumns = ["from", "to"] as const satisfies readonly ItemColumn[];

/** One row of the grid: an item of the set, or one that is to be added. */
export interface ItemRow {
  readonly key: string;
  readonly id: number | undefined;
  readonly values: ItemValues;
  /** What the set holds; undefined for a row that is to be added. */
  readonly saved: ItemValues | undefined;
  readonly changed: boolean;
}

interface Changed {
  readonly values: ItemValues;
  /** What stood there when it was typed: a save compares it with what stands there then. */
  readonly was: ItemValues;
}

export interface ItemEdits {
  readonly changed: Readonly<Record<string, Changed>>;
  readonly added: readonly { readonly key: string; readonly values: ItemValues }[];
  readonly nextKey: number;
}

export const noEdits: ItemEdits = { changed: {}, added: [], nextKey: 1 };

const valuesOf = (item: MappingSetItem): ItemValues => ({
  from: item.fromValue,
  to: item.toValue ?? "",
});
const same = (one: ItemValues, other: ItemValues): boolean =>
  one.from === other.from && one.to === other.to;
const isBlank = ({ from, to }: ItemValues): boolean => from === "" && to === "";

/** How many rows a save would send. */
export const editCount = ({ changed, added }: ItemEdits): number =>
  Object.keys(changed).length + added.filter(({ values }) => !isBlank(values)).length;

/** The items with what is typed over them, then the rows to be added. */
export const rowsOf = (items: readonly MappingSetItem[], edits: ItemEdits): ItemRow[] => [
  ...items.map((item): ItemRow => {
    const saved = valuesOf(item);
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

/** Sets the values of rows. Typing what the set holds anyway is no edit. */
export const setRows = (
  edits: ItemEdits,
  changes: Iterable<readonly [row: ItemRow, values: ItemValues]>,
): ItemEdits => {
  const changed = new Map(Object.entries(edits.changed));
  const retyped = new Map<string, ItemValues>();
  for (const [row, values] of changes) {
    const { key, saved } = row;
    if (row.id === undefined || !saved) retyped.set(key, values);
    else if (same(values, saved)) changed.delete(key);
    else changed.set(key, { values, was: changed.get(key)?.was ?? saved });
  }
  const added =
    retyped.size === 0
      ? edits.added
      : edits.added.map((one) => ({ ...one, values: retyped.get(one.key) ?? one.values }));
  return { ...edits, changed: Object.fromEntries(changed), added };
};

/** The same for one row. */
export const setRow = (edits: ItemEdits, row: ItemRow, values: ItemValues): ItemEdits =>
  setRows(edits, [[row, values]]);

/** Adds rows at the end. */
export const addRows = (edits: ItemEdits, values: readonly ItemValues[]): ItemEdits => ({
  ...edits,
  added: [
    ...edits.added,
    ...values.map((one, at) => ({ key: `new ${edits.nextKey + at}`, values: one })),
  ],
  nextKey: edits.nextKey + values.length,
});

/** Takes back what was typed into one row; a row to be added goes. */
export const revertRow = (edits: ItemEdits, row: ItemRow): ItemEdits =>
  row.saved
    ? setRow(edits, row, row.saved)
    : { ...edits, added: edits.added.filter(({ key }) => key !== row.key) };

/** Lays a table of cells over the rows from one cell on, as a spreadsheet does; what reaches below the last row is added. */
export const pasteCells = (
  edits: ItemEdits,
  rows: readonly ItemRow[],
  start: { readonly row: number; readonly column: ItemColumn },
  cells: readonly (readonly string[])[],
): ItemEdits => {
  const shift = itemColumns.indexOf(start.column);
  const overlaid = (values: ItemValues, line: readonly string[]): ItemValues => ({
    from: (shift === 0 ? line[0] : undefined) ?? values.from,
    to: line[1 - shift] ?? values.to,
  });
  const over = cells.slice(0, Math.max(0, rows.length - start.row));
  const below = cells.slice(over.length);
  const changed = setRows(
    edits,
    over.flatMap((line, at) => {
      const row = rows[start.row + at];
      return row ? [[row, overlaid(row.values, line)] as const] : [];
    }),
  );
  return addRows(
    changed,
    below.map((line) => overlaid({ from: "", to: "" }, line)),
  );
};

/**
 * What is to be known of a row before it is saved. `conflict` and `empty` do harm; `duplicate` is only of no use;
 * `refused` is what the API said of it.
 */
export interface RowMark {
  readonly kind: "conflict" | "duplicate" | "empty" | "refused";
  readonly message: string;
}

/**
 * Rows that say the same twice. A look-up takes the same spelling first, else any case, and of equal values the first
 * (see rules/mapping-lines), so only a value in the same spelling hides another.
 */
export const marksOf = (rows: readonly ItemRow[]): ReadonlyMap<string, RowMark> => {
  const first = new Map<string, { row: ItemRow; place: number }>();
  const marks = new Map<string, RowMark>();
  rows.forEach((row, at) => {
    const { from, to } = row.values;
    if (isBlank(row.values)) return;
    if (from.trim() === "") {
      marks.set(row.key, {
        kind: "empty",
        message: "Enter the value to replace.",
      });
      return;
    }
    const earlier = first.get(from) ?? first.get(`folded ${foldText(from.trim())}`);
    const known = { row, place: at + 1 };
    if (!first.has(from)) first.set(from, known);
    if (!earlier) {
      first.set(`folded ${foldText(from.trim())}`, known);
      return;
    }
    const there = `row ${earlier.place} has “${earlier.row.values.from}”`;
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
            message: `${there[0]?.toUpperCase()}${there.slice(1)} too and maps it to “${earlier.row.values.to}”. The first one is used, so this item has no effect.`,
          },
    );
  });
  return marks;
};

/** One item that somebody else changed after it was typed over. */
export interface ItemConflict {
  readonly id: number;
  readonly was: ItemValues;
  readonly mine: ItemValues;
  readonly theirs: ItemValues;
}

/** Edits of items that are no longer what they were when they were typed over. */
export const conflictsOf = (edits: ItemEdits, fresh: readonly MappingSetItem[]): ItemConflict[] =>
  fresh.flatMap((item) => {
    const edit = edits.changed[item.id];
    const theirs = valuesOf(item);
    return !edit || same(edit.was, theirs) || same(edit.values, theirs)
      ? []
      : [{ id: item.id, was: edit.was, mine: edit.values, theirs }];
  });

/** The edits over what the set holds now: what it says anyway leaves them, and what it says counts as seen. */
export const rebased = (edits: ItemEdits, fresh: readonly MappingSetItem[]): ItemEdits => ({
  ...edits,
  changed: Object.fromEntries(
    fresh.flatMap((item) => {
      const edit = edits.changed[item.id];
      const now = valuesOf(item);
      return !edit || same(edit.values, now) ? [] : [[item.id, { ...edit, was: now }]];
    }),
  ),
});

const nameOf = ({ from, to }: ItemValues): string => JSON.stringify([from, to]);

/** Items that say the same as a row that is to be added: whatever else says so after a save is that row. */
export const twinsOf = ({ added }: ItemEdits, items: readonly MappingSetItem[]): number[] => {
  const said = new Set(added.map(({ values }) => nameOf(values)));
  return items.filter((item) => said.has(nameOf(valuesOf(item)))).map(({ id }) => id);
};

/**
 * Takes rows out that a save whose answer was lost did add: items that say the same and are not among the `twins` from
 * before. Each new item stands for one row.
 */
export const withoutArrived = (
  edits: ItemEdits,
  twins: readonly number[],
  now: readonly MappingSetItem[],
): ItemEdits => {
  const known = new Set(twins);
  const arrived = new Map<string, number>();
  for (const item of now) {
    const name = nameOf(valuesOf(item));
    if (!known.has(item.id)) arrived.set(name, (arrived.get(name) ?? 0) + 1);
  }
  const added = edits.added.filter(({ values }) => {
    const name = nameOf(values);
    const left = arrived.get(name) ?? 0;
    arrived.set(name, left - 1);
    return left <= 0;
  });
  return rebased({ ...edits, added }, now);
};

const maxBatchItems = 1_000;
const maxBatchCharacters = 200_000;

/** Rows to send, in batches that one request can hold. Rows without a value to look for are left out. */
export const batchesOf = (
  rows: readonly ItemRow[],
): { readonly keys: readonly string[]; readonly body: MappingSetItemSave[] }[] => {
  const batches: { keys: string[]; body: MappingSetItemSave[]; size: number }[] = [];
  for (const row of rows) {
    if (!row.changed || row.values.from.trim() === "") continue;
    const size = row.values.from.length + row.values.to.length + 60;
    const last = batches.at(-1);
    const fits =
      last !== undefined &&
      last.body.length < maxBatchItems &&
      last.size + size <= maxBatchCharacters;
    const batch = fits ? last : { keys: [], body: [], size: 0 };
    if (!fits) batches.push(batch);
    batch.keys.push(row.key);
    batch.body.push({ id: row.id ?? null, fromValue: row.values.from, toValue: row.values.to });
    batch.size += size;
  }
  return batches.map(({ keys, body }) => ({ keys, body }));
};

/** The edits without rows that have been saved. */
export const withoutSaved = (edits: ItemEdits, keys: readonly string[]): ItemEdits => {
  const saved = new Set(keys);
  return {
    ...edits,
    changed: Object.fromEntries(Object.entries(edits.changed).filter(([id]) => !saved.has(id))),
    added: edits.added.filter(({ key }) => !saved.has(key)),
  };
};
