import { useCallback, useSyncExternalStore } from "react";
import type { KeyedStore } from "#rule-model/draft/keyed-store.ts";

/** Returns one value of a store and renders again when it changes. */
export const useKeyed = <K, V>(
  store: Pick<KeyedStore<K, V>, "get" | "subscribe">,
  key: K,
): V | undefined =>
  useSyncExternalStore(
    useCallback((listener) => store.subscribe(key, listener), [store, key]),
    () => store.get(key),
  );
