import type { PartWriter } from "./draft-store.ts";
import { childrenIn, headKey, type Part, type PartKey, rootKey } from "./part.ts";
import { type Workflow, workflowIndex } from "./workflow.ts";

type Reader = Pick<PartWriter, "get">;

/** The parts of a rule whose fields decide its type: the actions of all rules in it, then the conditions. */
const listSubjects = function* (draft: Reader): Generator<Part> {
  const list = (from: Part | undefined, slot: "actions" | "groups" | "conditions" | "childRules") =>
    childrenIn(from, slot).flatMap((key: PartKey) => draft.get(key) ?? []);
  const rules = function* (rule: Part | undefined): Generator<Part> {
    if (!rule) return;
    yield rule;
    for (const child of list(rule, "childRules")) yield* rules(child);
  };
  const root = draft.get(rootKey);
  for (const rule of rules(root)) yield* list(rule, "actions");
  for (const rule of rules(root))
    for (const group of list(rule, "groups")) yield* list(group, "conditions");
};

/** The type of the field that the first action changes, else of the first that a condition tests; 0 for none. */
export const inferType = (draft: Reader, workflow: Workflow): number => {
  const { fields, dataTypes } = workflowIndex(workflow);
  for (const part of listSubjects(draft)) {
    if (part.kind !== "action" && part.kind !== "condition") continue;
    const typeId = fields.get(part.data.globalObjectFieldId)?.globalDataTypeId ?? 0;
    // A field of the rule's own type doesn't say which one that is.
    if (typeId && dataTypes.get(typeId)?.handle !== "inherited") return typeId;
  }
  return 0;
};

/** Keeps the type of a rule that isn't created yet the inferred one, until a person selects another. */
export const keepTypeInferred =
  (workflow: Workflow) =>
  (writer: PartWriter, before: Reader): void => {
    const head = writer.get(headKey);
    if (head?.kind !== "head" || head.data.id || head.data.globalObjectFieldId) return;
    const { globalDataTypeId: current } = head.data;
    if (current && current !== inferType(before, workflow)) return;
    const globalDataTypeId = inferType(writer, workflow);
    if (globalDataTypeId !== current)
      writer.put({ ...head, data: { ...head.data, globalDataTypeId } });
  };
