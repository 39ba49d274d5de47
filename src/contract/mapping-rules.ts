import * as z from "zod/mini";
import { UpdateOrCreateMappingRule } from "./mapping-rule-request.ts";
import { GlobalDataType, WorkflowRule } from "./mapping-rule-tree.ts";
import { operation, tokenMatrix, tokenTypes } from "./operation.ts";
import type { Permission } from "./people.ts";
import {
  body,
  flag,
  int64,
  list,
  maybe,
  queryFlag,
  record,
  requiredFlag,
  requiredInt64,
  text,
  timestamp,
} from "./primitives.ts";

/** A rule that transforms data within a workflow event (api 2.15). */
export const MappingRule = record(
  {
    id: requiredInt64(),
    name: text(),
    description: text(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    eventId: requiredInt64("The workflow event the rule runs within; cannot change after creation"),
    useOriginalInputValue: requiredFlag(
      "If true, the contained rules start from the original value; if false, from the result of previous rules",
    ),
    globalObjectFieldId: int64("The field the rule assigns to; cannot change after creation"),
    globalDataTypeId: requiredInt64("Cannot change after creation"),
    workflowRuleTypeId: int64("Always equals the one on the rule"),
    configured: flag("Whether the rule is usable in mapping templates"),
    globalDataType: maybe(GlobalDataType),
    rule: maybe(WorkflowRule, "Null in a list read with includeWorkflowRules=false"),
    // The API does not document the elements of these two; the service returns ids of global object fields.
    fieldsUsedBySetToField: list(z.unknown(), "Ids of the fields that set_to_field actions read"),
    fieldsUsedByFormulas: list(z.unknown(), "Ids of the fields that formulas read"),
  },
  "MappingRule",
);
export type MappingRule = z.infer<typeof MappingRule>;

const runFields = {
  mappingRuleIds: z.array(z.int().check(z.gte(1))).check(z.maxLength(100)),
  objects: z.record(z.string(), z.unknown()),
  value: z.optional(z.unknown()),
};

/** Rules to try on data: objects by handle (one record, or an array of them), and the template's value (neighbours). */
export const MappingRuleRun = body(runFields, "MappingRuleRun");
export type MappingRuleRun = z.infer<typeof MappingRuleRun>;

/** The same shape, transformed (neighbours). */
export const MappingRuleRunResult = record(
  {
    mappingRuleIds: list(z.int()),
    objects: maybe(z.record(z.string(), z.unknown())),
    value: z.optional(z.unknown()),
  },
  "MappingRuleRunResult",
);
export type MappingRuleRunResult = z.infer<typeof MappingRuleRunResult>;

/** Editing rules: where a review is needed, what is edited is sent for one. */
export const editingRules = {
  role: "editor",
  act: "save mapping rules",
} as const satisfies Permission;

export const mappingRuleOperations = {
  // No operation reads one rule by its id; `ids=` does.
  listMappingRules: operation({
    method: "GET",
    path: "/workflow/mapping-rule",
    summary: "List mapping rules in the order they run",
    section: "neighbours",
    query: z.object({
      includeWorkflowRules: z
        ._default(z.union([z.boolean(), z.stringbool()]), true)
        .check(z.describe("If false, each rule's tree is null")),
      ids: z.optional(
        z
          .string()
          .check(
            z.regex(/^\d{1,16}(,\d{1,16})*$/),
            z.describe("Comma-separated mapping rule ids; unknown ids are ignored"),
          ),
      ),
      fetchAll: queryFlag("Accepted, but every rule is always returned"),
    }),
    response: z.array(MappingRule),
    tokens: tokenMatrix.workflow,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  saveMappingRule: operation({
    method: "POST",
    path: "/workflow/mapping-rule",
    summary: "Create or update a mapping rule",
    description:
      "Creates a rule when the top-level id is null or absent; otherwise updates it. The tree replaces the saved one: parts with an id are kept, parts without an id are created, omitted parts are removed. eventId, globalObjectFieldId and globalDataTypeId cannot change after creation. An id that does not exist in the rule is refused at every level.",
    section: "api 4.6",
    body: UpdateOrCreateMappingRule,
    response: MappingRule,
    tokens: tokenTypes,
    changesState: true,
    ...editingRules,
    reviewed: true,
    extension: false,
  }),
  runMappingRules: operation({
    method: "POST",
    path: "/workflow/mapping-rule/run",
    summary: "Test mapping rules on data",
    description:
      "Applies the rules in rank order to the given objects and value, and returns the transformed result. Nothing is saved.",
    section: "neighbours",
    body: MappingRuleRun,
    response: MappingRuleRunResult,
    tokens: tokenMatrix.workflow,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
