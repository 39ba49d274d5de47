import type { Issue } from "#contract/errors.ts";
import type { MappingRule, MappingRuleRun, MappingRuleRunResult } from "#contract/mapping-rules.ts";
import type { EvaluationContext, MappingLine } from "#rules/evaluation-context.ts";
import type { RulePart } from "#rules/rule-parts.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { runRules } from "#rules/run-columns.ts";
import { createRunMeter, refuseTooLarge, tooMuchData } from "./limit-run.ts";
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

/** The reasons why a run would take too long, before it starts; its meter then sees what the rules do with the data. */
export const runIssues = (
  { objects, value }: MappingRuleRun,
  rules: readonly MappingRule[],
): Issue[] => {
  const parts = partsOfAll(rules).length;
  const characters = JSON.stringify([objects, value]).length;
  return elementCount(objects) * parts > maxSteps || characters * parts > maxCharacterSteps
    ? [tooMuchData]
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

/** Applies rules to a request's data; refuses what takes too long or exceeds the response limit. */
export const tryMappingRules = (
  { mappingRuleIds, objects, value }: MappingRuleRun,
  rules: readonly MappingRule[],
  mappingSets: NonNullable<EvaluationContext["mappingSets"]>,
  now: Date,
): MappingRuleRunResult => {
  const result = runRules(
    rules,
    { objects, ...(value === undefined ? {} : { value }) },
    { catalogue: workflowCatalogue, now: now.getTime(), mappingSets, meter: createRunMeter() },
  );
  refuseTooLarge(result);
  return { mappingRuleIds, ...result, objects: { ...result.objects } };
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
