import type { MappingSetItem } from "#contract/mapping-sets.ts";
import {
  getValues,
  isBlank,
  isSame,
  type ItemEdits,
  type ItemValues,
  type SentRow,
} from "./item-edits.ts";

/*
 * After a save whose answer was lost: which of its rows the API has. Nothing here is mutated.
 */

const createKey = ({ from, to }: ItemValues): string => JSON.stringify([from, to]);

/** Items equal to a new row: any further equal item after a save is that row. */
export const findTwins = ({ added }: ItemEdits, items: readonly MappingSetItem[]): number[] => {
  const said = new Set(added.map(({ values }) => createKey(values)));
  return items.filter((item) => said.has(createKey(getValues(item)))).map(({ id }) => id);
};

/** Takes the items that are not among the `twins`, each once, by their values. */
const createTaker = (twins: readonly number[], now: readonly MappingSetItem[]) => {
  const known = new Set(twins);
  const ids = new Map<string, number[]>();
  for (const item of now) {
    const name = createKey(getValues(item));
    if (!known.has(item.id)) ids.set(name, [...(ids.get(name) ?? []), item.id]);
  }
  return (values: ItemValues): number | undefined => ids.get(createKey(values))?.shift();
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
