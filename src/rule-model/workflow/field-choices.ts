import type { DataTypeHandle } from "#contract/handles.ts";
import type { GlobalObjectField } from "#contract/workflow-meta-data.ts";
import { findAction, findComparator } from "#rules/rule-catalogue.ts";
import type { Part, PartKey } from "#rule-model/draft/part.ts";
import { headKey } from "#rule-model/draft/part.ts";
import type { RuleScope } from "./operand-specs.ts";
import { fieldTypeId, findSubject } from "./operand-specs.ts";
import type { WorkflowIndex } from "./workflow-index.ts";
import { typeWords, workflowIndex } from "./workflow-index.ts";

/** One field of a picker. */
interface FieldChoice {
  readonly id: number;
  readonly name: string;
  /** `object.field`, as formulas name it; the search finds it too. */
  readonly reference: string;
  readonly description: string | undefined;
  /** The text of the badge: “Text”, “Number”. */
  readonly typeName: string;
  /** False of the current field when it would not be offered. */
  readonly fits: boolean;
}

/** The fields of one object. */
export interface FieldGroup {
  readonly name: string;
  readonly fields: readonly FieldChoice[];
}

type Fits = (field: GlobalObjectField, typeId: number) => boolean;

/**
 * Whether rules of the rule's event may use an object's fields (api 2.15, eventId). True of all while the event is
 * unknown.
 */
export const eventHasObject = (scope: RuleScope, objectId: number): boolean => {
  const { events } = workflowIndex(scope.workflow);
  const event = events.get(scope.draft.part(headKey, "head")?.data.eventId ?? 0);
  return !event || event.globalObjectIds.length === 0 || event.globalObjectIds.includes(objectId);
};

const makeChoice = (
  scope: RuleScope,
  index: WorkflowIndex,
  field: GlobalObjectField,
  fits: boolean,
): FieldChoice => {
  const type = index.dataTypes.get(
    fieldTypeId(field, scope.draft.part(headKey, "head")?.data, index),
  );
  return {
    id: field.id,
    name: field.name,
    reference: scope.workflow.catalogue.fields.get(field.id)?.reference ?? field.handle,
    description: field.description ?? undefined,
    typeName: type ? typeWords(type.handle, type.name) : "",
    fits,
  };
};

const unknownField = (id: number): FieldChoice => ({
  id,
  name: `Field ${id}`,
  reference: "",
  description: "Currently selected, but not in the API's list.",
  typeName: "",
  fits: false,
});

/** A group for the current field, where it would not be offered. */
const keptGroup = (
  scope: RuleScope,
  groups: readonly FieldGroup[],
  current: number,
): FieldGroup[] => {
  if (!current || groups.some(({ fields }) => fields.some(({ id }) => id === current))) return [];
  const index = workflowIndex(scope.workflow);
  const field = index.fields.get(current);
  const choice = field ? makeChoice(scope, index, field, false) : unknownField(current);
  return [{ name: "Currently selected", fields: [choice] }];
};

const makeGroups = (scope: RuleScope, fits: Fits, current: number): readonly FieldGroup[] => {
  const { metaData } = scope.workflow;
  const index = workflowIndex(scope.workflow);
  const head = scope.draft.part(headKey, "head")?.data;
  const groups = metaData.globalObjects
    .filter(({ id }) => eventHasObject(scope, id))
    .map(({ id, name }) => ({
      name,
      fields: metaData.globalObjectFields
        .filter(
          (field) => field.globalObjectId === id && fits(field, fieldTypeId(field, head, index)),
        )
        .map((field) => makeChoice(scope, index, field, true)),
    }))
    .filter(({ fields }) => fields.length > 0);
  return [...groups, ...keptGroup(scope, groups, current)];
};

const textLike: readonly DataTypeHandle[] = [
  "string",
  "number",
  "boolean",
  "date",
  "numeric_options",
  "string_options",
];
const listLike: readonly DataTypeHandle[] = ["array", "tags", "images"];
const entryLike: readonly DataTypeHandle[] = [
  "attributes",
  "custom_fields",
  "custom_aggregate_fields",
  "variant_options",
];

