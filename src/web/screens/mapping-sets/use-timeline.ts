import { useEffect, useState } from "react";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { readDraft, whenPageHides, writeDraft } from "#web/editing/draft.ts";
import { editCount, isSame, type ItemEdits, type ItemValues, noEdits } from "./item-edits.ts";

/* Edits that several tabs store under one key. Nothing here is mutated. */

type Change = ItemEdits["changed"][string];

const isEqual = (one: Change | undefined, other: Change): boolean =>
  one !== undefined && isSame(one.values, other.values) && isSame(one.was, other.was);

const pickChanged = (
  { changed }: ItemEdits,
  fits: (id: string, change: Change) => boolean,
): ItemEdits["changed"] =>
  Object.fromEntries(Object.entries(changed).filter(([id, change]) => fits(id, change)));

/** The edits that were made since `base`. */
export const editsSince = (base: ItemEdits, now: ItemEdits): ItemEdits => {
  const before = new Map(base.added.map(({ key, values }) => [key, values]));
  return {
    changed: pickChanged(now, (id, change) => !isEqual(base.changed[id], change)),
    added: now.added.filter(({ key, values }) => {
      const was = before.get(key);
      return was === undefined || !isSame(was, values);
    }),
    nextKey: now.nextKey,
  };
};

/** The edits of `base` that are left in `now`: the others were saved or discarded. */
export const editsLeft = (base: ItemEdits, now: ItemEdits): ItemEdits => {
  const left = new Set(now.added.map(({ key }) => key));
  return {
    ...base,
    changed: pickChanged(base, (id) => now.changed[id] !== undefined),
    added: base.added.filter(({ key }) => left.has(key)),
  };
};

const moveChanged = (
  before: ItemEdits["changed"],
  after: ItemEdits["changed"],
  onto: ItemEdits["changed"],
): ItemEdits["changed"] => {
  const changed = new Map(Object.entries(onto));
  for (const id of Object.keys({ ...before, ...after })) {
    const [was, now] = [before[id], after[id]];
    if (now && !isEqual(was, now)) changed.set(id, now);
    if (was && !now && isEqual(onto[id], was)) changed.delete(id);
  }
  return Object.fromEntries(changed);
};

type Rows = ItemEdits["added"];

const toMap = (rows: Rows): ReadonlyMap<string, ItemValues> =>
  new Map(rows.map(({ key, values }) => [key, values]));

const moveAdded = (before: Rows, after: Rows, onto: Rows): Rows => {
  const [was, now, there] = [toMap(before), toMap(after), toMap(onto)];
  const isTyped = (key: string, values: ItemValues): boolean => {
    const last = was.get(key);
    return last === undefined || !isSame(last, values);
  };
  const kept = onto.flatMap((row) => {
    const values = now.get(row.key);
    if (values) return isTyped(row.key, values) ? { key: row.key, values } : row;
    return isTyped(row.key, row.values) ? row : [];
  });
  return [...kept, ...after.filter(({ key, values }) => !there.has(key) && isTyped(key, values))];
};

/**
 * Makes the changes between two states of the edits to a third one, in which another tab may have edited other rows. A row
 * whose edit was removed stays there if it has other values.
 */
export const moveEdits = (before: ItemEdits, after: ItemEdits, onto: ItemEdits): ItemEdits => ({
  changed: moveChanged(before.changed, after.changed, onto.changed),
  added: moveAdded(before.added, after.added, onto.added),
  nextKey: onto.nextKey,
});

const maxStates = 200;
const draftPauseMs = 400;

interface Timeline {
  readonly past: readonly ItemEdits[];
  readonly now: ItemEdits;
  readonly future: readonly ItemEdits[];
  /** Continued typing into one cell counts as one step. */
  readonly burst: string | undefined;
}

const startWith = (now: ItemEdits): Timeline => ({
  past: [],
  now,
  future: [],
  burst: undefined,
});

