import * as z from "zod/mini";
import { MappingRule } from "./mapping-rules.ts";
import { operation, tokenTypes } from "./operation.ts";
import { integer, queryInteger, record, requiredInt64, text } from "./primitives.ts";

/** A version of a mapping rule, as the gateway kept it. */
export const RuleVersion = record({
  id: requiredInt64(),
  rule: MappingRule,
  savedBy: text("Null: without sign-in, or not saved through this console"),
  savedAt: text("Null: as the rule was before its first save through this console"),
  tests: integer("How many tests the rule had then; null: not known"),
});
export type RuleVersion = z.infer<typeof RuleVersion>;

/** The most versions that the gateway keeps of one rule; the oldest are removed first. */
export const maxRuleVersions = 100;

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const ruleVersionOperations = {
  listRuleVersions: operation({
    method: "GET",
    path: "/rule-versions",
    summary:
      "List the versions of a mapping rule that were saved through this console, newest first",
    section: "neighbours",
    query: z.object({ ruleId: queryInteger() }),
    response: z.array(RuleVersion),
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
