import type { MappingSetItem } from "#contract/mapping-sets.ts";
import type { Side } from "#web/editing/editing.ts";
import {
  getValues,
  isBlank,
  isSame,
  type ItemEdits,
  type ItemValues,
  type SentRow,
} from "./item-edits.ts";

/*
 * Edits of items, and what other people saved since. The two values of an item are one statement: where both people
 * changed it, or added the same From value, the person chooses.
 */

/** `both`: the From value of one person with the To value of the other. */
export type ItemSide = Side | "both";

/** An item that another person changed after it was edited here, or added after it was added here. */
export interface ItemConflict {
  readonly id: number;
  /** The row that was added here; undefined for an item that was edited. */
  readonly added?: string;
  readonly was?: ItemValues;
  readonly mine: ItemValues;
  readonly theirs: ItemValues;
  /** Set where each person changed another value. */
  readonly both?: ItemValues;
}

const mergeValues = (was: ItemValues, mine: ItemValues, theirs: ItemValues) => {
  const pick = (column: keyof ItemValues) =>
    mine[column] === was[column] ? theirs[column] : mine[column];
  const isFree = (column: keyof ItemValues) =>
    mine[column] === was[column] || theirs[column] === was[column];
  return isFree("from") && isFree("to") ? { both: { from: pick("from"), to: pick("to") } } : {};
};

const findChangedByBoth = (edits: ItemEdits, fresh: readonly MappingSetItem[]): ItemConflict[] =>
  fresh.flatMap((item) => {
    const edit = edits.changed[item.id];
    const theirs = getValues(item);
    if (!edit || isSame(edit.was, theirs) || isSame(edit.values, theirs)) return [];
    const { was, values: mine } = edit;
    return [{ id: item.id, was, mine, theirs, ...mergeValues(was, mine, theirs) }];
  });

/** The first item of each From value that wasn't there in `seen`. */
const listNew = (seen: readonly MappingSetItem[], fresh: readonly MappingSetItem[]) => {
  const known = new Set(seen.map(({ fromValue }) => fromValue));
  const added = fresh.filter(({ fromValue }) => !known.has(fromValue));
  return new Map(added.toReversed().map((item) => [item.fromValue, item]));
};

const findAddedByBoth = (
  edits: ItemEdits,
  seen: readonly MappingSetItem[],
  fresh: readonly MappingSetItem[],
): ItemConflict[] => {
  if (edits.added.length === 0) return [];
  const theirItems = listNew(seen, fresh);
  const found = new Map<number, ItemConflict>();
  for (const { key, values } of edits.added) {
    const item = theirItems.get(values.from);
    if (item === undefined || found.has(item.id) || edits.changed[item.id]) continue;
    const theirs = getValues(item);
    if (!isSame(theirs, values))
      found.set(item.id, { id: item.id, added: key, mine: values, theirs });
  }
  return [...found.values()];
};

/** The edits that another person's changes contradict. `seen`: the items that were shown when the save began. */
export const findConflicts = (
  edits: ItemEdits,
  seen: readonly MappingSetItem[],
  fresh: readonly MappingSetItem[],
): ItemConflict[] => [...findChangedByBoth(edits, fresh), ...findAddedByBoth(edits, seen, fresh)];

/** The conflicts with the values as they are typed now: items can be edited until the person has chosen. */
export const followEdits = (
  conflicts: readonly ItemConflict[],
  edits: ItemEdits,
): ItemConflict[] => {
  const added = new Map(edits.added.map(({ key, values }) => [key, values]));
  return conflicts.flatMap((one) => {
    const { was, theirs } = one;
    const mine = one.added === undefined ? edits.changed[one.id]?.values : added.get(one.added);
    if (!mine || isSame(mine, theirs)) return [];
    if (was) return [{ id: one.id, was, mine, theirs, ...mergeValues(was, mine, theirs) }];
    return mine.from === theirs.from ? [{ ...one, mine }] : [];
  });
};

/** The edits without added rows that another person added with the same values. */
export const dropAddedByOthers = (
  edits: ItemEdits,
  seen: readonly MappingSetItem[],
  fresh: readonly MappingSetItem[],
): ItemEdits => {
  if (edits.added.length === 0) return edits;
  const theirItems = listNew(seen, fresh);
  const added = edits.added.filter(({ values }) => {
    const item = theirItems.get(values.from);
    return item === undefined || !isSame(getValues(item), values);
  });
  return added.length === edits.added.length ? edits : { ...edits, added };
};

