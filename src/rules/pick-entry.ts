import { foldText } from "./fold-text.ts";
import type { Entry } from "./read-value.ts";

/** The index of a name in a list: exact spelling first, else any case; -1 if it is missing, or empty. */
export const findNamePlace = (names: readonly (string | undefined)[], name: string): number => {
  const wanted = name.trim();
  if (wanted === "") return -1;
  const exact = names.indexOf(wanted);
  const folded = foldText(wanted);
  return exact >= 0
    ? exact
    : names.findIndex((other) => other !== undefined && foldText(other) === folded);
};

/** Finds the entry with a name. */
export const pickEntry =
  (name: string) =>
  (entries: readonly Entry[]): Entry | undefined =>
    entries[
      findNamePlace(
        entries.map((entry) => entry.name.trim()),
        name,
      )
    ];
