type Listener = () => void;

/** Values by key, with listeners per key: a component subscribes only to the value that it shows. */
export interface KeyedStore<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly keys: () => IterableIterator<K>;
  readonly size: () => number;
  /** Sets a value, or deletes it with `undefined`. An identical value calls no listener. */
  readonly set: (key: K, value: V | undefined) => void;
  readonly subscribe: (key: K, listener: Listener) => () => void;
  /** Calls the listener for changes of any key. */
  readonly watch: (listener: (key: K) => void) => () => void;
}

/** Creates a store with the given values. */
export const createKeyedStore = <K, V>(
  entries: Iterable<readonly [K, V]> = [],
): KeyedStore<K, V> => {
  const values = new Map(entries);
  // Most values have one listener, so a set is created only for the second.
  const listeners = new Map<K, Listener | Set<Listener>>();
  const watchers = new Set<(key: K) => void>();
  return {
    get: (key) => values.get(key),
    keys: () => values.keys(),
    size: () => values.size,
    set: (key, value) => {
      if (Object.is(values.get(key), value)) return;
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      const listening = listeners.get(key);
      if (typeof listening === "function") listening();
      else if (listening) for (const listener of listening) listener();
      for (const watcher of watchers) watcher(key);
    },
    subscribe: (key, listener) => {
      const known = listeners.get(key);
      if (known instanceof Set) known.add(listener);
      else listeners.set(key, known ? new Set([known, listener]) : listener);
      return () => {
        const left = listeners.get(key);
        if (left instanceof Set) {
          left.delete(listener);
          if (left.size === 0) listeners.delete(key);
        } else if (left === listener) listeners.delete(key);
      };
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
};
