import type { RuleField } from "#rules/rule-catalogue.ts";
import { groupBy } from "#contract/group-by.ts";
import type { Offer, TypedText } from "./typed-text.ts";
import { fieldSynonyms } from "./synonyms.ts";
import { typeWords, workflowIndex, type Workflow } from "./workflow.ts";

/** A field at a place of a typed rule. 0: none is selected; a field that is not in the catalog has only its ID. */
export interface FoundField {
  readonly id: number;
  readonly field: RuleField | undefined;
  /** It says that none is selected. */
  readonly isNone?: true;
  readonly end: number;
}

export interface TypedFields {
  /** The fields whose name is at a place, the likeliest first. */
  readonly at: (at: number) => readonly FoundField[];
  readonly byName: (name: string) => RuleField | undefined;
  readonly offers: () => readonly Offer[];
}

interface Named {
  readonly phrase: string;
  readonly field: RuleField;
  readonly isLabel: boolean;
}

/** The fields of the event's objects first, in the order of the picker. */
const inPickerOrder = (workflow: Workflow, eventId: number): readonly RuleField[] => {
  const { events, fields } = workflowIndex(workflow);
  const objectIds = events.get(eventId)?.globalObjectIds ?? [];
  const objects = workflow.metaData.globalObjects.map(({ id }) => id);
  const place = ({ id }: RuleField): number => {
    const objectId = fields.get(id)?.globalObjectId ?? 0;
    const isOffered = objectIds.length === 0 || objectIds.includes(objectId);
    return objects.indexOf(objectId) + (isOffered ? 0 : objects.length);
  };
  return [...workflow.catalogue.fields.values()].toSorted(
    (one, other) => place(one) - place(other),
  );
};

const firstLetter = (text: string): string => text.trim().charAt(0).toLowerCase();

const collectNames = (fields: readonly RuleField[]): ReadonlyMap<string, readonly Named[]> => {
  const names = fields.flatMap((field): Named[] => [
    { phrase: field.label, field, isLabel: true },
    ...[
      field.name,
      `${field.objectName} ${field.name}`,
      field.reference,
      ...(fieldSynonyms[field.name.toLowerCase()] ?? []),
    ]
      .filter((phrase) => phrase.trim() !== "" && phrase !== field.label)
      .map((phrase) => ({ phrase, field, isLabel: false })),
  ]);
  const sorted = names.toSorted(
    (one, other) =>
      other.phrase.length - one.phrase.length || Number(other.isLabel) - Number(one.isLabel),
  );
  return groupBy(sorted, ({ phrase }) => firstLetter(phrase));
};

const kept = new WeakMap<Workflow, Map<number, ReturnType<typeof prepare>>>();
const prepare = (workflow: Workflow, eventId: number) => {
  const fields = inPickerOrder(workflow, eventId);
  return { fields, names: collectNames(fields) };
};

export const createTypedFields = (
  { text, skip, word }: TypedText,
  workflow: Workflow,
  eventId: number,
): TypedFields => {
  const known = kept.get(workflow) ?? new Map<number, ReturnType<typeof prepare>>();
  kept.set(workflow, known);
  const { fields, names } = known.get(eventId) ?? prepare(workflow, eventId);
  known.set(eventId, { fields, names });
  const named = (at: number): FoundField[] =>
    (names.get(text.charAt(skip(at)).toLowerCase()) ?? []).flatMap(({ phrase, field }) => {
      const end = word(at, phrase.trim());
      return end < 0 ? [] : [{ id: field.id, field, end }];
    });
  return {
    at: (at) => {
      const found = named(at);
      if (found.length > 0) return found;
      const none = word(at, "(select a field)");
      if (none >= 0) return [{ id: 0, field: undefined, isNone: true, end: none }];
      const the = word(at, "the");
      const afterThe = the < 0 ? [] : named(the);
      if (afterThe.length > 0) return afterThe;
      const byId = word(at, "field");
      const [id] =
        byId < 0 ? [] : (/^\d{1,15}(?!\d)/.exec(text.slice(skip(byId), skip(byId) + 16)) ?? []);
      return id === undefined
        ? []
        : [
            {
              id: Number(id),
              field: workflow.catalogue.fields.get(Number(id)),
              end: skip(byId) + id.length,
            },
          ];
    },
    byName: (name) =>
      workflow.catalogue.fieldsByReference.get(name.trim()) ??
      fields.find(({ label }) => label === name) ??
      fields.find(({ name: own }) => own.toLowerCase() === name.trim().toLowerCase()),
    offers: () =>
      fields.map(({ label, reference, dataType, objectName, name }) => ({
        label,
        insert: label,
        badge: dataType && typeWords(dataType, dataType),
        also: [name, reference, `${objectName} ${name}`],
      })),
  };
};
