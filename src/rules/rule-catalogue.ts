import { type DataTypeHandle, dataTypeHandles } from "#contract/handles.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { Action } from "./action.ts";
import { actions } from "./actions.ts";
import type { Comparator } from "./comparator.ts";
import { comparators } from "./comparators.ts";
import { parseInteger } from "./decimal.ts";
import { listFormulaFields } from "./formula.ts";
import {
  listRuleParts,
  type RunnableAction,
  type RunnableCondition,
  type RunnableMappingRule,
  type RunnableWorkflowRule,
} from "./rule-parts.ts";
import { inSentence } from "./shown-text.ts";

/** A field and its location in a record. */
export interface RuleField {
  readonly id: number;
  readonly name: string;
  /** The name, prefixed with the object's if another object has a field of the same name; no two fields have one. */
  readonly label: string;
  /** The object's handle; the path inside the object is the field's own handle, split at its dots. */
  readonly objectHandle: string;
  readonly objectName: string;
  /** A record can have several of the object: a product's variants. */
  readonly ofSeveral: boolean;
  readonly path: readonly string[];
  /** `object.field`, as in formulas. */
  readonly reference: string;
  readonly dataType: DataTypeHandle | undefined;
  readonly options: ReadonlyMap<string, string>;
}

/** The workflow's meta-data by id, created once and used for every rule. */
export interface RuleCatalogue {
  readonly fields: ReadonlyMap<number, RuleField>;
  readonly fieldsByReference: ReadonlyMap<string, RuleField>;
  readonly comparatorHandles: ReadonlyMap<number, string>;
  readonly actionHandles: ReadonlyMap<number, string>;
  readonly ruleTypeHandles: ReadonlyMap<number, string>;
  readonly dataTypeHandles: ReadonlyMap<number, string>;
}

const handlesById = (
  records: readonly { readonly id: number; readonly handle: string }[],
): ReadonlyMap<number, string> => new Map(records.map(({ id, handle }) => [id, handle]));

/** A type that is known here, or undefined: types only control choices, and there is no choice for a later type. */
const knownType = (handle: string | undefined): DataTypeHandle | undefined =>
  dataTypeHandles.find((known) => known === handle);

const collectFields = ({
  globalObjectFields,
  globalObjects,
  dataTypes,
}: WorkflowMetaData): RuleField[] => {
  const objects = new Map(globalObjects.map((object) => [object.id, object]));
  const typeHandles = handlesById(dataTypes);
  const timesNamed = new Map<string, number>();
  for (const { name } of globalObjectFields) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1);
  const labels = new Map<string, number>();
  const fields = globalObjectFields.map(
    ({ id, name, handle, globalObjectId, globalDataTypeId, options }) => {
      const object = objects.get(globalObjectId);
      const objectHandle = object?.handle ?? "";
      const label = object && timesNamed.get(name) !== 1 ? `${object.name} ${name}` : name;
      labels.set(label, (labels.get(label) ?? 0) + 1);
      return {
        id,
        name,
        label,
        objectHandle,
        objectName: object?.name ?? "",
        ofSeveral: object?.collection ?? false,
        path: handle.split("."),
        reference: `${objectHandle}.${handle}`,
        dataType: knownType(typeHandles.get(globalDataTypeId)),
        options: new Map(options.map((option) => [option.value, option.name ?? option.value])),
      };
    },
  );
  return fields.map((field) =>
    labels.get(field.label) === 1
      ? field
      : { ...field, label: `${field.label} (${field.reference})` },
  );
};

/** Creates the catalog of a workflow's meta-data. */
export const createCatalogue = (metaData: WorkflowMetaData): RuleCatalogue => {
  const fields = collectFields(metaData);
  return {
    fields: new Map(fields.map((field) => [field.id, field])),
    fieldsByReference: new Map(fields.map((field) => [field.reference, field])),
    comparatorHandles: handlesById(metaData.comparators),
    actionHandles: handlesById(metaData.actions),
    ruleTypeHandles: handlesById(metaData.ruleTypes),
    dataTypeHandles: handlesById(metaData.dataTypes),
  };
};

/** The entry of a handle in a table; undefined for an unknown one. */
export const findEntry = <E>(
  table: Readonly<Record<string, E>>,
  handle: string | undefined,
): E | undefined =>
  handle !== undefined && Object.hasOwn(table, handle) ? table[handle] : undefined;

/** A condition's comparator: by its nested record, else by its id. Undefined when neither is known. */
export const findComparator = (
  condition: RunnableCondition,
  catalogue: RuleCatalogue,
): Comparator | undefined =>
  findEntry<Comparator>(
    comparators,
    condition.workflowDataTypeComparator?.handle ??
      catalogue.comparatorHandles.get(condition.workflowDataTypeComparatorId ?? 0),
  );

/** A condition's pre-modifier, found the same way; undefined also where the comparator is no pre-modifier. */
export const findPreModifier = (
  condition: RunnableCondition,
  catalogue: RuleCatalogue,
): Comparator | undefined => {
  const found = findEntry<Comparator>(
    comparators,
    condition.preModifierDataTypeComparator?.handle ??
      catalogue.comparatorHandles.get(condition.preModifierDataTypeComparatorId ?? 0),
  );
  return found?.preModifier && found;
};

