import { movedIds } from "#rule-model/diff/moved-ids.ts";

/** Inserts each id that `into` lacks after the one it follows in `from`. */
const insertMissing = (into: readonly string[], from: readonly string[]): readonly string[] => {
  const known = new Set(into);
  if (from.every((name) => known.has(name))) return into;
  const after = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const name of from) {
    if (known.has(name)) anchor = name;
    else after.set(anchor, [...(after.get(anchor) ?? []), name]);
  }
  return [
    ...(after.get(undefined) ?? []),
    ...into.flatMap((name) => [name, ...(after.get(name) ?? [])]),
  ];
};

/** Whether the ids in both lists have another order. */
export const isReordered = (before: readonly string[], after: readonly string[]): boolean =>
  movedIds(before, after).size > 0;

/** Whether both sides reordered a list differently. */
export const ordersDisagree = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): boolean => isReordered(base, mine) && isReordered(base, theirs) && isReordered(mine, theirs);

/**
 * Merges three orders: takes the order of the side that moved something, and inserts the other side's added ids after
 * the ones they followed there. Where both moved something, `prefer` wins. The result only has ids in `present`.
 */
export const mergeOrder = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  present: ReadonlySet<string>,
  prefer: "mine" | "theirs",
): readonly string[] => {
  const here = (list: readonly string[]) => list.filter((name) => present.has(name));
  const theirsLeads =
    isReordered(base, theirs) && (!isReordered(base, mine) || prefer === "theirs");
  const [leading, other] = theirsLeads ? [theirs, mine] : [mine, theirs];
  const order = insertMissing(insertMissing(here(leading), here(other)), here(base));
  const named = new Set(order);
  return [...order, ...[...present].filter((name) => !named.has(name))];
};
