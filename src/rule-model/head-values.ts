import { typeWords, workflowIndex } from "./workflow.ts";
import type { Workflow } from "./workflow.ts";
import type { Part } from "./part.ts";
import { headKey, rootKey } from "./part.ts";
import type { DraftStore } from "./draft-store.ts";
import { writeData } from "./edit-draft.ts";

type HeadData = Part<"head">["data"];

/** The names of the records in a head; the id where the workflow does not list it. */
export const headNames = (
  { eventId, globalDataTypeId, globalObjectFieldId }: HeadData,
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

/** The values of the head's form: ids as texts, empty for none. */
export interface HeadValues {
  readonly name: string;
  readonly description: string;
  readonly eventId: string;
  readonly globalDataTypeId: string;
  readonly globalObjectFieldId: string;
  readonly start: "original" | "earlier";
}

const asText = (id: number | null | undefined): string => (id ? String(id) : "");

export const headValues = (data: HeadData): HeadValues => ({
  name: data.name,
  description: data.description,
  eventId: asText(data.eventId),
  globalDataTypeId: asText(data.globalDataTypeId),
  globalObjectFieldId: asText(data.globalObjectFieldId),
  start: data.useOriginalInputValue ? "original" : "earlier",
});

/** The data type that a rule must have to assign to a field: the field's own. */
const typeForField = (fieldId: number, workflow: Workflow): Partial<HeadData> => {
  const type = workflowIndex(workflow).fields.get(fieldId)?.globalDataTypeId;
  return type === undefined ? {} : { globalDataTypeId: type };
};

/** The changes that follow from a change of one field. */
const changes: {
  readonly [F in keyof HeadValues]: (text: string, workflow: Workflow) => Partial<HeadData>;
} = {
  name: (name) => ({ name }),
  description: (description) => ({ description }),
  eventId: (text) => ({ eventId: Number(text) }),
  globalDataTypeId: (text) => ({ globalDataTypeId: Number(text) }),
  globalObjectFieldId: (text, workflow) =>
    text === ""
      ? { globalObjectFieldId: null, globalDataTypeId: 0 }
      : { globalObjectFieldId: Number(text), ...typeForField(Number(text), workflow) },
  start: (text) => ({ useOriginalInputValue: text === "original" }),
};

const stepNames: { readonly [F in keyof HeadValues]: string } = {
  name: "change the name",
  description: "change the description",
  eventId: "change the event",
  globalDataTypeId: "change the data type",
  globalObjectFieldId: "change the assigned field",
  start: "change where the rule starts",
};

/**
 * Writes one field of the head into the draft; continuous typing is one step of undo. The API has a name for the
 * mapping rule and one for the rule in it: as long as they are the same, both change.
 */
export const writeHead = (
  draft: DraftStore,
  workflow: Workflow,
  field: keyof HeadValues,
  text: string,
): void =>
  draft.edit({ label: stepNames[field], burst: `head ${field}` }, (writer) => {
    const [head, root] = [writer.get(headKey), writer.get(rootKey)];
    if (head?.kind !== "head") return;
    const change = changes[field](text, workflow);
    writeData(writer, headKey, "head", change);
    const { name } = change;
    if (name !== undefined && root?.kind === "rule" && root.data.name === head.data.name)
      writeData(writer, rootKey, "rule", { name });
  });
