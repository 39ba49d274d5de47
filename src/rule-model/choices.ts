import type { DataTypeHandle } from "#contract/handles.ts";
import type {
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
} from "#contract/mapping-rule-tree.ts";
import type { GlobalObjectField } from "#contract/workflow-meta-data.ts";
import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { findAction, findComparator, findEntry, findPreModifier } from "#rules/rule-catalogue.ts";
import {
  fieldTypeId,
  findSubject,
  judgedTypes,
  listPlaces,
  type RuleScope,
} from "./operand-specs.ts";
import { headKey, type Part, type PartKey } from "./part.ts";
import { typeWords, workflowIndex, type WorkflowIndex } from "./workflow.ts";

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

const makeFieldChoice = (
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
  const choice = field ? makeFieldChoice(scope, index, field, false) : unknownField(current);
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
        .map((field) => makeFieldChoice(scope, index, field, true)),
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

/** One line of a picker. */
export interface Choice {
  readonly id: number;
  readonly handle: string | undefined;
  readonly label: string;
  /** A one-line explanation for new users. */
  readonly explanation: string;
  /** False of the current choice when it would not be offered: unknown here, or of another type. */
  readonly fits: boolean;
  /** The type that the value is read as, where it can be read as several. */
  readonly group?: string;
}

type Entry = Pick<Comparator, "label" | "explanation">;

const makeChoice = (
  { id, handle, name }: { readonly id: number; readonly handle: string; readonly name: string },
  entry: Entry | undefined,
  group: string | undefined,
): Choice => ({
  id,
  handle,
  label: entry?.label ?? name,
  explanation:
    entry?.explanation ?? "No description. The API lists this, but the console doesn't know it.",
  fits: true,
  ...(group === undefined ? {} : { group }),
});

/** Keeps the current choice in the list, even if it does not fit: opening a picker must not lose it. */
const withCurrent = (
  choices: readonly Choice[],
  current: number | null | undefined,
  records: ReadonlyMap<
    number,
    { readonly id: number; readonly handle: string; readonly name: string }
  >,
  table: Readonly<Record<string, Entry>>,
  noun: string,
): readonly Choice[] => {
  if (!current || choices.some(({ id }) => id === current)) return choices;
  const record = records.get(current);
  const kept: Choice = record
    ? {
        ...makeChoice(record, findEntry(table, record.handle), undefined),
        explanation: "Currently selected, but doesn't apply to this field.",
        fits: false,
      }
    : {
        id: current,
        handle: undefined,
        label: `${noun} ${current}`,
        explanation: "Currently selected, but not in the API's list.",
        fits: false,
      };
  return [...choices, kept];
};

const groupName = (scope: RuleScope, typeIds: readonly number[], typeId: number) => {
  const type = workflowIndex(scope.workflow).dataTypes.get(typeId);
  return typeIds.length > 1 && type
    ? `As ${typeWords(type.handle, type.name).toLowerCase()}`
    : undefined;
};

const comparatorEntry = (handle: string): Comparator | undefined =>
  findEntry<Comparator>(comparators, handle);

/** Whether a comparator needs an operand that the pre-modifier already uses. */
export const clashesWith = (
  comparator: Comparator | undefined,
  preModifier: Comparator | undefined,
): boolean => {
  const taken = listPlaces(preModifier?.preModifier?.sentence);
  return taken.some((place) => place < (comparator?.operands.length ?? 0));
};

const conditionAt = (scope: RuleScope, key: PartKey): Part<"condition"> | undefined =>
  scope.draft.part(key, "condition");

/** The comparators that fit the value that a condition tests: its field, or the result of its pre-modifier. */
export const comparatorChoices = (scope: RuleScope, key: PartKey): readonly Choice[] => {
  const part = conditionAt(scope, key);
  if (!part) return [];
  const index = workflowIndex(scope.workflow);
  const typeIds = judgedTypes(scope, part);
  const preModifier = findPreModifier(part.data, scope.workflow.catalogue);
  const choices = typeIds.flatMap((typeId) =>
    (index.comparatorsByType.get(typeId) ?? [])
      .filter(({ handle }) => !clashesWith(comparatorEntry(handle), preModifier))
      .map((record) =>
        makeChoice(record, comparatorEntry(record.handle), groupName(scope, typeIds, typeId)),
      ),
  );
  const { workflowDataTypeComparatorId: current } = part.data;
  return withCurrent(choices, current, index.comparators, comparators, "Comparator");
};

const isPreModifier = ({ preModifier }: WorkflowDataTypeComparator): boolean =>
  preModifier === true;

/** The pre-modifiers of the field: its length, the number of a character. Most types have none. */
export const preModifierChoices = (scope: RuleScope, key: PartKey): readonly Choice[] => {
  const part = conditionAt(scope, key);
  if (!part) return [];
  const index = workflowIndex(scope.workflow);
  const choices = findSubject(scope, part)
    .typeIds.flatMap((typeId) => index.comparatorsByType.get(typeId) ?? [])
    .filter(isPreModifier)
    .map((record) => makeChoice(record, comparatorEntry(record.handle), undefined));
  const { preModifierDataTypeComparatorId: current } = part.data;
  return withCurrent(choices, current, index.comparators, comparators, "Comparator");
};

/** Whether an action is allowed for a field with that filter (api 2.15, globalDataTypeFilterIds). */
const passesFilter = (
  { globalDataTypeFilterIds }: WorkflowDataTypeAction,
  filterId: number | null | undefined,
): boolean =>
  globalDataTypeFilterIds.length === 0 ||
  (typeof filterId === "number" && globalDataTypeFilterIds.includes(filterId));

/** The kinds of action that fit a field. */
export const actionChoices = (scope: RuleScope, key: PartKey): readonly Choice[] => {
  const part = scope.draft.part(key, "action");
  if (!part) return [];
  const index = workflowIndex(scope.workflow);
  const { field, typeIds, picked } = findSubject(scope, part);
  const seen = new Set<string>();
  const offered = typeIds.length === 0 ? [] : [...typeIds, 0];
  const choices = offered.flatMap((typeId) =>
    (index.actionsByType.get(typeId) ?? [])
      .filter((record) => picked || passesFilter(record, field?.globalDataTypeFilterId))
      // Several types can have an action of one kind; the first is the plain one: “Set” of a text.
      .filter(({ handle }) => !seen.has(handle) && seen.add(handle))
      .map((record) =>
        makeChoice(
          record,
          findEntry<Action>(actions, record.handle),
          groupName(scope, typeIds, typeId),
        ),
      ),
  );
  const { workflowDataTypeActionId: current } = part.data;
  return withCurrent(choices, current, index.actions, actions, "Action");
};
