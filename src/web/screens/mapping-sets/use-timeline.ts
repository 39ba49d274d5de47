import { useEffect, useState } from "react";
import { readDraft, whenPageHides, writeDraft } from "#web/editing/draft.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { editsLeft, editsSince, moveEdits } from "./item-carry.ts";
import { editCount, type ItemEdits, noEdits } from "./item-edits.ts";

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
