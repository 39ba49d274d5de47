import type { MappingRule } from "#contract/mapping-rules.ts";

/** Receives mapping rules that the API returned, and whether they were read or saved. */
type RulesListener = (rules: readonly MappingRule[], how: "read" | "saved") => void;

const listeners = new Set<RulesListener>();

/** Calls `listener` for every mapping rule that is read or saved from now on, until the returned function is called. */
export const watchRules = (listener: RulesListener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Passes mapping rules from the API to the listeners. */
export const reportRules: RulesListener = (rules, how) => {
  for (const listener of listeners) listener(rules, how);
};
