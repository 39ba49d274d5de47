import {
  clear,
  createStore,
  delMany,
  get,
  getMany,
  setMany,
  update,
  type UseStore,
} from "idb-keyval";
import { type Scope, toKey } from "./remember.ts";

type Key = string | number;

/** Values by key that this browser remembers. None of its functions rejects. */
export interface Memories<T> {
  readonly get: (key: Key) => Promise<T | undefined>;
  /** All that are stored, the latest first. */
  readonly list: () => Promise<readonly T[]>;
  /** False if this browser stores nothing. */
  readonly set: (...entries: readonly (readonly [Key, T])[]) => Promise<boolean>;
  readonly delete: (...keys: readonly Key[]) => Promise<void>;
  /** Deletes everything under the name, also that of other people and upstreams. */
  readonly clear: () => Promise<void>;
}

/** Like `remember`, for many or large values. Each person keeps those set last, as many as `most`. */
export const rememberMany = <T>(name: string, scope: Scope, most: number): Memories<T> => {
  let opened: UseStore | undefined;
  const attempt = async <R>(work: (store: UseStore) => Promise<R>): Promise<R | undefined> => {
    try {
      // A browser may refuse its storage as early as when it is opened.
      return await work((opened ??= createStore(`supercargo.${name}`, "values")));
    } catch {
      return undefined;
    }
  };
  const toOwn = (key: Key): string => `${toKey(name, scope)} ${key}`;
  /** Changes the list of all keys, the latest last; returns those that it dropped. */
  const changeOrder = async (
    store: UseStore,
    change: (keys: readonly string[]) => readonly string[],
  ): Promise<string[]> => {
    let dropped: string[] = [];
    await update<readonly string[]>(
      toKey(name, scope),
      (keys = []) => {
        const next = change(keys);
        dropped = next.slice(0, -most);
        return next.slice(-most);
      },
      store,
    );
    return dropped;
  };
  return {
    get: (key) => attempt((store) => get<T>(toOwn(key), store)),
    list: async () => {
      const values = await attempt(async (store) => {
        const keys = (await get<readonly string[]>(toKey(name, scope), store)) ?? [];
        return getMany<T | undefined>(keys.toReversed(), store);
      });
      return values?.filter((value) => value !== undefined) ?? [];
    },
    set: async (...entries) => {
      const own = new Map(entries.map(([key, value]) => [toOwn(key), value]));
      const isStored = await attempt(async (store) => {
        const dropped = await changeOrder(store, (keys) => [
          ...keys.filter((key) => !own.has(key)),
          ...own.keys(),
        ]);
        await setMany([...own], store);
        await delMany(dropped, store);
        return true;
      });
      return isStored ?? false;
    },
    delete: async (...keys) => {
      const own = keys.map(toOwn);
      await attempt(async (store) => {
        await changeOrder(store, (all) => all.filter((key) => !own.includes(key)));
        await delMany(own, store);
      });
    },
    clear: () => attempt(clear),
  };
};
