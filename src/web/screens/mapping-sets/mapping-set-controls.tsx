import { useQuery } from "@tanstack/react-query";
import { sourceList } from "#web/api/account.ts";
import type { Texts } from "#web/editing/field-draft.ts";
import { ChoiceField, TextAreaField, TextField } from "#web/editing/form-fields.tsx";
import type { Tie } from "#web/editing/form-tie.ts";
import { ListedField } from "#web/editing/listed-field.tsx";
import type { MappingSetField } from "./mapping-set-changes.ts";

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

/** The controls of a mapping set's own fields. */
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
