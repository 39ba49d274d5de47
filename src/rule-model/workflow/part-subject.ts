import type { DataTypeHandle } from "#contract/handles.ts";
import type { GlobalObjectField } from "#contract/workflow-meta-data.ts";
import { actionOf, comparatorOf, preModifierOf } from "#rules/rule-catalogue.ts";
import type { DraftStore } from "#rule-model/draft/draft-store.ts";
import type { Part, PartData, PartKey, PartKind } from "#rule-model/draft/part.ts";
import { headKey } from "#rule-model/draft/part.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowIndex } from "./workflow-index.ts";
import { workflowIndex } from "./workflow-index.ts";

/** The input of a question about a part: the rule it is in, and the workflow. A `Builder` is one. */
export interface RuleScope {
  readonly workflow: Workflow;
  readonly draft: Pick<DraftStore, "get" | "part">;
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
const pickedTypes = ["string", "number", "date"] as const satisfies readonly DataTypeHandle[];

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
  if (part?.kind === "condition") return comparatorOf(part.data, catalogue)?.pick !== undefined;
  return part?.kind === "action" && actionOf(part.data, catalogue)?.picksEntry === true;
};

const isInside = ({ slot }: Part): boolean => slot === "childConditions" || slot === "childActions";

/** The subject of a condition or an action. */
export const subjectOf = ({ workflow, draft }: RuleScope, part: Part): PartSubject => {
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
  subject = subjectOf(scope, part),
): readonly number[] => {
  const { workflow } = scope;
  const index = workflowIndex(workflow);
  const entry = preModifierOf(part.data, workflow.catalogue);
  const record = index.comparators.get(part.data.preModifierDataTypeComparatorId ?? 0);
  const result =
    record?.preModifierResultGlobalDataTypeId ??
    index.dataTypeIds.get(entry?.preModifier?.resultType ?? "");
  return result === undefined ? subject.typeIds : [result];
};

/** The places of the operands in a sentence: the 2 of `{2} in {field}`, counted from 0. */
export const placesIn = (sentence: string | undefined): readonly number[] =>
  sentence === undefined
    ? []
    : [
        ...new Set([...sentence.matchAll(/\{([1-4])\}/g)].map(([, place]) => Number(place) - 1)),
      ].sort();
