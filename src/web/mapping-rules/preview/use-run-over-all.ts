import { useEffect, useRef, useState } from "react";
import { cellsOf } from "#rules/changed-cells.ts";
import type { ChangedCell } from "#rules/column-run.ts";
import type { Preview } from "./preview-session.ts";
import type { RuleWorker } from "./run-rules-in-worker.ts";
import type { SampleRecord } from "./sample-record.ts";

/** The progress of a run over all records. */
export type RunOverAll =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly done: number; readonly of: number }
  | {
      readonly kind: "done";
      readonly rule: Preview["rule"];
      readonly samples: readonly SampleRecord[];
      readonly cells: readonly ChangedCell[];
    }
  | { readonly kind: "failed"; readonly reason: string };

/** Runs a rule in a worker, over more records than the page can handle; another start or leaving ends the run. */
export const useRunOverAll = () => {
  const [state, setState] = useState<RunOverAll>({ kind: "none" });
  const worker = useRef<RuleWorker>(undefined);
  const started = useRef(0);
  /** Ends the current run, also a worker that is still loading. */
  const end = () => {
    worker.current?.close();
    worker.current = undefined;
    started.current += 1;
    return started.current;
  };
  const cancel = () => {
    end();
    setState({ kind: "none" });
  };
  useEffect(() => () => void end(), []);

  const collect = async (
    { rule, context }: Preview,
    samples: readonly SampleRecord[],
    own: RuleWorker,
  ) => {
    const cells: ChangedCell[] = [];
    await own.add(samples.map(({ record }) => record));
    for await (const chunk of own.run([rule], context)) {
      cells.push(...cellsOf(chunk.changes));
      if (worker.current !== own) return;
      setState({ kind: "running", done: chunk.first + chunk.size, of: samples.length });
    }
    if (worker.current === own) setState({ kind: "done", rule, samples, cells });
  };
  const start = async (preview: Preview, samples: readonly SampleRecord[]) => {
    const ticket = end();
    setState({ kind: "running", done: 0, of: samples.length });
    try {
      const { loadRuleWorker } = await import("./run-rules-in-worker.ts");
      const startWorker = await loadRuleWorker();
      if (ticket !== started.current) return;
      worker.current = startWorker();
      await collect(preview, samples, worker.current);
    } catch (error) {
      if (ticket !== started.current) return;
      setState({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    state,
    cancel,
    start: (preview: Preview, samples: readonly SampleRecord[]) => void start(preview, samples),
  };
};
