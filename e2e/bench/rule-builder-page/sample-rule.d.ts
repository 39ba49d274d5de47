import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
/** Conditions in one group. */
export declare const groupSize = 10;
/** What condition number `at` looks for. */
export declare const operandOf: (at: number) => string;
/** A rule of n conditions that look at one field's text, in groups of ten. */
export declare const sampleRule: (conditions: number) => UpdateOrCreateMappingRule;
