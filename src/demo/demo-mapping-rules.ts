import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { day, span } from "./demo-time.ts";
import { listingRules } from "./listing-rules.ts";
import { orderRules } from "./order-rules.ts";
import { priceRules } from "./price-rules.ts";
import { productRules } from "./product-rules.ts";
import { createRuleVocabulary } from "./rule-words.ts";

/** The account's mapping rules in the format of requests; `set` returns the id of a mapping set, as an operand. */
export const demoMappingRules = (
  workflow: WorkflowMetaData,
  set: (name: string) => string,
): UpdateOrCreateMappingRule[] => {
  const words = createRuleVocabulary(workflow);
  return [
    ...productRules(words, set),
    ...listingRules(words, set),
    ...priceRules(words),
    ...orderRules(words, set),
  ];
};

/** Rules and sets were created one after the other, some of them recently. */
export const ruleDate = (now: number, index: number): Date =>
  new Date(now - span + 10 * day + index * 13.7 * day);
