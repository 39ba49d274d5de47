import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { personalKey } from "#web/base/session.ts";

/**
 * A rule to open in the builder: from a file or from pasted text. It is stored in this browser under a key in the
 * address, for the person who opened it.
 */
export interface GivenRule {
  readonly request: UpdateOrCreateMappingRule;
  /** Its source, as the screen shows it: “from rules.json”. */
  readonly from: string;
}

const keptMs = 30 * 24 * 60 * 60_000;
/** Of all people of the browser. */
const most = 100;

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

/** The key starts with the time, so that the old ones are found without reading the rules. */
const createKey = (): string => `${Date.now().toString(36)}-${crypto.randomUUID()}`;

const timeOf = (key: string): number => Number.parseInt(key.slice(key.lastIndexOf(".") + 1), 36);

const isOld = (key: string): boolean => !(timeOf(key) > Date.now() - keptMs);

/** A rule that was opened and never saved would otherwise stay for good. */
const deleteOld = async (): Promise<void> => {
  const newestFirst = (await keys<string>(given())).toSorted(
    (one, other) => timeOf(other) - timeOf(one),
  );
  await delMany(
    newestFirst.filter((key, place) => place >= most || isOld(key)),
    given(),
  );
};

/** Stores a rule for `/mapping-rules/new?given=KEY`, and returns the key. */
export const storeGivenRule = async (rule: GivenRule): Promise<string> => {
  const key = createKey();
  ofThisPage.set(key, rule);
  await orUndefined(async () => {
    await set(personalKey(key), rule, given());
    await deleteOld();
  });
  return key;
};

/** The rule under a key. It stays stored, so that a reload finds it again. */
export const readGivenRule = async (key: string): Promise<GivenRule | undefined> =>
  ofThisPage.get(key) ??
  (await orUndefined(async () => {
    await deleteOld();
    return get<GivenRule>(personalKey(key), given());
  }));

/** Deletes the rule under a key, once the API has it. */
export const deleteGivenRule = async (key: string): Promise<void> => {
  ofThisPage.delete(key);
  await orUndefined(() => del(personalKey(key), given()));
};
