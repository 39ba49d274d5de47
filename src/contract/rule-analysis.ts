import * as z from "zod/mini";
import { WorkflowRule } from "./mapping-rule-tree.ts";
import { operation, tokenTypes } from "./operation.ts";
import { lineOf } from "./rule-runs.ts";
import { body, int64, pathId, record, requiredFlag, requiredInt64, text } from "./primitives.ts";
import { WorkflowMetaData } from "./workflow-meta-data.ts";

/*
 * The analysis of rules on all products of a channel's catalog, by the gateway. This operation is the gateway's own; no
 * upstream has it.
 */

export const RuleAnalysisRequest = body({
  /** The enabled rules of one or more events for products, one of which may be a draft. */
  rules: z.array(
    record({
      name: text(),
      eventId: requiredInt64(),
      useOriginalInputValue: requiredFlag(),
      globalObjectFieldId: int64(),
      globalDataTypeId: int64(),
      rule: z.nullish(WorkflowRule),
    }),
  ),
  /** The fields, comparators and actions that the rules name by their ids. */
  workflow: WorkflowMetaData,
  /** The mapping sets in which the rules look values up. */
  mappingSets: z.array(
    z.object({
      id: z.int(),
      name: z.optional(z.string()),
      lines: z.array(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
  /** Counts what the rules look up in this mapping set, instead of findings. */
  lookupsIn: z.nullable(z.int()),
});
export type RuleAnalysisRequest = z.infer<typeof RuleAnalysisRequest>;

export const findingKinds = [
  "never",
  "always",
  "implied",
  "covered",
  "shadowed",
  "writers",
  "overwritten",
  "missed",
  "gap",
  "unknown",
] as const;

/** A part of a rule: the index of the rule in the request, and of the part among all of its parts. */
const PartPlace = z.object({ rule: z.number(), part: z.number() });
export type PartPlace = z.infer<typeof PartPlace>;

/** As a finding of the analysis, with parts by their places; those of a mend are in the same rule. */
const RuleFinding = z.object({
  kind: z.enum(findingKinds),
  ...PartPlace.shape,
  others: z.array(PartPlace),
  message: z.string(),
  isProved: z.boolean(),
  /** A product that shows it. */
  witness: z.nullable(z.object({ id: z.number(), name: z.string() })),
  mend: z.nullable(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("remove"), label: z.string(), part: z.number() }),
      z.object({
        kind: z.literal("operand"),
        label: z.string(),
        part: z.number(),
        text: z.string(),
      }),
      z.object({
        kind: z.literal("moveBefore"),
        label: z.string(),
        part: z.number(),
        before: z.number(),
      }),
    ]),
  ),
  isRepeated: z.boolean(),
});
export type RuleFinding = z.infer<typeof RuleFinding>;

const RuleAnalysisResult = z.object({
  /** The products looked at. */
  of: z.number(),
  findings: z.array(RuleFinding),
  lookups: z.nullable(
    z.object({
      of: z.number(),
      lookedUp: z.number(),
      unused: z.readonly(z.array(z.object({ from: z.string(), to: z.string() }))),
      missed: z.readonly(z.array(z.object({ value: z.string(), count: z.number() }))),
    }),
  ),
});
export type RuleAnalysisResult = z.infer<typeof RuleAnalysisResult>;

const RuleAnalysisLine = lineOf(RuleAnalysisResult);
export type RuleAnalysisLine = z.infer<typeof RuleAnalysisLine>;

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const ruleAnalysisOperations = {
  analyzeRulesOnCatalog: operation({
    method: "POST",
    path: "/catalog/{channelId}/rule-analysis",
    summary:
      "Check rules on all products of a channel; lines of JSON tell the progress, then the result",
    section: "neighbours",
    params: z.object({ channelId: pathId() }),
    body: RuleAnalysisRequest,
    response: RuleAnalysisLine,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
