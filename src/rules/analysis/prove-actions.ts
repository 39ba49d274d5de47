import { actions } from "#rules/actions.ts";
import { parseDecimal } from "#rules/decimal.ts";
import { overlap, type Place } from "#rules/field-values.ts";
import { listFormulaFields } from "#rules/formula.ts";
import { parseTime } from "#rules/iso-time.ts";
import { readings } from "#rules/read-value.ts";
import { findAction, findFormula, findOtherField, typeOfField } from "#rules/rule-catalogue.ts";
import type { RunnableAction } from "#rules/rule-parts.ts";
import type { RuleScope } from "./rule-scope.ts";

/** The places whose values an action uses besides those that it changes; undefined: not known. */
const placesRead = (
  { context: { catalogue }, scope, placeOf }: RuleScope,
  action: RunnableAction,
): readonly Place[] | undefined => {
  const entry = findAction(action, catalogue);
  if (!entry || (action.childActions ?? []).length > 0) return undefined;
  // Actions that join the values of other objects have a separator, and no other field.
  const joins = entry.operands.some(({ kind }) => kind === "separator");
  if (joins && !entry.usesOtherField) return undefined;
  const other = entry.usesOtherField
    ? findOtherField(action.value ?? "", catalogue)?.id
    : undefined;
  const inFormula = listFormulaFields(findFormula(action, catalogue, scope.inheritedType) ?? "");
  return [other, ...inFormula.map((name) => catalogue.fieldsByReference.get(name)?.id)].flatMap(
    (id) => placeOf(id) ?? [],
  );
};

/** Whether an action's value replaces any value before it. An action that can fail leaves that value. */
const alwaysReplaces = (
  { context: { catalogue }, scope }: RuleScope,
  action: RunnableAction,
  before: RunnableAction,
): boolean => {
  const entry = findAction(action, catalogue);
  const value = action.value ?? "";
  const type = typeOfField(
    catalogue.fields.get(action.globalObjectFieldId ?? 0),
    scope.inheritedType,
  );
  if (entry === actions.set_to_empty) return type === "string";
  if (entry === actions.option_set)
    return value.trim() !== "" && findAction(before, catalogue) === actions.option_set;
  if (entry !== actions.set) return false;
  if (type === "number") return parseDecimal(value) !== undefined;
  if (type === "boolean") return readings.boolean(value) !== undefined;
  return type === "date" ? parseTime(value) !== undefined : type === "string" || type === "tags";
};

/** The action that replaces what another one sets, before anything reads it. */
const findReplacement = (
  scope: RuleScope,
  action: RunnableAction,
  place: Place,
  later: readonly RunnableAction[],
): RunnableAction | undefined => {
  for (const next of later) {
    const [written, read] = [scope.placeOf(next.globalObjectFieldId), placesRead(scope, next)];
    if (!written || !read || read.some((each) => overlap(each, place))) return undefined;
    if (!overlap(written, place)) continue;
    return next.globalObjectFieldId === action.globalObjectFieldId &&
      alwaysReplaces(scope, next, action) &&
      (!next.applyToMatchedOnly || action.applyToMatchedOnly)
      ? next
      : undefined;
  }
  return undefined;
};

/** Values that a rule sets and replaces by itself, for every record. */
export const proveActions = (scope: RuleScope, list: readonly RunnableAction[]): void => {
  for (const [at, action] of list.entries()) {
    const place = scope.placeOf(action.globalObjectFieldId);
    if (!place || !findAction(action, scope.context.catalogue)) continue;
    const replacement = findReplacement(scope, action, place, list.slice(at + 1));
    if (replacement)
      scope.add({
        kind: "overwritten",
        part: action,
        others: [replacement],
        message: `No effect: ${scope.sayAction(replacement)} replaces what this sets.`,
        isProved: true,
        mend: { kind: "remove", part: action, label: "Remove action" },
      });
  }
};
