import { createStore, delMany, entries, get, setMany, type UseStore } from "idb-keyval";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { upstreamKey } from "./upstream-key.ts";

/** How a rule came to be known in this browser. */
export type SeenHow = "read" | "saved" | "imported";

/** A rule as this browser last had it from the API, or from a file. */
export interface SeenRule {
  readonly rule: MappingRule;
  /** When, in milliseconds. */
  readonly at: number;
  readonly how: SeenHow;
}

type Key = [upstream: string, id: number];

let store: UseStore | undefined;
const rules = (): UseStore => (store ??= createStore("supercargo-seen-rules", "rules"));

/** A browser that keeps nothing (a private window, a full disk) costs the memory, not the screen. */
const orElse = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch {
    return otherwise;
  }
};

/** Remembers rules that were read whole; one without its tree says too little to be opened again. */
export const rememberRules = async (
  seen: readonly MappingRule[],
  how: SeenHow,
  at: number = Date.now(),
): Promise<void> => {
  const whole = seen.filter(({ rule }) => rule);
  if (whole.length === 0) return;
  const upstream = await upstreamKey();
  await orElse(
    () =>
      setMany(
        whole.map((rule): [Key, SeenRule] => [[upstream, rule.id], { rule, at, how }]),
        rules(),
      ),
    undefined,
  );
};

/** One rule as it was seen last. */
export const rememberedRule = async (id: number): Promise<SeenRule | undefined> => {
  const upstream = await upstreamKey();
  return orElse(() => get<SeenRule>([upstream, id], rules()), undefined);
};

/** Every rule of this upstream that this browser has seen, the latest first. */
export const rememberedRules = async (): Promise<readonly SeenRule[]> => {
  const upstream = await upstreamKey();
  const all = await orElse(() => entries<Key, SeenRule>(rules()), []);
  return all
    .filter(([[of]]) => of === upstream)
    .map(([, seen]) => seen)
    .toSorted((one, other) => other.at - one.at || one.rule.id - other.rule.id);
};

/** Forgets every rule of this upstream. */
export const forgetRules = async (): Promise<void> => {
  const upstream = await upstreamKey();
  const keys = (await orElse(() => entries<Key, SeenRule>(rules()), [])).map(([key]) => key);
  await orElse(
    () =>
      delMany(
        keys.filter(([of]) => of === upstream),
        rules(),
      ),
    undefined,
  );
};
