import { useCallback, useEffect, useState } from "react";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { createValueStore, useValue } from "#web/ui/value-store.ts";
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

const keepEdits = (key: string, edits: ItemEdits): boolean =>
  writeDraft(key, editCount(edits) === 0 ? undefined : edits);

/** Edits with undo and redo, stored in this browser until they are saved. */
export const useTimeline = (key: string) => {
  const [store] = useState(() =>
    createValueStore<Timeline>({
      past: [],
      now: readDraft<ItemEdits>(key)?.value ?? noEdits,
      future: [],
      burst: undefined,
    }),
  );
  const timeline = useValue(store);
  const { now } = timeline;
  const [kept, setKept] = useState(true);
  const write = useCallback(() => setKept(keepEdits(key, now)), [key, now]);
  useEffect(() => {
    const timer = setTimeout(write, draftPauseMs);
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [write]);
  // What was typed right before the screen is left.
  useEffect(() => () => void keepEdits(key, store.get().now), [key, store]);
  return {
    timeline,
    kept,
    /** The current edits, even between two renders. */
    latest: () => store.get().now,
    edit: (next: ItemEdits, burst?: string) => store.set(stepped(store.get(), next, burst)),
    undo: () => store.set(undone(store.get())),
    redo: () => store.set(redone(store.get())),
    /** Stores the draft immediately, because the page may close at any moment. */
    keep: () => keepEdits(key, store.get().now),
    /** Replaces the edits and clears the history. */
    replace: (next: ItemEdits) => {
      store.set({ past: [], now: next, future: [], burst: undefined });
      keepEdits(key, next);
    },
  };
};
