import { createHistory, type StepName } from "./history.ts";
import { actionOperandFields, conditionOperandFields, type OperandField } from "./operand-specs.ts";
import { type Part, type PartKey, type PartKind, type PartReader, rootKey } from "./part.ts";

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

/*
 * Typing changes only the text of an operand. A part's controls and its place do not depend on that text, so they
 * render again only when the part's shape changes.
 */

const operandFields: ReadonlySet<string> = new Set<OperandField>([
  ...conditionOperandFields,
  ...actionOperandFields,
]);

/** Whether two texts look the same to the controls: both are empty or not, a list or not, a field's name or not. */
const sameKindOfText = (one: unknown, other: unknown): boolean => {
  const [before, after] = [String(one ?? ""), String(other ?? "")];
  return (
    (before === "") === (after === "") &&
    before.startsWith("[") === after.startsWith("[") &&
    before.includes("{") === after.includes("{")
  );
};

/** Whether two states of a part differ at most in the texts of their operands. */
export const sameShape = (one: Part | undefined, other: Part | undefined): boolean => {
  if (one === other) return true;
  if (!one || !other || one.parent !== other.parent || one.slot !== other.slot) return false;
  if (one.children !== other.children) return false;
  const before = one.data as Readonly<Record<string, unknown>>;
  const after = other.data as Readonly<Record<string, unknown>>;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (
      before[name] !== after[name] &&
      !(operandFields.has(name) && sameKindOfText(before[name], after[name]))
    )
      return false;
  return true;
};

/** One part before and after a step; undefined where it did not exist. */
interface Patch {
  readonly key: PartKey;
  readonly before: Part | undefined;
  readonly after: Part | undefined;
}

/** Writes the parts of one step. Reads see what the step has written so far. */
export interface PartWriter {
  readonly get: (key: PartKey) => Part | undefined;
  readonly put: (part: Part) => void;
  readonly remove: (key: PartKey) => void;
  /** A key that no part of this draft ever had. */
  readonly newKey: () => PartKey;
}

/** The next undo and redo. */
export interface HistoryState {
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** Grows with every change of the draft, undo included. */
  readonly version: number;
  /** Grows with every change except that of an operand's text. */
  readonly shape: number;
}

/** A rule being edited, outside React: parts by key, listeners by key, and the undo history. */
export interface DraftStore extends PartReader {
  readonly keys: () => IterableIterator<PartKey>;
  readonly size: () => number;
  readonly subscribe: (key: PartKey, listener: () => void) => () => void;
  /** Called once after each step, with the keys it changed. */
  readonly watch: (listener: (changed: readonly PartKey[]) => void) => () => void;
  readonly edit: (name: StepName, change: (writer: PartWriter) => void) => void;
  /** Changes how parts are identified, in the undo history too, and is no step itself: ids after a save. */
  readonly relabel: (label: (part: Part) => Part) => void;
  /** Makes the current draft the earliest state that undo leads to. */
  readonly forgetSteps: () => void;
  readonly undo: () => readonly PartKey[];
  readonly redo: () => readonly PartKey[];
  readonly history: () => HistoryState;
  readonly subscribeHistory: (listener: () => void) => () => void;
}

export const sameEntries = (one: object, other: object): boolean => {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => (other as Readonly<Record<string, unknown>>)[name] === value)
  );
};

/** Whether a part is equal before and after: letters typed and deleted again. */
const isUnchanged = ({ before, after }: Patch): boolean =>
  before === after ||
  (before !== undefined &&
    after !== undefined &&
    before.parent === after.parent &&
    before.slot === after.slot &&
    sameEntries(before.data, after.data) &&
    sameEntries(before.children, after.children));

/** Merges two lists of patches: the first state of each key and the last. */
const mergePatches = (
  one: readonly Patch[],
  other: readonly Patch[],
): readonly Patch[] | undefined => {
  const patches = new Map(one.map((patch) => [patch.key, patch]));
  for (const { key, before, after } of other)
    patches.set(key, { key, before: patches.has(key) ? patches.get(key)?.before : before, after });
  const merged = [...patches.values()].filter((patch) => !isUnchanged(patch));
  return merged.length > 0 ? merged : undefined;
};

const recordPatches = (
  parts: KeyedStore<PartKey, Part>,
  newKey: () => PartKey,
  change: (writer: PartWriter) => void,
): readonly Patch[] => {
  const written = new Map<PartKey, Part | undefined>();
  change({
    get: (key) => (written.has(key) ? written.get(key) : parts.get(key)),
    put: (part) => written.set(part.key, part),
    remove: (key) => written.set(key, undefined),
    newKey,
  });
  return [...written]
    .map(([key, after]) => ({ key, before: parts.get(key), after }))
    .filter(({ before, after }) => before !== after);
};

/**
 * Creates a draft of these parts. `clock` returns milliseconds, to tell one burst of typing from the next; `settle` adds
 * to each edit what follows from it.
 */
export const createDraftStore = (
  initial: Iterable<Part>,
  clock: () => number = Date.now,
  settle?: (writer: PartWriter, before: Pick<PartWriter, "get">) => void,
): DraftStore => {
  const parts = createKeyedStore<PartKey, Part>([...initial].map((part) => [part.key, part]));
  const watchers = new Set<(changed: readonly PartKey[]) => void>();
  const historyListeners = new Set<() => void>();
  const steps = createHistory<readonly Patch[]>({ merge: mergePatches, clock });
  let nextKey = Math.max(rootKey, ...parts.keys()) + 1;
  let history: HistoryState = { undo: undefined, redo: undefined, version: 0, shape: 0 };

  const write = (patches: readonly Patch[], side: "before" | "after"): readonly PartKey[] => {
    for (const patch of patches) parts.set(patch.key, patch[side]);
    const typed = patches.every(({ before, after }) => sameShape(before, after));
    history = {
      ...steps.next(),
      version: history.version + 1,
      shape: history.shape + (typed ? 0 : 1),
    };
    const changed = patches.map(({ key }) => key);
    for (const watcher of watchers) watcher(changed);
    for (const listener of historyListeners) listener();
    return changed;
  };

  return {
    get: parts.get,
    part: <K extends PartKind>(key: PartKey, kind: K) => {
      const part = parts.get(key);
      return part?.kind === kind ? (part as Part<K>) : undefined;
    },
    keys: parts.keys,
    size: parts.size,
    subscribe: parts.subscribe,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    edit: (name, change) => {
      const patches = recordPatches(
        parts,
        () => nextKey++,
        (writer) => {
          change(writer);
          settle?.(writer, parts);
        },
      );
      if (patches.length === 0) return;
      steps.add(name, patches);
      write(patches, "after");
    },
    relabel: (label) => {
      const relabelled = (part: Part | undefined) => part && label(part);
      steps.map((patches) =>
        patches.map(({ key, before, after }) => ({
          key,
          before: relabelled(before),
          after: relabelled(after),
        })),
      );
      write(
        recordPatches(
          parts,
          () => nextKey++,
          (writer) => {
            for (const key of parts.keys()) {
              const part = parts.get(key);
              if (part) writer.put(label(part));
            }
          },
        ),
        "after",
      );
    },
    forgetSteps: () => {
      steps.clear();
      write([], "after");
    },
    undo: () => {
      const patches = steps.undo();
      return patches ? write(patches, "before") : [];
    },
    redo: () => {
      const patches = steps.redo();
      return patches ? write(patches, "after") : [];
    },
    history: () => history,
    subscribeHistory: (listener) => {
      historyListeners.add(listener);
      return () => historyListeners.delete(listener);
    },
  };
};
