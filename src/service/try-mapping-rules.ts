import type { Issue } from "#contract/errors.ts";
import { maxAnswerBytes } from "#contract/limits.ts";
import type { MappingRule, MappingRuleRun, MappingRuleRunResult } from "#contract/mapping-rules.ts";
import { evaluateRules } from "#rules/evaluate-rule.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { MappingLine } from "#rules/mapping-lines.ts";
import type { RulePart } from "#rules/rule-parts.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { workflowCatalogue } from "./workflow-catalogue.ts";

/*
 * A run blocks the process while it takes place, so the data of one request is limited: a few records, not a catalog.
 * The console runs rules over whole catalogs in the browser.
 */
const maxSteps = 50_000;
const maxCharacterSteps = 200_000_000;

const partsOfAll = (rules: readonly MappingRule[]): RulePart[] =>
  rules.flatMap(({ rule }) => (rule ? listRuleParts(rule) : []));

const elementCount = (objects: Readonly<Record<string, unknown>>): number =>
  Object.values(objects).reduce<number>(
    (sum, data) => sum + (Array.isArray(data) ? data.length : 1),
    1,
  );

/** The reasons why a run would take too long, if any. */
export const runIssues = (
  { objects, value }: MappingRuleRun,
  rules: readonly MappingRule[],
): Issue[] => {
  const parts = partsOfAll(rules).length;
  const characters = JSON.stringify([objects, value]).length;
  return elementCount(objects) * parts > maxSteps || characters * parts > maxCharacterSteps
    ? [
        {
          path: "objects",
          message: "Too much data for this many rules. Use fewer records or fewer rules",
        },
      ]
    : [];
};

/** The mapping sets that the rules' actions look values up in. */
export const mappingSetsUsed = (rules: readonly MappingRule[]): number[] => [
  ...new Set(
    partsOfAll(rules).flatMap(({ kind, part }) =>
      kind === "action" &&
      workflowCatalogue.actionHandles.get(part.workflowDataTypeActionId ?? 0) === "mapping_set"
        ? [Number(part.value)].filter(Number.isSafeInteger)
        : [],
    ),
  ),
];

/** Whether a response has too many characters; counting stops at the limit. */
const isTooLarge = (answer: unknown): boolean => {
  let size = 0;
  const waiting: unknown[] = [answer];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    size += typeof next === "string" ? next.length : 1;
    if (size > maxAnswerBytes / 4) return true;
    if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
};

/** Applies rules to a request's data; undefined when the result exceeds the response limit. */
export const tryMappingRules = (
  { mappingRuleIds, objects, value }: MappingRuleRun,
  rules: readonly MappingRule[],
  mappingSets: NonNullable<EvaluationContext["mappingSets"]>,
  now: Date,
): MappingRuleRunResult | undefined => {
  const context = { catalogue: workflowCatalogue, now: now.getTime(), mappingSets };
  const result = evaluateRules(
    rules,
    { objects, ...(value === undefined ? {} : { value }) },
    context,
  );
  return isTooLarge(result)
    ? undefined
    : { mappingRuleIds, ...result, objects: { ...result.objects } };
};

/** The lines, grouped by set. */
export const linesBySet = (
  setIds: readonly number[],
  lines: readonly { readonly setId: number; readonly from: string; readonly to: string | null }[],
): ReadonlyMap<number, readonly MappingLine[]> => {
  const sets = new Map(setIds.map((id): [number, MappingLine[]] => [id, []]));
  for (const { setId, from, to } of lines) sets.get(setId)?.push({ from, to: to ?? "" });
  return sets;
};
