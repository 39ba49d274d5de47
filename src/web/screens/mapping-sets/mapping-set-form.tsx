import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  type ExclusionType,
  exclusionTypes,
  type MappingSet,
  type MappingSetSave,
} from "#contract/mapping-sets.ts";
import { sourceList } from "#web/api/account.ts";
import type { FieldDraft, Texts } from "#web/editing/field-draft.ts";
import { ChoiceField, TextAreaField, TextField } from "#web/editing/form-fields.tsx";
import { checkedText } from "#web/editing/form-schema.ts";
import type { Tie } from "#web/editing/form-tie.ts";
import { ListedField } from "#web/editing/listed-field.tsx";

/** The fields of a mapping set that can be changed (api 4.7). */
export const mappingSetLabels = {
  name: "Name",
  description: "Description",
  exclusionListForSourceId: "Source",
  exclusionType: "Excluded values",
} as const;
/** `use` belongs to the form only: whether the set excludes products of a source. */
export type MappingSetField = keyof typeof mappingSetLabels | "use";
type MappingSetDraft = FieldDraft<MappingSetField>;

export const mappingSetTexts = (set: Partial<MappingSet>): Texts<MappingSetField> => ({
  name: set.name ?? "",
  description: set.description ?? "",
  exclusionListForSourceId: String(set.exclusionListForSourceId ?? ""),
  exclusionType: set.exclusionType ?? "",
  use: (set.exclusionListForSourceId ?? set.exclusionType ?? "") === "" ? "" : "excludes",
});

/** A typed text in the record's spelling. */
export const normalMappingSetText = (field: MappingSetField, text: string): string =>
  field === "name" || field === "exclusionListForSourceId" ? text.trim() : text;

const parseSource = (text: string): number | null =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
const parseType = (text: string): ExclusionType | null =>
  exclusionTypes.find((known) => known === text) ?? null;

/** A check that applies only to a set that excludes products. */
const excluding =
  <F extends "exclusionListForSourceId" | "exclusionType">(
    field: F,
    why: (text: string) => string | undefined,
  ) =>
  ({ value, issues }: z.core.ParsePayload<Record<F | "use", string>>): void => {
    const message = value.use === "" ? undefined : why(value[field]);
    if (message !== undefined)
      issues.push({ code: "custom", path: [field], message, input: value[field], continue: true });
  };

const whySourceUnfit = (source: string): string | undefined => {
  if (source.trim() === "") return "Select the source to exclude values of";
  return parseSource(source.trim()) === null ? "Enter a whole number, 1 or more" : undefined;
};

/** The checks of the form. A set that excludes needs a source and a type (api 2.13). */
export const mappingSetSchema = z
  .object({
    name: checkedText((name) => (name.trim() === "" ? "Enter a name" : undefined)),
    exclusionListForSourceId: z.string(),
    exclusionType: z.string(),
    use: z.string(),
  })
  .check(
    excluding("exclusionListForSourceId", whySourceUnfit),
    excluding("exclusionType", (type) => (type === "" ? "Select what to exclude" : undefined)),
  );

/** The request for a whole set, as typed. */
export const mappingSetRequest = (texts: Texts<MappingSetField>): MappingSetSave => ({
  name: texts.name.trim(),
  description: texts.description === "" ? null : texts.description,
  exclusionListForSourceId: parseSource(texts.exclusionListForSourceId.trim()),
  exclusionType: parseType(texts.exclusionType),
});

/** Whether a set is what these texts create. */
export const isMappingSetOf = (set: MappingSet, texts: Texts<MappingSetField>): boolean => {
  const [there, sent] = [mappingSetRequest(mappingSetTexts(set)), mappingSetRequest(texts)];
  return (
    there.name === sent.name &&
    there.description === sent.description &&
    there.exclusionListForSourceId === sent.exclusionListForSourceId &&
    there.exclusionType === sent.exclusionType
  );
};

/** The request of a draft: always with the name, since the API requires it, and with the changed fields. */
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

export const findMappingSetField = (path: string): MappingSetField | undefined =>
  (Object.keys(mappingSetLabels) as MappingSetField[]).find((field) => field === path);

interface ControlsProps {
  form: {
    texts: Texts<MappingSetField>;
    tie: (field: MappingSetField) => Tie;
    typeAll: (texts: Partial<Texts<MappingSetField>>) => void;
  };
}

const uses = [
  {
    value: "",
    label: "Translates values",
    description: "Actions of mapping rules replace a value with the value it maps to.",
  },
  {
    value: "excludes",
    label: "Excludes source values",
    description: "Excludes products of the source whose value is one of the items.",
  },
];
const types = [
  { value: "sku", label: "SKUs" },
  { value: "brand", label: "Brands" },
  { value: "category", label: "Categories" },
];

/** The exclusion rule (api 2.13): a source needs a type, and the other way round. */
const Exclusion = ({ form }: ControlsProps) => (
  <>
    <ListedField
      {...form.tie("exclusionListForSourceId")}
      label="Source"
      noun="Source"
      listing={useQuery(sourceList("screen"))}
    />
    <ChoiceField {...form.tie("exclusionType")} label="Excluded values" options={types} />
  </>
);

export const MappingSetControls = ({ form }: ControlsProps) => {
  const excludes = form.texts.use !== "";
  return (
    <>
      <TextField {...form.tie("name")} label="Name" />
      <TextAreaField {...form.tie("description")} label="Description" />
      <ChoiceField
        {...form.tie("use")}
        label="Purpose"
        options={uses}
        onType={(use) =>
          form.typeAll({
            use,
            ...(use === "" ? { exclusionListForSourceId: "", exclusionType: "" } : {}),
          })
        }
      />
      {excludes && <Exclusion form={form} />}
    </>
  );
};
