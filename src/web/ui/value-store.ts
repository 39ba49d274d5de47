import { useSyncExternalStore } from "react";

/** One value outside React, with those who want to be told of another. */
export interface ValueStore<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store of one value. The same value again tells nobody. */
export const createValueStore = <T>(initial: T): ValueStore<T> => {
  const listeners = new Set<() => void>();
  let held = initial;
  return {
    get: () => held,
    set: (value) => {
      if (Object.is(held, value)) return;
      held = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** A store's value; the component renders again when it changes. */
export const useValue = <T>(store: Pick<ValueStore<T>, "get" | "subscribe">): T =>
  useSyncExternalStore(store.subscribe, store.get);
