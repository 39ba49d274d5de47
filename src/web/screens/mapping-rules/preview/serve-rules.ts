import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { type ChunkOutcome, recordChunks, runInChunks } from "#rules/run-in-chunks.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";

/** Requests to the worker. Records are sent once and may be run over many times. */
export type RuleRequest =
  | { readonly kind: "add"; readonly records: readonly RuleRecord[] }
  | {
      readonly kind: "run";
      readonly run: number;
      readonly rules: readonly RunnableMappingRule[];
      readonly context: EvaluationContext;
    }
  | { readonly kind: "cancel" };

export type RuleReply =
  /** The records were received, and more may be sent. */
  | { readonly kind: "added" }
  | { readonly kind: "chunk"; readonly run: number; readonly outcome: ChunkOutcome }
  | { readonly kind: "done"; readonly run: number }
  | { readonly kind: "failed"; readonly run: number; readonly reason: string };

/** Sends a reply; the buffers in `moved` are transferred instead of copied. */
export type SendReply = (reply: RuleReply, moved: readonly ArrayBuffer[]) => void;

const listBuffers = ({ changes }: ChunkOutcome): ArrayBuffer[] =>
  changes.flatMap(({ records, elements }) =>
    [records.buffer, elements.buffer].filter((buffer) => buffer instanceof ArrayBuffer),
  );

/** The worker's handler of requests. `pause` lets messages in between two chunks. */
export const serveRules = (
  send: SendReply,
  pause: () => Promise<void>,
): ((request: RuleRequest) => void) => {
  const chunks = recordChunks();
  let current: number | undefined;

  const run = async ({ run: name, rules, context }: Extract<RuleRequest, { kind: "run" }>) => {
    current = name;
    try {
      for await (const outcome of runInChunks(rules, chunks.tables(context), pause)) {
        if (current !== name) return;
        send({ kind: "chunk", run: name, outcome }, listBuffers(outcome));
      }
      if (current === name) send({ kind: "done", run: name }, []);
    } catch (error) {
      send({ kind: "failed", run: name, reason: String(error) }, []);
    }
  };

  const handlers: {
    readonly [K in RuleRequest["kind"]]: (request: Extract<RuleRequest, { kind: K }>) => void;
  } = {
    add: ({ records }) => {
      chunks.add(records);
      send({ kind: "added" }, []);
    },
    run: (request) => void run(request),
    cancel: () => {
      current = undefined;
    },
  };
  return (request) => {
    const handle = handlers[request.kind] as (request: RuleRequest) => void;
    handle(request);
  };
};