const stepped = (timeline: Timeline, next: ItemEdits, burst?: string): Timeline => {
  if (next === timeline.now) return timeline;
  const continues = burst !== undefined && burst === timeline.burst;
  return {
    past: continues ? timeline.past : [...timeline.past, timeline.now].slice(-maxStates),
    now: next,
    future: [],
    burst,
  };
};

const undone = ({ past, now, future, burst }: Timeline): Timeline => {
  const before = past.at(-1);
  return before === undefined
    ? { past, now, future, burst }
    : { past: past.slice(0, -1), now: before, future: [now, ...future], burst: undefined };
};

const redone = ({ past, now, future, burst }: Timeline): Timeline => {
  const [next, ...rest] = future;
  return next === undefined
    ? { past, now, future, burst }
    : { past: [...past, now], now: next, future: rest, burst: undefined };
};

const readEdits = (key: string): ItemEdits => readDraft<ItemEdits>(key)?.value ?? noEdits;

/** New rows of two tabs must not have the same keys: one would replace the other in the draft that they share. */
const withOwnKeys = (edits: ItemEdits): ItemEdits => {
  const [first = 0] = crypto.getRandomValues(new Uint32Array(1));
  return { ...edits, nextKey: Math.max(edits.nextKey, first) };
};

/** Opens the edits that are stored under a key. Other tabs may store edits there too. */
export const openTimeline = (key: string) => {
  /** What was stored there before anything was typed here. */
  let base = withOwnKeys(readEdits(key));
  /** What was last stored from here. */
  let own = base;
  const store = createValueStore(startWith(base));
  const latest = () => store.get().now;
  const put = (before: ItemEdits, after: ItemEdits): boolean => {
    const next = moveEdits(before, after, readEdits(key));
    return writeDraft(key, editCount(next) === 0 ? undefined : next);
  };
  const keep = (): boolean => {
    const now = latest();
    if (now === own) return true;
    if (!put(own, now)) return false;
    own = now;
    return true;
  };
  /** Also stores edits again that another tab may have replaced or deleted. */
  const keepAgain = (edits: ItemEdits): boolean =>
    keep() && (editCount(edits) === 0 || put(noEdits, edits));
  return {
    state: { get: store.get, subscribe: store.subscribe },
    /** The current edits, even between two renders. */
    latest,
    edit: (next: ItemEdits, burst?: string) => store.set(stepped(store.get(), next, burst)),
    undo: () => store.set(undone(store.get())),
    redo: () => store.set(redone(store.get())),
    /** Stores the draft immediately, because the page may close at any moment. False if this browser can't. */
    keep,
    /** The same, for a page that is hidden: what was only restored would come back after another tab saved it. */
    keepTyped: () => keepAgain(editsSince(base, latest())),
    /** The same, for a screen that is left: all that it shows as unsaved is the draft. */
    keepAll: () => keepAgain(latest()),
    /** Replaces the edits and clears the history. */
    replace: (next: ItemEdits) => {
      base = editsLeft(base, next);
      store.set(startWith({ ...next, nextKey: Math.max(next.nextKey, latest().nextKey) }));
      keep();
    },
  };
};

/** Edits with undo and redo, and where they are stored. */
export type OpenTimeline = ReturnType<typeof openTimeline>;

/**
 * Edits with undo and redo, stored in this browser under a key until they are saved. `known`: those of a screen
 * that was left, to go on with.
 */
export const useTimeline = (key: string, known?: OpenTimeline) => {
  const [opened] = useState(() => known ?? openTimeline(key));
  const { state, keep, keepTyped, keepAll } = opened;
  const timeline = useValue(state);
  const [kept, setKept] = useState(true);
  const { now } = timeline;
  useEffect(() => {
    const timer = setTimeout(() => setKept(keep()), draftPauseMs);
    return () => clearTimeout(timer);
  }, [keep, now]);
  useEffect(() => {
    const stop = whenPageHides(() => setKept(keepTyped()));
    return () => {
      stop();
      keepAll();
    };
  }, [keepTyped, keepAll]);
  return { ...opened, opened, timeline, kept };
};
