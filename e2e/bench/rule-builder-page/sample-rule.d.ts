import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
/** The number of conditions in one group. */
export declare const groupSize = 10;
/** The text that condition number `at` compares with. */
export declare const operandOf: (at: number) => string;
/** A rule of n conditions on one field's text, in groups of ten. */
export declare const sampleRule: (conditions: number) => UpdateOrCreateMappingRule;
