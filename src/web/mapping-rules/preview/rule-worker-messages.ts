import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import type { ChunkOutcome } from "#rules/run-in-chunks.ts";
import type { RunnableMappingRule } from "#rules/runnable-rule.ts";

/** Requests to the worker. Records are sent once and may be run over many times. */
export type RuleRequest =
  | { readonly kind: "add"; readonly records: readonly RuleRecord[] }
  | {
      readonly kind: "run";
      readonly run: number;
      readonly rules: readonly RunnableMappingRule[];
      readonly context: EvaluationContext;
    }
  /** Ends the current run. */
  | { readonly kind: "cancel" };

/** Replies from the worker. */
export type RuleReply =
  /** The records were received, and more may be sent. */
  | { readonly kind: "added" }
  | { readonly kind: "chunk"; readonly run: number; readonly outcome: ChunkOutcome }
  | { readonly kind: "done"; readonly run: number }
  | { readonly kind: "failed"; readonly run: number; readonly reason: string };
