import { useEffect, useState } from "react";
import { type Creation, type creationStore, whenNotSending, whyUnanswered } from "./creation.ts";
import { isAtRest, type SaveMachine } from "./save-machine.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";

interface Earlier<F extends string> {
  readonly store: ReturnType<typeof creationStore<F>>;
  readonly machine: SaveMachine<Creation<F>, never>;
  /** The draft as it is stored now. */
  readonly readTexts: () => Creation<F>["texts"] | undefined;
  /** Stores and shows entries as the draft. */
  readonly keepTexts: (texts: Creation<F>["texts"] | undefined) => void;
}

/** Follows a stored request until its result is known here, or the returned function is called. */
const followEarlier = <F extends string>(
  { store, machine, readTexts, keepTexts }: Earlier<F>,
  setElsewhere: (isElsewhere: boolean) => void,
): (() => void) | undefined => {
  const first = store.read();
  // A save of this tab that outlived its screen knows more than what is stored.
  if (!first || first.missed || !isAtRest(machine.state.get())) return undefined;
  const readUnknown = () => {
    const now = store.read();
    return now?.key === first.key && !now.missed ? now : undefined;
  };
  const draft = readTexts();
  const isDraft = (Object.keys(first.texts) as F[]).every((at) => draft?.[at] === first.texts[at]);
  const leaving = new AbortController();
  let isSending = true;
  const show = () => {
    const state = machine.state.get();
    // The person has gone on from here.
    if (!isSending && (state.kind !== "unknown" || state.checking)) return;
    isSending = false;
    setElsewhere(false);
    machine.back();
    const now = readUnknown();
    if (now) {
      // What another tab has deleted may be seen here only after its lock was: nothing is stored again that was stored.
      if (!isDraft) keepTexts(now.texts);
      machine.markUnknown(now, whyUnanswered(now));
    } else {
      leaving.abort();
      keepTexts(readTexts());
    }
  };
  setElsewhere(true);
  const unwatch = store.watch(() => {
    if (!leaving.signal.aborted && !(isSending && readUnknown())) show();
  });
  void whenNotSending(first, leaving.signal).then(() => {
    if (!leaving.signal.aborted) show();
  });
  return () => {
    leaving.abort();
    unwatch();
    setElsewhere(false);
  };
};

/**
 * Goes on with a stored request of an earlier page or of another tab whose result isn't known here. Returns whether
 * another tab is sending it: this tab then waits, and says that the result is unknown only once that tab says so, or is
 * closed. It follows what that tab finds out.
 */
export const useEarlierCreation = <F extends string>({
  store,
  machine,
  readTexts,
  keepTexts,
}: Earlier<F>): boolean => {
  const [isElsewhere] = useState(() => createValueStore(false));
  useEffect(
    () => followEarlier({ store, machine, readTexts, keepTexts }, isElsewhere.set),
    [store, machine, readTexts, keepTexts, isElsewhere],
  );
  return useValue(isElsewhere);
};
