import * as z from "zod/mini";
import { maxNameLength } from "./limits.ts";
import { operation, tokenTypes } from "./operation.ts";
import {
  body,
  pathId,
  queryInteger,
  record,
  requiredInt64,
  requiredText,
  text,
} from "./primitives.ts";

/*
 * Tests of mapping rules: a record, and what the rule must make of it. They belong to the rule, not to its draft. These
 * operations are the gateway's own; no upstream has them.
 */

/** The most tests of one rule. */
export const maxRuleTests = 200;

/** The longest record, or list of expected values, as JSON, in characters. */
export const maxRuleTestLength = 262_144;

const isShort = (value: unknown): boolean =>
  (JSON.stringify(value) ?? "").length <= maxRuleTestLength;

/** A field by its name in formulas, `variant.price`: its ID differs between accounts. */
const ExpectedValue = body({
  field: z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
  /** The place among several elements: 0 for the first variant. */
  element: z.int().check(z.gte(0)),
  value: z.unknown(),
});
export type ExpectedValue = z.infer<typeof ExpectedValue>;

/** `changes` lists every changed value: whatever else changes makes the test fail. */
const RuleExpectation = z.discriminatedUnion("kind", [
  body({ kind: z.literal("unmatched") }),
  body({ kind: z.literal("unchanged") }),
  body({
    kind: z.literal("changes"),
    values: z
      .array(ExpectedValue)
      .check(z.minLength(1), z.refine(isShort, "The list of expected values is too long")),
  }),
]);
export type RuleExpectation = z.infer<typeof RuleExpectation>;

const TestedRecord = body({
  objects: z.record(z.string(), z.unknown()),
  value: z.optional(z.unknown()),
}).check(z.refine(isShort, "The record is too large to keep"));

const parts = {
  name: z.string().check(z.maxLength(maxNameLength)),
  detail: z.string().check(z.maxLength(maxNameLength)),
  record: TestedRecord,
  expectation: RuleExpectation,
  /** The time at which the rule is run, so that conditions on dates don't change their results. */
  runsAt: z.iso.datetime(),
};

/** A test without its rule, as files of rules have it. */
export const RuleTestContent = body(parts);
export type RuleTestContent = z.infer<typeof RuleTestContent>;

const NewRuleTest = body({ ruleId: z.int().check(z.gte(1)), ...parts });

export const RuleTest = record({
  id: requiredInt64(),
  ruleId: requiredInt64(),
  ...parts,
  savedBy: text("Null: without sign-in"),
  savedAt: requiredText(),
});
export type RuleTest = z.infer<typeof RuleTest>;

/** A kept test without what the gateway adds. */
export const testContent = ({
  name,
  detail,
  record: tested,
  expectation,
  runsAt,
}: RuleTest): RuleTestContent => ({ name, detail, record: tested, expectation, runsAt });

const shared = { section: "neighbours", tokens: tokenTypes, extension: true } as const;
const changing = {
  ...shared,
  changesState: true,
  role: "editor",
  act: "change tests of rules",
} as const;
const params = z.object({ id: pathId() });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const ruleTestOperations = {
  listRuleTests: operation({
    ...shared,
    method: "GET",
    path: "/rule-tests",
    summary: `List tests of mapping rules, at most ${maxRuleTests}: all of one rule, or those of all rules after a test`,
    query: z.object({
      ruleId: z.optional(queryInteger()),
      after: z.optional(queryInteger("The ID of the last test of the page before")),
    }),
    response: z.array(RuleTest),
    changesState: false,
    role: "viewer",
  }),
  addRuleTest: operation({
    ...changing,
    method: "POST",
    path: "/rule-tests",
    summary: "Keep a test of a mapping rule; an equal one is kept once",
    body: NewRuleTest,
    response: RuleTest,
  }),
  changeRuleTest: operation({
    ...changing,
    method: "POST",
    path: "/rule-tests/{id}",
    summary: "Change what a rule must make of a test's record",
    params,
    body: body({ expectation: RuleExpectation }),
    response: RuleTest,
  }),
  removeRuleTest: operation({
    ...changing,
    method: "POST",
    path: "/rule-tests/{id}/removal",
    summary: "Remove a test of a mapping rule",
    params,
    response: z.unknown(),
  }),
  restoreRuleTests: operation({
    ...changing,
    method: "POST",
    path: "/rule-versions/{id}/tests",
    summary: "Replace the tests of a mapping rule by those that a version of it had",
    params,
    response: z.array(RuleTest),
  }),
};
