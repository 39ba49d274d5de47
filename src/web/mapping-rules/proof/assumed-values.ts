import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { evaluateRule } from "#rules/evaluate-rule.ts";
import { elementsOf, valueAt } from "#rules/field-values.ts";
import type { RuleCatalogue, RuleField } from "#rules/rule-catalogue.ts";
import type { RunnableMappingRule } from "#rules/runnable-rule.ts";
import type { AssumedValues } from "./proof-session.ts";
import type { SampleRecord } from "./sample-record.ts";

/*
 * A workflow sees more than the API gives with a record: a variant's cost, say. Where a rule uses such a field, the
 * person may say what to take for it, and the engine itself puts it there.
 */

/** How many samples are looked at: a field that the API does not give is missing from all. */
const lookedAtMost = 100;

const isGiven = ({ objectHandle, path }: RuleField, { record }: SampleRecord): boolean =>
  elementsOf(record, objectHandle).some((element) => valueAt(element, path) !== undefined);

const hasElement = ({ objectHandle }: RuleField, { record }: SampleRecord): boolean =>
  elementsOf(record, objectHandle).length > 0;

/** The fields, of those with these ids, that none of the samples has. */
export const absentFields = (
  ids: Iterable<number>,
  samples: readonly SampleRecord[],
  { fields }: RuleCatalogue,
): RuleField[] => {
  const some = samples.slice(0, lookedAtMost);
  return [...ids]
    .map((id) => fields.get(id))
    .filter((field) => field !== undefined)
    .filter(
      (field) =>
        field.dataType !== "inherited" &&
        some.some((sample) => hasElement(field, sample)) &&
        !some.some((sample) => isGiven(field, sample)),
    );
};

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

/** Whether a value can be written down for such a field in one line. */
export const canAssume = ({ dataType }: RuleField): boolean => assumable.has(dataType);

const ruleOf = (assumed: AssumedValues, { fields }: RuleCatalogue): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule: {
    name: "",
    alwaysRun: true,
    groups: [],
    actions: [...assumed]
      .filter(([, value]) => value.trim() !== "")
      .map(([id, value]) => ({
        globalObjectFieldId: id,
        workflowDataTypeAction: {
          handle: fields.get(id)?.dataType?.endsWith("_options") ? "option_set" : "set",
        },
        value,
        usesOtherFieldScope: "correlated",
      })),
  },
});

/** The samples with what is assumed of them; the very same where nothing is. */
export const withAssumed = (
  samples: readonly SampleRecord[],
  assumed: AssumedValues,
  context: EvaluationContext,
): readonly SampleRecord[] => {
  const rule = ruleOf(assumed, context.catalogue);
  if (rule.rule?.actions.length === 0) return samples;
  return samples.map((sample) => {
    const { matched: _matched, ...record } = evaluateRule(rule, sample.record, context);
    return { ...sample, record };
  });
};
