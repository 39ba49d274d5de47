import type { ExclusionType, MappingSet, MappingSetSave } from "#contract/mapping-sets.ts";
import { exclusionTypes } from "#contract/mapping-sets.ts";
import type { FieldDraft, Texts } from "#web/ui/field-draft.ts";

/** What a person can change of a mapping set (api 4.7). */
export const mappingSetLabels = {
  name: "Name",
  description: "Description",
  exclusionListForSourceId: "Source",
  exclusionType: "What is kept out",
} as const;
export type MappingSetField = keyof typeof mappingSetLabels;
export type MappingSetDraft = FieldDraft<MappingSetField>;

/** A set's fields as the form writes and compares them; a source of "" is none. */
export const mappingSetTexts = (set: Partial<MappingSet>): Texts<MappingSetField> => ({
  name: set.name ?? "",
  description: set.description ?? "",
  exclusionListForSourceId: String(set.exclusionListForSourceId ?? ""),
  exclusionType: set.exclusionType ?? "",
});

const sourceOf = (text: string): number | null =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
const typeOf = (text: string): ExclusionType | null =>
  exclusionTypes.find((known) => known === text) ?? null;

/** Why what is typed cannot be sent, by field. A set that excludes needs a source and a type (api 2.13). */
export const mappingSetProblems = (
  texts: Texts<MappingSetField>,
  excludes = texts.exclusionListForSourceId !== "" || texts.exclusionType !== "",
): Partial<Record<MappingSetField, string>> => {
  const { name, exclusionListForSourceId: source, exclusionType: type } = texts;
  return {
    ...(name.trim() === "" ? { name: "Give the set a name." } : {}),
    ...(excludes && sourceOf(source.trim()) === null
      ? {
          exclusionListForSourceId:
            source.trim() === ""
              ? "Choose the source whose values are kept out."
              : "A source’s id is a whole number from 1.",
        }
      : {}),
    ...(excludes && type === "" ? { exclusionType: "Choose what of the source is kept out." } : {}),
  };
};

/** A whole set to send, as typed. */
export const mappingSetRequest = (texts: Texts<MappingSetField>): MappingSetSave => ({
  name: texts.name.trim(),
  description: texts.description === "" ? null : texts.description,
  exclusionListForSourceId: sourceOf(texts.exclusionListForSourceId.trim()),
  exclusionType: typeOf(texts.exclusionType),
});

/** The one request that a draft comes to: the name always, since the API wants it, and the fields that were changed. */
export const mappingSetUpdate = (fresh: MappingSet, changed: MappingSetDraft): MappingSetSave => {
  const texts = mappingSetTexts(fresh);
  const whole = mappingSetRequest({
    ...texts,
    ...Object.fromEntries(
      Object.entries(changed).map(([field, typed]) => [field, typed?.text ?? ""]),
    ),
  });
  const sent = Object.keys(changed);
  return {
    name: whole.name,
    ...Object.fromEntries(
      Object.entries(whole).filter(([field]) => field !== "name" && sent.includes(field)),
    ),
  };
};
