import { foldName } from "./fold-text.ts";
import type { Entry } from "./read-value.ts";

/** Whether a name is the given one, in any case and without spaces around it; an empty name is none. */
export const namedAs = (name: string): ((other: string | undefined) => boolean) => {
  const wanted = foldName(name);
  return (other) => other !== undefined && wanted !== "" && foldName(other) === wanted;
};

/** Finds all entries with a name. */
export const pickEntries = (name: string): ((entries: readonly Entry[]) => readonly Entry[]) => {
  const isNamed = namedAs(name);
  return (entries) => entries.filter((entry) => isNamed(entry.name));
};