/** The edits after the person's choices. A row that was added here becomes a change of the item that was added there. */
export const resolveConflicts = (
  edits: ItemEdits,
  conflicts: readonly ItemConflict[],
  choices: ReadonlyMap<number, ItemSide>,
): ItemEdits => {
  const changed = new Map(Object.entries(edits.changed));
  const removed = new Set<string>();
  for (const { id, added, mine, theirs, both } of conflicts) {
    const side = choices.get(id) ?? "mine";
    const values = side === "both" ? (both ?? mine) : side === "mine" ? mine : theirs;
    if (isSame(values, theirs)) changed.delete(String(id));
    else changed.set(String(id), { values, was: theirs });
    if (added !== undefined) removed.add(added);
  }
  return {
    ...edits,
    changed: Object.fromEntries(changed),
    added: edits.added.filter(({ key }) => !removed.has(key)),
  };
};

/*
 * After a save whose answer was lost: which of its rows the API has. Nothing here is mutated.
 */

const nameOf = ({ from, to }: ItemValues): string => JSON.stringify([from, to]);

/** Items equal to a new row: any further equal item after a save is that row. */
export const findTwins = ({ added }: ItemEdits, items: readonly MappingSetItem[]): number[] => {
  const said = new Set(added.map(({ values }) => nameOf(values)));
  return items.filter((item) => said.has(nameOf(getValues(item)))).map(({ id }) => id);
};

/** Takes the items that are not among the `twins`, each once, by their values. */
const createTaker = (twins: readonly number[], now: readonly MappingSetItem[]) => {
  const known = new Set(twins);
  const ids = new Map<string, number[]>();
  for (const item of now) {
    const name = nameOf(getValues(item));
    if (!known.has(item.id)) ids.set(name, [...(ids.get(name) ?? []), item.id]);
  }
  return (values: ItemValues): number | undefined => ids.get(nameOf(values))?.shift();
};

type SentValues = ReadonlyMap<string, ItemValues>;

/** The new rows that are still to be added, and the corrections of those that arrived. */
const splitAdded = (
  { added }: ItemEdits,
  sent: SentValues,
  take: (values: ItemValues) => number | undefined,
) => {
  // The rows of the request first: another row may have the same values.
  const isSent = ({ key }: SentRow) => sent.has(key);
  const inOrder = [...added.filter(isSent), ...added.filter((row) => !isSent(row))];
  const ids = new Map(inOrder.map((row) => [row.key, take(sent.get(row.key) ?? row.values)]));
  const corrected = added.flatMap(({ key, values }) => {
    const [id, was] = [ids.get(key), sent.get(key) ?? values];
    return id === undefined || isSame(values, was) || isBlank(values)
      ? []
      : [[id, { values, was }] as const];
  });
  return { left: added.filter(({ key }) => ids.get(key) === undefined), corrected };
};

/**
 * The edits of items that the current items don't contain. One that was made after its item was sent is an edit of what
 * arrived. The others keep the values from before, so that the next save still finds what another person changed since.
 */
const listChanged = ({ changed }: ItemEdits, sent: SentValues, now: readonly MappingSetItem[]) =>
  now.flatMap((item) => {
    const [edit, current] = [changed[item.id], getValues(item)];
    if (!edit || isSame(edit.values, current)) return [];
    const was = sent.get(String(item.id));
    const arrived = was !== undefined && isSame(was, current);
    return [[item.id, arrived ? { ...edit, was } : edit] as const];
  });

/**
 * Removes what a save with a lost answer did change or add. An added row is an item with the sent values that is not
 * among the `twins` from before; each new item matches one row. A row that was corrected since it was sent (`rows`)
 * becomes a change of its item, because the API can't delete an item.
 */
export const removeArrived = (
  edits: ItemEdits,
  { twins, rows }: { readonly twins: readonly number[]; readonly rows: readonly SentRow[] },
  now: readonly MappingSetItem[],
): ItemEdits => {
  const sent = new Map(rows.map(({ key, values }) => [key, values]));
  const { left, corrected } = splitAdded(edits, sent, createTaker(twins, now));
  return {
    ...edits,
    changed: Object.fromEntries([...listChanged(edits, sent, now), ...corrected]),
    added: left,
  };
};
