import * as z from "zod/mini";
import { WorkflowRule } from "./mapping-rule-tree.ts";
import { operation, tokenTypes } from "./operation.ts";
import { body, int64, pathId, record, requiredFlag } from "./primitives.ts";
import { WorkflowMetaData } from "./workflow-meta-data.ts";

/*
 * A test of a rule on all products of a channel's catalog, by the gateway. Nothing is saved. This operation is the
 * gateway's own; no upstream has it.
 */

/** The most changed values that a result lists; it counts all of them. */
export const maxListedCells = 20_000;

export const RuleRunRequest = body({
  /** As it is being edited: it may be incomplete. */
  rule: record({
    useOriginalInputValue: requiredFlag(),
    globalObjectFieldId: int64(),
    globalDataTypeId: int64(),
    rule: z.nullish(WorkflowRule),
  }),
  /** The fields, comparators and actions that the rule names by their ids. */
  workflow: WorkflowMetaData,
  /** The mapping sets in which the rule looks values up. */
  mappingSets: z.array(
    z.object({
      id: z.int(),
      lines: z.array(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
  /** Values, or formulas, of fields that the API doesn't give. */
  assumed: z.array(z.object({ fieldId: z.int(), value: z.string() })),
});
export type RuleRunRequest = z.infer<typeof RuleRunRequest>;

/** One value that the rule would change. */
const RuleRunCell = z.object({
  recordId: z.number(),
  /** The SKU and the title of the product. */
  name: z.string(),
  detail: z.string(),
  /** The variant, by its SKU where it has one; empty for the product itself. */
  element: z.string(),
  fieldId: z.number(),
  before: z.unknown(),
  after: z.unknown(),
});
export type RuleRunCell = z.infer<typeof RuleRunCell>;

const RuleRunResult = z.object({
  /** Products tested, matched, and changed. */
  tested: z.number(),
  matched: z.number(),
  changed: z.number(),
  /** All changed values, and those of each field, the most frequent first. */
  values: z.number(),
  fields: z.array(z.object({ fieldId: z.number(), count: z.number() })),
  /** Prices with fractions of a cent, and one of them. */
  unrounded: z.object({ count: z.number(), example: z.optional(RuleRunCell) }),
  /** The first ones, up to `maxListedCells`. */
  cells: z.array(RuleRunCell),
});
export type RuleRunResult = z.infer<typeof RuleRunResult>;

/** One line of an answer: how far it is, and at the end the result. */
export const lineOf = <T extends z.ZodMiniType>(result: T) =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("waiting"), ahead: z.number() }),
    z.object({ kind: z.literal("progress"), done: z.number(), of: z.number() }),
    z.object({ kind: z.literal("result"), result }),
    z.object({ kind: z.literal("failed"), reason: z.string() }),
  ]);
const RuleRunLine = lineOf(RuleRunResult);
export type RuleRunLine = z.infer<typeof RuleRunLine>;

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const ruleRunOperations = {
  runRuleOnCatalog: operation({
    method: "POST",
    path: "/catalog/{channelId}/rule-runs",
    summary:
      "Test a rule on all products of a channel; lines of JSON tell the progress, then the result",
    section: "neighbours",
    params: z.object({ channelId: pathId() }),
    body: RuleRunRequest,
    response: RuleRunLine,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
