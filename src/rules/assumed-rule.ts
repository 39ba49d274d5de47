import type { RuleCatalogue, RuleField } from "./rule-catalogue.ts";
import type { RunnableMappingRule } from "./rule-parts.ts";

/** Assumed values of fields that records lack: a value, or for numbers a formula, by the field's id. */
export type AssumedValues = ReadonlyMap<number, string>;

/** The action by which a field gets a value. */
export const setterOf = (field: RuleField | undefined): "option_set" | "set" =>
  field?.dataType?.endsWith("_options") ? "option_set" : "set";

/** The rule that gives records their assumed values. */
export const createAssumedRule = (
  assumed: AssumedValues,
  { fields }: RuleCatalogue,
): RunnableMappingRule => ({
  useOriginalInputValue: false,
  rule: {
    name: "",
    alwaysRun: true,
    groups: [],
    actions: [...assumed]
      .filter(([, value]) => value.trim() !== "")
      .map(([id, value]) => ({
        globalObjectFieldId: id,
        workflowDataTypeAction: { handle: setterOf(fields.get(id)) },
        value,
        usesOtherFieldScope: "correlated",
      })),
  },
});
