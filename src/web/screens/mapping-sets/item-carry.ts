import { type ItemEdits, type ItemValues, isSame } from "./item-edits.ts";

/* Edits that several tabs store under one key. Nothing here is mutated. */

type Change = ItemEdits["changed"][string];

const isEqual = (one: Change | undefined, other: Change): boolean =>
  one !== undefined && isSame(one.values, other.values) && isSame(one.was, other.was);

const pickChanged = (
  { changed }: ItemEdits,
  fits: (id: string, change: Change) => boolean,
): ItemEdits["changed"] =>
  Object.fromEntries(Object.entries(changed).filter(([id, change]) => fits(id, change)));

/** The edits that were made since `base`. */
export const editsSince = (base: ItemEdits, now: ItemEdits): ItemEdits => {
  const before = new Map(base.added.map(({ key, values }) => [key, values]));
  return {
    changed: pickChanged(now, (id, change) => !isEqual(base.changed[id], change)),
    added: now.added.filter(({ key, values }) => {
      const was = before.get(key);
      return was === undefined || !isSame(was, values);
    }),
    nextKey: now.nextKey,
  };
};

/** The edits of `base` that are left in `now`: the others were saved or discarded. */
export const editsLeft = (base: ItemEdits, now: ItemEdits): ItemEdits => {
  const left = new Set(now.added.map(({ key }) => key));
  return {
    ...base,
    changed: pickChanged(base, (id) => now.changed[id] !== undefined),
    added: base.added.filter(({ key }) => left.has(key)),
  };
};

const moveChanged = (
  before: ItemEdits["changed"],
  after: ItemEdits["changed"],
  onto: ItemEdits["changed"],
): ItemEdits["changed"] => {
  const changed = new Map(Object.entries(onto));
  for (const id of Object.keys({ ...before, ...after })) {
    const [was, now] = [before[id], after[id]];
    if (now && !isEqual(was, now)) changed.set(id, now);
    if (was && !now && isEqual(onto[id], was)) changed.delete(id);
  }
  return Object.fromEntries(changed);
};

type Rows = ItemEdits["added"];

const toMap = (rows: Rows): ReadonlyMap<string, ItemValues> =>
  new Map(rows.map(({ key, values }) => [key, values]));

const moveAdded = (before: Rows, after: Rows, onto: Rows): Rows => {
  const [was, now, there] = [toMap(before), toMap(after), toMap(onto)];
  const isTyped = (key: string, values: ItemValues): boolean => {
    const last = was.get(key);
    return last === undefined || !isSame(last, values);
  };
  const kept = onto.flatMap((row) => {
    const values = now.get(row.key);
    if (values) return isTyped(row.key, values) ? { key: row.key, values } : row;
    return isTyped(row.key, row.values) ? row : [];
  });
  return [...kept, ...after.filter(({ key, values }) => !there.has(key) && isTyped(key, values))];
};

/**
 * Makes the changes between two states of the edits to a third one, in which another tab may have edited other rows. A row
 * whose edit was removed stays there if it has other values.
 */
export const moveEdits = (before: ItemEdits, after: ItemEdits, onto: ItemEdits): ItemEdits => ({
  changed: moveChanged(before.changed, after.changed, onto.changed),
  added: moveAdded(before.added, after.added, onto.added),
  nextKey: onto.nextKey,
});
