import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { type AssumedValues, createAssumedRule, setterOf } from "#rules/assumed-rule.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns, runOnRecord } from "#rules/run-columns.ts";
import { operandProblem, withoutPeriod } from "#rule-model/problem.ts";
import type { RuleScope } from "#rule-model/operand-specs.ts";
import { absentFields, hasElement, maxChecked } from "./absent-fields.ts";
import type { SampleRecord } from "./preview-session.ts";

/*
 * A workflow has more fields than the API gives with a record: a variant's cost, for example. Where a rule uses such
 * a field, the user can assume a value for it, and the engine itself sets it.
 */

const assumable: ReadonlySet<string | undefined> = new Set([
  "string",
  "number",
  "boolean",
  "date",
  "array",
  "tags",
  "string_options",
  "numeric_options",
]);

/** Whether a value for such a field can be entered in one line. */
export const canAssume = ({ dataType }: RuleField): boolean => assumable.has(dataType);

/** Why a text can't be the assumed value of a field, in words; undefined if it can. Empty text assumes nothing. */
export const assumedFault = (
  scope: RuleScope,
  field: RuleField,
  text: string,
): string | undefined => {
  const action: Action = actions[setterOf(field)];
  const { dataType, options } = field;
  const [spec] = (dataType && action.operandsByType?.[dataType]) || action.operands;
  if (!spec || text.trim() === "") return undefined;
  const found = operandProblem(scope, { ...spec, field: "value", place: 0, options }, text);
  return found?.kind === "error" ? found.message : undefined;
};

/** The samples with the assumed values; the very same samples where nothing is assumed. */
export const withAssumed = (
  samples: readonly SampleRecord[],
  assumed: AssumedValues,
  context: EvaluationContext,
): readonly SampleRecord[] => {
  const rule = createAssumedRule(assumed, context.catalogue);
  if (rule.rule?.actions?.length === 0) return samples;
  const table = createTable(
    samples.map(({ record }) => record),
    context,
  );
  const { after } = runColumns(rule, table);
  return samples.map((sample, at) => ({ ...sample, record: after(at) }));
};

/**
 * The fields whose assumed value gives none of the samples a value, each with the reason: a formula may use fields that
 * the samples lack, too.
 */
export const whyUnfilled = (
  samples: readonly SampleRecord[],
  assumed: AssumedValues,
  context: EvaluationContext,
): ReadonlyMap<number, string> => {
  const rule = createAssumedRule(assumed, context.catalogue);
  const some = samples.slice(0, maxChecked);
  const filled = withAssumed(some, assumed, context);
  const absent = absentFields(assumed.keys(), filled, context.catalogue);
  return new Map(
    absent.map((field) => {
      const example = some.find((sample) => hasElement(field, sample));
      const trace = example && runOnRecord(rule, example.record, context).trace;
      const made = trace?.actions.find(({ part }) => part.globalObjectFieldId === field.id);
      return [field.id, withoutPeriod(made?.nothing ?? "")];
    }),
  );
};
