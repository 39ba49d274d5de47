import { movedNames } from "./moved-names.ts";

/** Puts each name that `into` lacks after the one it follows in `from`. */
const woven = (into: readonly string[], from: readonly string[]): readonly string[] => {
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

/** Whether the names that both have stand in another order. */
export const isReordered = (before: readonly string[], after: readonly string[]): boolean =>
  movedNames(before, after).size > 0;

/** Whether two people put a list in two orders that do not agree. */
export const ordersDisagree = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): boolean => isReordered(base, mine) && isReordered(base, theirs) && isReordered(mine, theirs);

/**
 * One order of three: that of whoever moved something, with what the other one has more woven in behind the name it
 * followed there. Where both moved something `prefer` leads. Only names in `present` come out.
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
  const order = woven(woven(here(leading), here(other)), here(base));
  const named = new Set(order);
  return [...order, ...[...present].filter((name) => !named.has(name))];
};
