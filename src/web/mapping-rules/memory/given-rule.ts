import { createStore, get, set, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";

/** A rule on its way to the builder: from a file, from pasted text. It waits in this browser under a key in the address. */
export interface GivenRule {
  readonly request: UpdateOrCreateMappingRule;
  /** Where it is from, as the screen says it: “from rules.json”. */
  readonly from: string;
}

let store: UseStore | undefined;
const given = (): UseStore => (store ??= createStore("supercargo-given-rules", "rules"));

/** A browser may refuse its storage at the opening already. */
const orNothing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** Rules of this page, for a browser that keeps nothing. */
const ofThisPage = new Map<string, GivenRule>();

/** Lays a rule down for `/mapping-rules/new?given=KEY`, and gives the key. */
export const giveRule = async (rule: GivenRule): Promise<string> => {
  const key = crypto.randomUUID();
  ofThisPage.set(key, rule);
  await orNothing(() => set(key, rule, given()));
  return key;
};

/** The rule under a key. It stays there, so that a reload finds it again. */
export const takeGivenRule = async (key: string): Promise<GivenRule | undefined> =>
  ofThisPage.get(key) ?? (await orNothing(() => get<GivenRule>(key, given())));
