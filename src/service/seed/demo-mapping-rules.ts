import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { day, span } from "./demo-time.ts";
import { listingRules } from "./listing-rules.ts";
import { orderRules } from "./order-rules.ts";
import { priceRules } from "./price-rules.ts";
import { productRules } from "./product-rules.ts";

/** The account's mapping rules in the format of requests; `set` returns the id of a mapping set, as an operand. */
export const demoMappingRules = (set: (name: string) => string): UpdateOrCreateMappingRule[] => [
  ...productRules(set),
  ...listingRules(set),
  ...priceRules(),
  ...orderRules(set),
];

/** Rules and sets were created one after the other, some of them recently. */
export const ruleDate = (now: number, index: number): Date =>
  new Date(now - span + 10 * day + index * 13.7 * day);
