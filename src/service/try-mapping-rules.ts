import type { Issue } from "#contract/errors.ts";
import { maxAnswerBytes } from "#contract/limits.ts";
import type { MappingRule, MappingRuleRun, MappingRuleRunResult } from "#contract/mapping-rules.ts";
import type { EvaluationContext, MappingLine, RunMeter } from "#rules/evaluation-context.ts";
import { listRuleParts, type RulePart } from "#rules/rule-parts.ts";
import { runRules } from "#rules/run-columns.ts";
import { badRequest } from "./refusal.ts";
import { workflowCatalogue } from "./workflow-catalogue.ts";

/** What a run may go through, in characters: about a second. */
const maxWork = 100_000_000;

/** What a run may add to its data, and a response may contain, in characters; each takes up to four bytes. */
const maxResult = maxAnswerBytes / 4;

/** Each part of a value takes as much time as so many characters, even an empty one. */
const charactersPerPart = 50;

/** An operand is split, read as a formula or compared for each value, which takes longer than reading the value. */
const operandWeight = 8;

/** More data than a run may go through. */
const tooMuchData: Issue = {
  path: "objects",
  message: "Too much data for this many rules. Use fewer records or fewer rules",
};

/** The items that a run may look values up in: each is folded for that, which takes about a second for so many. */
const maxLines = 100_000;
const maxLineCharacters = 10_000_000;

/** The reasons why a run would take too long with the mapping sets of its rules. */
export const mappingLineIssues = ({
  lines,
  characters,
}: {
  readonly lines: number;
  readonly characters: number;
}): Issue[] => {
  if (lines <= maxLines && characters <= maxLineCharacters) return [];
  const [amount, most] =
    lines > maxLines
      ? [`${lines} items`, `${maxLines} items`]
      : [`${characters} characters`, `${maxLineCharacters} characters`];
  return [
    {
      path: "mappingRuleIds",
      message: `The mapping sets of these rules have ${amount}, and a run can use at most ${most}. Use fewer rules, or rules with smaller mapping sets`,
    },
  ];
};

const tooLarge: Issue = { path: "objects", message: "The result is too large to return" };

/** Reports the length of every text in a value, keys among them, and 0 for every other part. */
const visitTexts = (value: unknown, visit: (length: number) => void): void => {
  visit(typeof value === "string" ? value.length : 0);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const item of value) visitTexts(item, visit);
  else
    for (const [key, inner] of Object.entries(value)) {
      visit(key.length);
      visitTexts(inner, visit);
    }
};

const measure = (value: unknown): number => {
  let size = 0;
  visitTexts(value, (length) => {
    size += charactersPerPart + length;
  });
  return size;
};

/** Refuses a run as soon as it has gone through too much, or has added more than a response may contain. */
const createRunMeter = (): RunMeter => {
  let [work, growth] = [0, 0];
  const add = (characters: number): void => {
    work += characters;
    if (work > maxWork) throw badRequest([tooMuchData]);
  };
  return {
    read: (values) => add(measure(values)),
    used: (operands, times) => add(operands.length * operandWeight * times),
    wrote: (before, after) => {
      growth += Math.max(0, measure(after) - measure(before));
      if (growth > maxResult) throw badRequest([tooLarge]);
    },
  };
};

/** Refuses a response that is too large. Counting stops at the limit: a value that is in many places is counted in each. */
const refuseTooLarge = (answer: unknown): void => {
  let size = 0;
  visitTexts(answer, (length) => {
    size += length + 1;
    if (size > maxResult) throw badRequest([tooLarge]);
  });
};

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
