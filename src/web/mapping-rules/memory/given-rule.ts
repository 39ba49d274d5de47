import { createStore, get, set, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";

/**
 * A rule to open in the builder: from a file or from pasted text. It is stored in this browser under a key in the
 * address.
 */
export interface GivenRule {
  readonly request: UpdateOrCreateMappingRule;
  /** Its source, as the screen shows it: “from rules.json”. */
  readonly from: string;
}

let store: UseStore | undefined;
const given = (): UseStore => (store ??= createStore("supercargo-given-rules", "rules"));

/** A browser may refuse its storage as early as when it is opened. */
const orUndefined = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** The rules of this page, for a browser that stores nothing. */
const ofThisPage = new Map<string, GivenRule>();

/** Stores a rule for `/mapping-rules/new?given=KEY`, and returns the key. */
export const storeGivenRule = async (rule: GivenRule): Promise<string> => {
  const key = crypto.randomUUID();
  ofThisPage.set(key, rule);
  await orUndefined(() => set(key, rule, given()));
  return key;
};

/** The rule under a key. It stays stored, so that a reload finds it again. */
export const readGivenRule = async (key: string): Promise<GivenRule | undefined> =>
  ofThisPage.get(key) ?? (await orUndefined(() => get<GivenRule>(key, given())));
