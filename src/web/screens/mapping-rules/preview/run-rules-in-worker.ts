import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import type { ChunkOutcome } from "#rules/run-in-chunks.ts";
import type { RunnableMappingRule } from "#rules/runnable-rule.ts";
import { createWorkerStarter } from "#web/base/worker-starter.ts";
import type { RuleReply, RuleRequest } from "./serve-rules.ts";

/** Records sent at once: copying them takes the page a few milliseconds, with pauses between. */
const sentAtOnce = 512;

/** Runs mapping rules over many records in a worker. */
export interface RuleWorker {
  /** Sends records; those of earlier calls are kept. */
  readonly add: (records: readonly RuleRecord[]) => Promise<void>;
  /**
   * Runs rules in rank order over all records that were sent. The outcomes come chunk by chunk; leaving the loop ends
   * the run, and a new run ends the one before it.
   */
  readonly run: (
    rules: readonly RunnableMappingRule[],
    context: EvaluationContext,
  ) => AsyncGenerator<ChunkOutcome, void, undefined>;
  /** Ends the worker and drops the records. */
  readonly close: () => void;
}

const start = createWorkerStarter("rule-worker");

/** Loads a worker's code; returns a function that starts one, so that a run stopped during loading starts none. */
export const loadRuleWorker = async (): Promise<() => RuleWorker> => {
  const { default: address } =
    await import("#web/screens/mapping-rules/preview/rule-worker.ts?worker&url");
  return () => startRuleWorker(start(address));
};

/** A queue of items for an asynchronous reader. */
const createQueue = <T>() => {
  const here: T[] = [];
  let wake: (() => void) | undefined;
  return {
    push: (item: T) => {
      here.push(item);
      wake?.();
    },
    next: async (): Promise<T> => {
      for (;;) {
        const item = here.shift();
        if (item !== undefined) return item;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
};

type RunReply = Exclude<RuleReply, { kind: "added" }>;
type Ending = { readonly kind: "failed"; readonly reason: string };

/** Connects to a worker that was just started. */
export const startRuleWorker = (worker: Worker): RuleWorker => {
  const added = createQueue<Extract<RuleReply, { kind: "added" }> | Ending>();
  let current = { run: 0, replies: createQueue<RunReply | Ending>() };
  let adding = Promise.resolve();
  const send = (request: RuleRequest) => worker.postMessage(request);
  worker.addEventListener("message", ({ data }: MessageEvent<RuleReply>) => {
    if (data.kind === "added") added.push(data);
    else if (data.run === current.run) current.replies.push(data);
  });
  worker.addEventListener("error", ({ message }) => {
    const ending: Ending = { kind: "failed", reason: message || "Couldn't run the rules." };
    added.push(ending);
    current.replies.push(ending);
  });

  const addSlices = async (records: readonly RuleRecord[]) => {
    for (let from = 0; from < records.length; from += sentAtOnce) {
      send({ kind: "add", records: records.slice(from, from + sentAtOnce) });
      const reply = await added.next();
      if (reply.kind === "failed") throw new Error(reply.reason);
    }
  };
  return {
    add: (records) => {
      const done = adding.then(() => addSlices(records));
      adding = done.catch(() => undefined);
      return done;
    },
    run: async function* (rules, context) {
      current.replies.push({ kind: "failed", reason: "Another test has started." });
      const own = { run: current.run + 1, replies: createQueue<RunReply | Ending>() };
      current = own;
      send({ kind: "run", run: own.run, rules, context });
      try {
        for (;;) {
          const reply = await own.replies.next();
          if (reply.kind === "failed") throw new Error(reply.reason);
          if (reply.kind === "done") return;
          yield reply.outcome;
        }
      } finally {
        if (current === own) send({ kind: "cancel" });
      }
    },
    close: () => worker.terminate(),
  };
};
