import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { call } from "./call.ts";

/** Runs a saved rule on one record in the upstream, without saving anything (neighbours). */
export const runSavedRule = (id: number, { objects, value }: RuleRecord, signal?: AbortSignal) =>
  call(mappingRuleOperations.runMappingRules, {
    body: {
      mappingRuleIds: [id],
      objects: { ...objects },
      ...(value === undefined ? {} : { value }),
    },
    urgency: "click",
    ...(signal ? { signal } : {}),
  });
