import type { Part } from "#rule-model/draft/part.ts";
import { typeWords } from "#rule-model/workflow/type-words.ts";
import type { Workflow } from "#rule-model/workflow/workflow.ts";
import { workflowIndex } from "#rule-model/workflow/workflow-index.ts";

type Head = Part<"head">["data"];

/** The names of the records in a head; the id where the workflow does not list it. */
export const headNames = (
  { eventId, globalDataTypeId, globalObjectFieldId }: Head,
  workflow: Workflow,
): Readonly<Record<"eventId" | "globalDataTypeId" | "globalObjectFieldId", string>> => {
  const { events, dataTypes } = workflowIndex(workflow);
  const field = workflow.catalogue.fields.get(globalObjectFieldId ?? 0);
  const type = dataTypes.get(globalDataTypeId);
  return {
    eventId: events.get(eventId)?.name ?? (eventId ? `Event ${eventId}` : "No event yet"),
    globalDataTypeId: type
      ? typeWords(type.handle, type.name)
      : globalDataTypeId
        ? `Type ${globalDataTypeId}`
        : "No data type yet",
    globalObjectFieldId:
      field?.label ??
      (globalObjectFieldId ? `Field ${globalObjectFieldId}` : "None (set by actions)"),
  };
};

/** The names of a rule's possible data types; two of the same name are distinguished by their handles. */
export const typeNames = ({
  metaData,
}: Workflow): readonly { readonly id: number; readonly name: string }[] => {
  const types = metaData.dataTypes
    .filter(({ handle }) => handle !== "inherited")
    .map(({ id, handle, name }) => ({ id, handle, name: typeWords(handle, name) }));
  const times = (name: string) => types.filter((type) => type.name === name).length;
  return types.map(({ id, handle, name }) => ({
    id,
    name: times(name) > 1 ? `${name} (${handle.replaceAll("_", " ")})` : name,
  }));
};