/** Whether a condition names a pre-modifier that is unknown here, or a comparator that is none: it is never met. */
export const hasUnknownPreModifier = (
  condition: RunnableCondition,
  catalogue: RuleCatalogue,
): boolean => {
  const { preModifierDataTypeComparatorId: id, preModifierDataTypeComparator: record } = condition;
  return Boolean(id || record) && findPreModifier(condition, catalogue) === undefined;
};

const findActionHandle = (action: RunnableAction, catalogue: RuleCatalogue): string | undefined =>
  action.workflowDataTypeAction?.handle ??
  catalogue.actionHandles.get(action.workflowDataTypeActionId ?? 0);

/** An action's table entry, found the same way. */
export const findAction = (action: RunnableAction, catalogue: RuleCatalogue): Action | undefined =>
  findEntry<Action>(actions, findActionHandle(action, catalogue));

/** Whether a rule's child rules are tiers. */
export const isTier = (rule: RunnableWorkflowRule, catalogue: RuleCatalogue): boolean =>
  (rule.workflowRuleType?.handle ?? catalogue.ruleTypeHandles.get(rule.workflowRuleTypeId ?? 0)) ===
  "tier";

/** The type of a mapping rule, which its inherited fields use (api 2.15, globalDataTypeId). */
export const findInheritedType = (
  rule: Pick<RunnableMappingRule, "globalDataType" | "globalDataTypeId">,
  catalogue: RuleCatalogue,
): DataTypeHandle | undefined =>
  knownType(
    rule.globalDataType?.handle ?? catalogue.dataTypeHandles.get(rule.globalDataTypeId ?? 0),
  );

/** A field's type; for an inherited field that of its rule. */
export const typeOfField = (
  field: RuleField | undefined,
  inheritedType: DataTypeHandle | undefined,
): DataTypeHandle | undefined =>
  field?.dataType === "inherited" ? inheritedType : field?.dataType;

/** An object's name in the middle of a sentence: “variant”. */
export const nameObject = (objectHandle: string, { fields }: RuleCatalogue): string => {
  const field = [...fields.values()].find((each) => each.objectHandle === objectHandle);
  return inSentence(field?.objectName ?? "element");
};

/** The field whose id is in an operand. */
export const findOtherField = (operand: string, catalogue: RuleCatalogue): RuleField | undefined =>
  catalogue.fields.get(parseInteger(operand) ?? 0);

/** An empty workflow: for rules without a catalog; their own records still contain the handles. */
export const emptyCatalogue: RuleCatalogue = createCatalogue({
  dataTypes: [],
  comparators: [],
  actions: [],
  ruleTypes: [],
  events: [],
  globalObjects: [],
  globalObjectFields: [],
});

const listActions = (rule: RunnableWorkflowRule): RunnableAction[] =>
  listRuleParts(rule).flatMap(({ kind, part }) => (kind === "action" ? [part] : []));

const idsOnce = (ids: readonly (number | undefined)[]): number[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];

/** The ids of the fields that the rule's set_to_field actions read (api 2.15, fieldsUsedBySetToField). */
export const fieldsUsedBySetToField = (
  rule: RunnableWorkflowRule,
  catalogue: RuleCatalogue,
): number[] =>
  idsOnce(
    listActions(rule)
      .filter((action) => findActionHandle(action, catalogue) === "set_to_field")
      .map(({ value }) => findOtherField(value ?? "", catalogue)?.id),
  );

/** The formula of an action, if it may have one. */
export const findFormula = (
  action: RunnableAction,
  catalogue: RuleCatalogue,
  inheritedType: DataTypeHandle | undefined,
): string | undefined => {
  const field = catalogue.fields.get(action.globalObjectFieldId ?? 0);
  const dataType = typeOfField(field, inheritedType);
  const may =
    dataType !== undefined && findAction(action, catalogue)?.formulaTypes?.includes(dataType);
  return may ? (action.value ?? undefined) : undefined;
};

/** The ids of the fields that the rule's formulas name (api 2.15, fieldsUsedByFormulas). */
export const fieldsUsedByFormulas = (
  rule: RunnableWorkflowRule,
  catalogue: RuleCatalogue,
  inheritedType?: DataTypeHandle,
): number[] =>
  idsOnce(
    listActions(rule)
      .flatMap((action) => listFormulaFields(findFormula(action, catalogue, inheritedType) ?? ""))
      .map((reference) => catalogue.fieldsByReference.get(reference)?.id),
  );

/** The ids of the mapping sets that a rule's actions look values up in. */
export const mappingSetsUsed = (
  { rule }: RunnableMappingRule,
  catalogue: RuleCatalogue,
): number[] => {
  const ids = rule
    ? listRuleParts(rule).flatMap(({ kind, part }) => {
        if (kind !== "action") return [];
        const handle =
          part.workflowDataTypeAction?.handle ??
          catalogue.actionHandles.get(part.workflowDataTypeActionId ?? 0);
        return handle === "mapping_set" ? [Number(part.value)] : [];
      })
    : [];
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
};
