import { useEffect, useLayoutEffect, useState } from "react";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { createValueStore, useValue } from "#web/ui/value-store.ts";
import { editsLeft, editsSince, joinEdits } from "./item-carry.ts";
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

/** The timeline with what was typed since `base` over other stored edits. */
const carried = (
  { past, now, future, burst }: Timeline,
  base: ItemEdits,
  stored: ItemEdits,
): Timeline => {
  const nextKey = Math.max(...[...past, now, ...future].map((edits) => edits.nextKey));
  const carry = (edits: ItemEdits) => joinEdits(stored, editsSince(base, edits), nextKey);
  return { past: past.map(carry), now: carry(now), future: future.map(carry), burst };
};

const readEdits = (key: string): ItemEdits => readDraft<ItemEdits>(key)?.value ?? noEdits;
const keepEdits = (key: string, edits: ItemEdits): boolean =>
  writeDraft(key, editCount(edits) === 0 ? undefined : edits);

/** Opens the edits that are stored under a key. */
const openTimeline = (firstKey: string) => {
  let key = firstKey;
  /** What was stored there before anything was typed here. */
  let base = readEdits(key);
  const store = createValueStore(startWith(base));
  const keep = () => keepEdits(key, store.get().now);
  return {
    state: { get: store.get, subscribe: store.subscribe },
    /** The current edits, even between two renders. */
    latest: () => store.get().now,
    edit: (next: ItemEdits, burst?: string) => store.set(stepped(store.get(), next, burst)),
    undo: () => store.set(undone(store.get())),
    redo: () => store.set(redone(store.get())),
    /** Stores the draft immediately, because the page may close at any moment. */
    keep,
    /** Replaces the edits and clears the history. */
    replace: (next: ItemEdits) => {
      base = editsLeft(base, next);
      store.set(startWith(next));
      keep();
    },
    /** Whether something was typed that isn't saved. */
    hasTyped: () => editCount(editsSince(base, store.get().now)) > 0,
    /** Takes what was typed, stored or not, to another key, over what is stored there. */
    move: (to: string) => {
      if (to === key) return;
      const [left, stored] = [base, readEdits(to)];
      if (store.get().now !== left) keepEdits(key, left);
      [key, base] = [to, stored];
      store.set(carried(store.get(), left, stored));
      keep();
    },
  };
};

/** Edits with undo and redo, stored in this browser under a key until they are saved. They follow the key. */
export const useTimeline = (key: string) => {
  const [opened] = useState(() => openTimeline(key));
  const { state, keep, move } = opened;
  const timeline = useValue(state);
  useLayoutEffect(() => move(key), [move, key]);
  const [kept, setKept] = useState(true);
  const { now } = timeline;
  useEffect(() => {
    const write = () => setKept(keep());
    const timer = setTimeout(write, draftPauseMs);
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [keep, now]);
  // What was typed right before the screen is left.
  useEffect(() => () => void keep(), [keep]);
  return { ...opened, timeline, kept };
};
