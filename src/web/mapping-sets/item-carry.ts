import { type ItemEdits, isSame } from "./item-edits.ts";

/*
 * Edits that were typed while another upstream was assumed than the gateway then names: they move to the named one, and
 * what this browser had stored for the assumed one stays there. Nothing here is mutated.
 */

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

/**
 * Puts typed edits over stored ones. The typed rows keep their keys, and with them the focus; the stored ones get keys
 * from `nextKey` on.
 */
export const joinEdits = (stored: ItemEdits, typed: ItemEdits, nextKey: number): ItemEdits => ({
  changed: { ...stored.changed, ...typed.changed },
  added: [
    ...stored.added.map((one, at) => ({ ...one, key: `new ${nextKey + at}` })),
    ...typed.added,
  ],
  nextKey: nextKey + stored.added.length,
});
