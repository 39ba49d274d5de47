import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { nothing } from "#web/base/format.ts";
import type { Choices, Difference } from "#web/editing/editing-plan.ts";
import {
  getValues,
  isBlank,
  isSame,
  type ItemEdits,
  type ItemValues,
  noEdits,
} from "./item-edits.ts";
import { quoteValue } from "./shown-value.ts";

/*
 * Edits of items, and what was saved since. The two values of an item are one statement: where two people changed it, or
 * added the same From value, the person chooses. Nothing here is mutated.
 */

const nameOf = ({ from, to }: ItemValues): string => JSON.stringify([from, to]);

const toMap = (rows: ItemEdits["added"]): ReadonlyMap<string, ItemValues> =>
  new Map(rows.map(({ key, values }) => [key, values]));

/**
 * The edits that the items don't have yet. Of those in `sent`, which was just saved, only what was typed since is left:
 * it changes the item, because the API can't delete one.
 */
export const rebaseEdits = (
  edits: ItemEdits,
  items: readonly MappingSetItem[],
  sent = noEdits,
): ItemEdits => {
  const byId = new Map(items.map((item) => [String(item.id), getValues(item)]));
  const ids = new Map(items.map((item) => [nameOf(getValues(item)), String(item.id)]));
  const sentRows = toMap(sent.added);
  const changed = Object.entries(edits.changed).flatMap(([id, edit]) => {
    const [now, saved] = [byId.get(id), sent.changed[id]];
    if (!now || isSame(edit.values, saved?.values ?? now) || isSame(edit.values, now)) return [];
    return [[id, saved ? { ...edit, was: now } : edit] as const];
  });
  const added: ItemEdits["added"][number][] = [];
  for (const row of edits.added) {
    const saved = sentRows.get(row.key);
    const id = ids.get(nameOf(saved ?? row.values));
    if (saved && isSame(saved, row.values)) continue;
    if (id === undefined) added.push(row);
    else if (saved && !isBlank(row.values)) changed.push([id, { values: row.values, was: saved }]);
  }
  return { changed: Object.fromEntries(changed), added };
};

/** The From value of one person with the To value of the other; undefined if both people changed the same value. */
const mergeValues = (
  was: ItemValues | undefined,
  mine: ItemValues,
  theirs: ItemValues,
): ItemValues | undefined => {
  const pick = (column: keyof ItemValues) => {
    if (mine[column] === was?.[column]) return theirs[column];
    return theirs[column] === was?.[column] ? mine[column] : undefined;
  };
  const [from, to] = [pick("from"), pick("to")];
  return from === undefined || to === undefined ? undefined : { from, to };
};

const words = ({ from, to }: ItemValues): string =>
  `${quoteValue(from)} → ${to === "" ? nothing : quoteValue(to)}`;

interface Versions {
  readonly was?: ItemValues;
  readonly mine: ItemValues;
  readonly theirs: ItemValues;
}

const describe = (field: string, { was, mine, theirs }: Versions): Difference => {
  const both = mergeValues(was, mine, theirs);
  return {
    field,
    label: was ? `From ${quoteValue(was.from)}` : `Added by both: ${quoteValue(mine.from)}`,
    was: was ? words(was) : "",
    now: words(theirs),
    mine: words(mine),
    ...(both && { both: words(both) }),
  };
};

/** The first item of each From value that wasn't there in `before`. */
const listNew = (before: readonly MappingSetItem[], now: readonly MappingSetItem[]) => {
  const known = new Set(before.map(({ fromValue }) => fromValue));
  const added = now.filter(({ fromValue }) => !known.has(fromValue));
  return new Map(added.toReversed().map((item) => [item.fromValue, item]));
};

/** The edits that another person's changes contradict. The field is the item's ID, with the key of a new row. */
export const diffEdits = (
  edits: ItemEdits,
  before: readonly MappingSetItem[],
  now: readonly MappingSetItem[],
): Difference[] => {
  const changed = now.flatMap((item) => {
    const [edit, theirs] = [edits.changed[item.id], getValues(item)];
    if (!edit || isSame(edit.was, theirs) || isSame(edit.values, theirs)) return [];
    return [describe(String(item.id), { was: edit.was, mine: edit.values, theirs })];
  });
  const theirItems = edits.added.length === 0 ? new Map<string, never>() : listNew(before, now);
  const added = edits.added.flatMap(({ key, values: mine }) => {
    const item = theirItems.get(mine.from);
    if (!item || edits.changed[item.id] || isSame(getValues(item), mine)) return [];
    // Further rows with this value aren't compared: an item can be changed once.
    theirItems.delete(mine.from);
    return [describe(`${item.id} ${key}`, { mine, theirs: getValues(item) })];
  });
  return [...changed, ...added];
};

/** The edits after the person's choices. A row that was added here becomes a change of the item that was added there. */
export const mergeEdits = (
  edits: ItemEdits,
  differences: readonly Difference[],
  choices: Choices,
  now: readonly MappingSetItem[],
): ItemEdits => {
  const byId = new Map(now.map((item) => [String(item.id), getValues(item)]));
  const rows = toMap(edits.added);
  const changed = new Map(Object.entries(edits.changed));
  const removed = new Set<string>();
  for (const { field } of differences) {
    const [id = "", key = ""] = field.split(" ");
    const { was, values } = edits.changed[id] ?? { was: undefined, values: rows.get(key) };
    const theirs = byId.get(id);
    if (!values || !theirs) continue;
    const side = choices[field];
    const both = side === "both" ? mergeValues(was, values, theirs) : undefined;
    if (side === "theirs") changed.delete(id);
    else changed.set(id, { values: both ?? values, was: theirs });
    removed.add(key);
  }
  return {
    changed: Object.fromEntries(changed),
    added: edits.added.filter(({ key }) => !removed.has(key)),
  };
};
