import { useSyncExternalStore } from "react";

/** A value outside React, with change listeners. */
export interface ValueStore<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store of one value. An identical value calls no listener. */
export const createValueStore = <T>(initial: T): ValueStore<T> => {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Returns a store's value and renders again when it changes. */
export const useValue = <T>(store: Pick<ValueStore<T>, "get" | "subscribe">): T =>
  useSyncExternalStore(store.subscribe, store.get);
