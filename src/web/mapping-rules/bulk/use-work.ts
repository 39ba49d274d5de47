import { useEffect, useRef, useState } from "react";

/** The progress of a run over many items. */
export type WorkState = "confirming" | "running" | "done";

/** A run that starts once, can be stopped, and stops when its component is removed. */
export const useWork = <K, O>(
  work: (signal: AbortSignal, report: (key: K, outcome: O) => void) => Promise<void>,
) => {
  const [state, setState] = useState<WorkState>("confirming");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<K, O>>(new Map());
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = () => {
    if (state !== "confirming") return;
    setState("running");
    const stop = new AbortController();
    controller.current = stop;
    void work(stop.signal, (key, outcome) =>
      setOutcomes((before) => new Map(before).set(key, outcome)),
    ).then(() => setState("done"));
  };
  return { state, outcomes, start, stop: () => controller.current?.abort() };
};
