import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import type { ChunkOutcome } from "#rules/run-in-chunks.ts";
import type { RunnableMappingRule } from "#rules/runnable-rule.ts";
import type { RuleReply, RuleRequest } from "./rule-worker-messages.ts";
import workerAddress from "./rule-worker.ts?worker&url";

/** Records sent at once: copying them takes the page a few milliseconds, and it breathes in between. */
const sentAtOnce = 512;

/** Mapping rules over many records, beside the page. */
export interface RuleWorker {
  /** Sends records; those of the calls before stay. */
  readonly add: (records: readonly RuleRecord[]) => Promise<void>;
  /**
   * Runs rules in rank order over all records that were sent. The outcomes come chunk by chunk; leaving the loop ends
   * the run, and a run that begins ends the one before it.
   */
  readonly run: (
    rules: readonly RunnableMappingRule[],
    context: EvaluationContext,
  ) => AsyncGenerator<ChunkOutcome, void, undefined>;
  /** Ends the worker and forgets the records. */
  readonly close: () => void;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** The one script that the console starts beside itself; the Content-Security-Policy knows the policy's name. */
const trust = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  "rule-worker",
  { createScriptURL: () => workerAddress },
);

const startWorker = (): Worker =>
  new Worker(trust?.createScriptURL(workerAddress) ?? workerAddress, { type: "module" });

/** Replies in the order they come, for one reader. */
const replyQueue = (worker: Worker) => {
  const waiting: RuleReply[] = [];
  let wake: (() => void) | undefined;
  let broken: Error | undefined;
  worker.addEventListener("message", ({ data }: MessageEvent<RuleReply>) => {
    waiting.push(data);
    wake?.();
  });
  worker.addEventListener("error", ({ message }) => {
    broken = new Error(message || "The rules could not be run beside the page.");
    wake?.();
  });
  return async (): Promise<RuleReply> => {
    for (;;) {
      const next = waiting.shift();
      if (next) return next;
      if (broken) throw broken;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
};

/** Starts a worker that runs rules. */
export const startRuleWorker = (worker: Worker = startWorker()): RuleWorker => {
  const nextReply = replyQueue(worker);
  const send = (request: RuleRequest) => worker.postMessage(request);
  let runs = 0;
  return {
    add: async (records) => {
      for (let from = 0; from < records.length; from += sentAtOnce) {
        send({ kind: "add", records: records.slice(from, from + sentAtOnce) });
        while ((await nextReply()).kind !== "added");
      }
    },
    run: async function* (rules, context) {
      const run = ++runs;
      send({ kind: "run", run, rules, context });
      try {
        for (;;) {
          const reply = await nextReply();
          if (reply.kind === "added" || reply.run !== run) continue;
          if (reply.kind === "failed") throw new Error(reply.reason);
          if (reply.kind === "done") return;
          yield reply.outcome;
        }
      } finally {
        if (run === runs) send({ kind: "cancel" });
      }
    },
    close: () => worker.terminate(),
  };
};