/** The types whose values can be compared with, or copied into, a value of a type. The type itself always can. */
const alike: Partial<Record<string, readonly DataTypeHandle[]>> = {
  string: [...textLike, ...listLike],
  array: [...listLike, "string"],
  tags: [...listLike, "string"],
  category_in_list: ["category_in_list", "category_copy"],
  category_copy: ["category_in_list", "category_copy"],
};

/** The types that the other field of a condition or an action may have. */
const operandTypes = (
  scope: RuleScope,
  part: Part<"condition"> | Part<"action">,
): ReadonlySet<string> => {
  const { catalogue } = scope.workflow;
  const index = workflowIndex(scope.workflow);
  if (
    part.kind === "action" &&
    catalogue.actionHandles.get(part.data.workflowDataTypeActionId) === "attributes_to_html"
  )
    return new Set(entryLike);
  const entry =
    part.kind === "action"
      ? findAction(part.data, catalogue)
      : findComparator(part.data, catalogue);
  const own = findSubject(scope, part).typeIds.flatMap(
    (id) => index.dataTypes.get(id)?.handle ?? [],
  );
  // A comparator or an action of numbers alone calculates, so the other field must be a number, whatever the type of
  // its own field.
  const wanted = entry?.dataTypes.every((type) => type === "number") ? ["number"] : own;
  return new Set(wanted.flatMap((handle) => [handle, ...(alike[handle] ?? [])]));
};

/** The fields a condition can test: those of a type that has comparators. */
export const conditionFields = (scope: RuleScope, key: PartKey): readonly FieldGroup[] => {
  const { comparatorsByType } = workflowIndex(scope.workflow);
  const current = scope.draft.part(key, "condition")?.data.globalObjectFieldId ?? 0;
  return makeGroups(scope, (_field, typeId) => comparatorsByType.has(typeId), current);
};

/** The fields an action can change. */
export const actionFields = (scope: RuleScope, key: PartKey): readonly FieldGroup[] => {
  const { actionsByType } = workflowIndex(scope.workflow);
  const current = scope.draft.part(key, "action")?.data.globalObjectFieldId ?? 0;
  const fits: Fits = (_field, typeId) => actionsByType.has(typeId) || actionsByType.has(0);
  return makeGroups(scope, fits, current);
};

/** The fields a rule can assign to: all but those that take the rule's own type. */
export const assignedFields = (scope: RuleScope): readonly FieldGroup[] => {
  const { dataTypes } = workflowIndex(scope.workflow);
  const current = scope.draft.part(headKey, "head")?.data.globalObjectFieldId ?? 0;
  const fits: Fits = ({ globalDataTypeId }) =>
    dataTypes.get(globalDataTypeId)?.handle !== "inherited";
  return makeGroups(scope, fits, current);
};

/** The other fields that a condition or an action may use as its operand. */
export const operandFields = (scope: RuleScope, key: PartKey): readonly FieldGroup[] => {
  const part = scope.draft.get(key);
  if (part?.kind !== "condition" && part?.kind !== "action") return [];
  const { dataTypes } = workflowIndex(scope.workflow);
  const types = operandTypes(scope, part);
  const text = part.kind === "condition" ? part.data.condition : part.data.value;
  const fits: Fits = (_field, typeId) =>
    types.size === 0 || types.has(dataTypes.get(typeId)?.handle ?? "");
  return makeGroups(scope, fits, Number(text ?? 0) || 0);
};

/** The fields a formula may name: numbers of the objects that the action allows (api 2.15). */
export const formulaFields = (scope: RuleScope, key: PartKey): readonly FieldGroup[] => {
  const index = workflowIndex(scope.workflow);
  const action = index.actions.get(
    scope.draft.part(key, "action")?.data.workflowDataTypeActionId ?? 0,
  );
  const objects = action?.formulaCanRunAgainstGlobalObjectIds ?? [];
  const number = index.dataTypeIds.get("number");
  const fits: Fits = ({ globalObjectId }, typeId) =>
    typeId === number && (objects.length === 0 || objects.includes(globalObjectId));
  return makeGroups(scope, fits, 0);
};
