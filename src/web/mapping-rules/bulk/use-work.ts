import { useEffect, useRef, useState } from "react";

/** How far a work on many things is. */
export type WorkState = "asking" | "running" | "over";

/** A work that begins once, can be stopped, and stops by itself when nobody sees it any more. */
export const useWork = <K, O>(
  work: (signal: AbortSignal, tell: (key: K, outcome: O) => void) => Promise<void>,
) => {
  const [state, setState] = useState<WorkState>("asking");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<K, O>>(new Map());
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const start = () => {
    if (state !== "asking") return;
    setState("running");
    const stop = new AbortController();
    under.current = stop;
    void work(stop.signal, (key, outcome) =>
      setOutcomes((before) => new Map(before).set(key, outcome)),
    ).then(() => setState("over"));
  };
  return { state, outcomes, start, stop: () => under.current?.abort() };
};
