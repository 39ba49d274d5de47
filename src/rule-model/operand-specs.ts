import type { DataTypeHandle } from "#contract/handles.ts";
import type { GlobalObjectField } from "#contract/workflow-meta-data.ts";
import { findAction, findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import { durationUnits } from "#rules/iso-time.ts";
import type { OperandKind, OperandSpec } from "#rules/operands.ts";
import type { Part, PartData, PartKey, PartKind, PartReader } from "./part.ts";
import { headKey } from "./part.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowIndex } from "./workflow.ts";
import { workflowIndex } from "./workflow.ts";

/** The input of a question about a part: the rule it is in, and the workflow. A `Builder` is one. */
export interface RuleScope {
  readonly workflow: Workflow;
  readonly draft: PartReader;
}

/** A scope in which a part is added or replaced, to find out what would then fit. */
export const scopeWith = ({ workflow, draft }: RuleScope, part: Part): RuleScope => ({
  workflow,
  draft: {
    get: (key) => (key === part.key ? part : draft.get(key)),
    part: <K extends PartKind>(key: PartKey, kind: K) =>
      key === part.key && part.kind === kind ? (part as Part<K>) : draft.part(key, kind),
  },
});

/** The value that a condition tests or an action changes. */
export interface PartSubject {
  readonly field: GlobalObjectField | undefined;
  /** The data types it can be read as: one of a field, several of a named value, none while nothing is chosen. */
  readonly typeIds: readonly number[];
  /**
   * True where it is the value of the entry that the part around it picks (an attribute's value), whatever its own
   * field is.
   */
  readonly picked: boolean;
}

/** The value of a named entry is text, which can be read as a number and as a date. */
export const pickedTypes = [
  "string",
  "number",
  "date",
] as const satisfies readonly DataTypeHandle[];

/** The type of a field; an inherited field has the type of the rule (api 2.15, globalDataTypeId). */
export const fieldTypeId = (
  field: GlobalObjectField,
  head: PartData["head"] | undefined,
  { dataTypes }: WorkflowIndex,
): number =>
  dataTypes.get(field.globalDataTypeId)?.handle === "inherited"
    ? (head?.globalDataTypeId ?? 0)
    : field.globalDataTypeId;

/** Whether a part picks a named value, which the parts inside it then use. */
export const picksEntry = (part: Part | undefined, { catalogue }: Workflow): boolean => {
  if (part?.kind === "condition") return findComparator(part.data, catalogue)?.pick !== undefined;
  return part?.kind === "action" && findAction(part.data, catalogue)?.picksEntry === true;
};

const isInside = ({ slot }: Part): boolean => slot === "childConditions" || slot === "childActions";

/** The subject of a condition or an action. */
export const findSubject = ({ workflow, draft }: RuleScope, part: Part): PartSubject => {
  const index = workflowIndex(workflow);
  if (part.kind !== "condition" && part.kind !== "action")
    return { field: undefined, typeIds: [], picked: false };
  const field = index.fields.get(part.data.globalObjectFieldId);
  if (isInside(part) && part.parent !== undefined && picksEntry(draft.get(part.parent), workflow)) {
    const typeIds = pickedTypes.flatMap((handle) => index.dataTypeIds.get(handle) ?? []);
    return { field, typeIds, picked: true };
  }
  const typeId = field && fieldTypeId(field, draft.part(headKey, "head")?.data, index);
  return { field, typeIds: typeId ? [typeId] : [], picked: false };
};

/** The types that a condition's comparator tests: those of its pre-modifier's result, where it has one. */
export const judgedTypes = (
  scope: RuleScope,
  part: Part<"condition">,
  subject = findSubject(scope, part),
): readonly number[] => {
  const { workflow } = scope;
  const index = workflowIndex(workflow);
  const entry = findPreModifier(part.data, workflow.catalogue);
  const record = index.comparators.get(part.data.preModifierDataTypeComparatorId ?? 0);
  const result =
    record?.preModifierResultGlobalDataTypeId ??
    index.dataTypeIds.get(entry?.preModifier?.resultType ?? "");
  return result === undefined ? subject.typeIds : [result];
};

/** The places of the operands in a sentence: the 2 of `{2} in {field}`, counted from 0. */
export const listPlaces = (sentence: string | undefined): readonly number[] =>
  sentence === undefined
    ? []
    : [
        ...new Set([...sentence.matchAll(/\{([1-4])\}/g)].map(([, place]) => Number(place) - 1)),
      ].sort();

/** The operand fields of a condition, in order (api 2.15). */
export const conditionOperandFields = [
  "condition",
  "condition2",
  "condition3",
  "condition4",
] as const;
/** The operand fields of an action, in order. */
export const actionOperandFields = ["value", "value2", "value3", "value4"] as const;

export type OperandField =
  | (typeof conditionOperandFields)[number]
  | (typeof actionOperandFields)[number];

/** One operand that a condition or an action currently takes. */
export interface PartOperand<F extends OperandField = OperandField> extends OperandSpec {
  /** The field of the part's data that holds it. */
  readonly field: F;
  /** Its place, from 0; sentences count from 1. */
  readonly place: number;
  /** The choices, by value with their labels; only of options, units and yes or no. */
  readonly options: ReadonlyMap<string, string> | undefined;
}

const yesOrNo: ReadonlyMap<string, string> = new Map([
  ["true", "Yes"],
  ["false", "No"],
]);
const units: ReadonlyMap<string, string> = new Map(durationUnits.map((unit) => [unit, unit]));

const findOptions = (
  kind: OperandKind,
  fieldOptions: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> | undefined => {
  if (kind === "boolean") return yesOrNo;
  if (kind === "unit") return units;
  return kind === "option" && fieldOptions?.size ? fieldOptions : undefined;
};

type Placed = readonly [place: number, spec: OperandSpec];

const numbered = (specs: readonly OperandSpec[]): Placed[] =>
  specs.map((spec, place) => [place, spec]);

interface OperandFlags {
  readonly hideInput?: boolean | null | undefined;
  readonly usesOtherField: boolean;
  readonly usesList?: boolean | null | undefined;
}

const primaryOperand = ({ usesOtherField, usesList }: OperandFlags): OperandSpec => {
  if (usesOtherField) return { kind: "field", label: "Field" };
  return usesList ? { kind: "list", label: "Values" } : { kind: "text", label: "Value" };
};

/**
 * The operands of an unknown comparator or action: by the flags of the workflow's record, and every operand that has
 * a value.
 */
const operandsOfUnknown = (
  record: OperandFlags | undefined,
  texts: readonly (string | null | undefined)[],
): Placed[] => {
  const first: Placed[] = record && record.hideInput !== true ? [[0, primaryOperand(record)]] : [];
  const filled = texts.flatMap((text, place): Placed[] =>
    (text ?? "") === "" || (place === 0 && first.length > 0)
      ? []
      : [[place, { kind: "text", label: `Value ${place + 1}`, whenEmpty: "nothing" }]],
  );
  return [...first, ...filled];
};

/** Operands with the fields that hold them. */
const inFields = <F extends OperandField>(
  { workflow }: RuleScope,
  fieldId: number,
  fields: readonly F[],
  placed: readonly Placed[],
): PartOperand<F>[] => {
  const fieldOptions = workflow.catalogue.fields.get(fieldId)?.options;
  return placed.flatMap(([place, spec]) => {
    const field = fields[place];
    return field ? [{ ...spec, field, place, options: findOptions(spec.kind, fieldOptions) }] : [];
  });
};

const placedOfCondition = (scope: RuleScope, { data }: Part<"condition">): Placed[] => {
  const { catalogue } = scope.workflow;
  const record = workflowIndex(scope.workflow).comparators.get(data.workflowDataTypeComparatorId);
  const comparator = findComparator(data, catalogue);
  const preModifier = findPreModifier(data, catalogue);
  const own = comparator
    ? numbered(comparator.operands)
    : operandsOfUnknown(
        record,
        conditionOperandFields.map((field) => data[field]),
      );
  const taken = listPlaces(preModifier?.preModifier?.sentence).flatMap((place): Placed[] => {
    const spec = preModifier?.operands[place];
    return spec && !own.some(([other]) => other === place) ? [[place, spec]] : [];
  });
  // “Number of {2} in {field} is {1}”: the operand that is counted comes before the one it is compared with.
  return [...taken, ...own];
};

/** The operands that a condition currently takes: those of its pre-modifier first, then its comparator's. */
export const listConditionOperands = (
  scope: RuleScope,
  key: PartKey,
): readonly PartOperand<(typeof conditionOperandFields)[number]>[] => {
  const part = scope.draft.part(key, "condition");
  if (!part) return [];
  const { globalObjectFieldId } = part.data;
  const placed = placedOfCondition(scope, part);
  return inFields(scope, globalObjectFieldId, conditionOperandFields, placed);
};

const placedOfAction = (scope: RuleScope, part: Part<"action">): Placed[] => {
  const index = workflowIndex(scope.workflow);
  const record = index.actions.get(part.data.workflowDataTypeActionId);
  const action = findAction(part.data, scope.workflow.catalogue);
  if (!action)
    return operandsOfUnknown(
      record,
      actionOperandFields.map((field) => part.data[field]),
    );
  // A child action changes text (its first type), whatever type its own field has.
  const handle = index.dataTypes.get(findSubject(scope, part).typeIds[0] ?? 0)?.handle as
    | DataTypeHandle
    | undefined;
  const specs = (handle && action.operandsByType?.[handle]) || action.operands;
  return numbered(specs).map(([place, spec]) => [
    place,
    spec.kind === "formula" && record?.formula === false
      ? { ...spec, kind: "number", label: "Number" }
      : spec,
  ]);
};

/** The operands that an action currently takes. */
export const listActionOperands = (
  scope: RuleScope,
  key: PartKey,
): readonly PartOperand<(typeof actionOperandFields)[number]>[] => {
  const part = scope.draft.part(key, "action");
  if (!part) return [];
  const { globalObjectFieldId } = part.data;
  return inFields(scope, globalObjectFieldId, actionOperandFields, placedOfAction(scope, part));
};

/** The operands of a condition or an action; none of other parts. */
export const listPartOperands = (scope: RuleScope, key: PartKey): readonly PartOperand[] =>
  scope.draft.get(key)?.kind === "action"
    ? listActionOperands(scope, key)
    : listConditionOperands(scope, key);
