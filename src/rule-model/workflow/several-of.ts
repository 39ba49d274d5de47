import type { Workflow } from "./workflow.ts";
import { workflowIndex } from "./workflow-index.ts";

const lists = ["array", "images"];

/** The name of a field's elements: “variant” where a record has several of its object, “entry” where it is a list. */
export const severalOf = (workflow: Workflow, fieldId: number): string | undefined => {
  const index = workflowIndex(workflow);
  const field = index.fields.get(fieldId);
  const object = index.objects.get(field?.globalObjectId ?? 0);
  if (object?.collection) return object.name.toLowerCase();
  const type = workflow.catalogue.fields.get(fieldId)?.dataType;
  return type && lists.includes(type) ? "entry" : undefined;
};
