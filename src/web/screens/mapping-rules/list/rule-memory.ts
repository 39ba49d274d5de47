import { queryOptions } from "@tanstack/react-query";
import { createStore, delMany, entries, get, setMany, type UseStore } from "idb-keyval";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { nameUpstream } from "#web/base/page-state.ts";

export type SeenHow = "read" | "saved" | "imported";

/** A rule as this browser last got it from the API, or from a file. */
export interface SeenRule {
  readonly rule: MappingRule;
  /** When, in milliseconds. */
  readonly at: number;
  readonly how: SeenHow;
}

type Key = [upstream: string, id: number];

let store: UseStore | undefined;
const rules = (): UseStore => (store ??= createStore("supercargo-seen-rules", "rules"));

/** A browser that stores nothing (a private window, a full disk) has no memory, but the screen works. */
const orDefault = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch {
    return otherwise;
  }
};

/** Remembers rules that were read whole; a rule without its tree has too little to be opened again. */
export const rememberRules = async (
  seen: readonly MappingRule[],
  how: SeenHow,
  at: number = Date.now(),
): Promise<void> => {
  const upstream = nameUpstream();
  const whole = seen
    .filter(({ rule }) => rule)
    .map((rule): [Key, SeenRule] => [[upstream, rule.id], { rule, at, how }]);
  if (whole.length > 0) await orDefault(() => setMany(whole, rules()), undefined);
};

export const rememberedRule = async (id: number): Promise<SeenRule | undefined> =>
  orDefault(() => get<SeenRule>([nameUpstream(), id], rules()), undefined);

const entriesHere = async (): Promise<[Key, SeenRule][]> =>
  (await orDefault(() => entries<Key, SeenRule>(rules()), [])).filter(
    ([[upstream]]) => upstream === nameUpstream(),
  );

/** Every rule of this upstream that this browser has seen, the latest first. */
export const rememberedRules = async (): Promise<readonly SeenRule[]> =>
  (await entriesHere())
    .map(([, seen]) => seen)
    .toSorted((one, other) => other.at - one.at || one.rule.id - other.rule.id);

export const seenRules = () =>
  queryOptions({
    queryKey: ["mapping-rules", "seen"] as const,
    queryFn: () => rememberedRules(),
    staleTime: 0,
  });

/** Deletes every remembered rule of this upstream. */
export const deleteRememberedRules = async (): Promise<void> => {
  const keys = (await entriesHere()).map(([key]) => key);
  await orDefault(() => delMany(keys, rules()), undefined);
};
