import { useQuery } from "@tanstack/react-query";
import { sourceList } from "#web/api/account.ts";
import { ChoiceField } from "#web/ui/choice-field.tsx";
import { Field } from "#web/ui/field.tsx";
import type { Texts } from "#web/ui/field-draft.ts";
import type { MappingSetField } from "./mapping-set-changes.ts";

interface ControlsProps {
  texts: Texts<MappingSetField>;
  before: Texts<MappingSetField>;
  errorOf: (field: MappingSetField) => string | undefined;
  type: (field: MappingSetField, text: string) => void;
}

const uses = [
  { value: "", label: "Translates values" },
  { value: "excludes", label: "Keeps values of a source out" },
];
const types = [
  { value: "sku", label: "SKUs" },
  { value: "brand", label: "Brands" },
  { value: "category", label: "Categories" },
];

const SourceControl = ({ texts, before, errorOf, type }: ControlsProps) => {
  const sources = useQuery(sourceList());
  const { exclusionListForSourceId: id } = texts;
  const listed = sources.data?.value.some((one) => String(one.id) === id) ?? false;
  const changed = id !== before.exclusionListForSourceId || undefined;
  return (
    <Field
      id="mapping-set-source"
      label="Source"
      hint={sources.isError ? "This upstream lists none, so type the id." : undefined}
      error={errorOf("exclusionListForSourceId")}
    >
      {(tie) =>
        sources.isError ? (
          <input
            {...tie}
            inputMode="numeric"
            data-changed={changed}
            value={id}
            onChange={(event) => type("exclusionListForSourceId", event.target.value)}
          />
        ) : (
          <select
            {...tie}
            data-changed={changed}
            value={id}
            onChange={(event) => type("exclusionListForSourceId", event.target.value)}
          >
            <option value="">{sources.isPending ? "Being read…" : "Choose one"}</option>
            {id !== "" && !listed && <option value={id}>Source {id}</option>}
            {sources.data?.value.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name || one.id}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
};

/** The controls of a mapping set's own fields. The exclusion rule (api 2.13): a source needs a type, and the other way round. */
export const MappingSetControls = (
  props: ControlsProps & { excludes: boolean; onExcludes: (excludes: boolean) => void },
) => {
  const { texts, before, errorOf, type, excludes, onExcludes } = props;
  return (
    <>
      <Field id="mapping-set-name" label="Name" error={errorOf("name")}>
        {(tie) => (
          <input
            {...tie}
            autoComplete="off"
            data-changed={texts.name !== before.name || undefined}
            value={texts.name}
            onChange={(event) => type("name", event.target.value)}
          />
        )}
      </Field>
      <Field id="mapping-set-description" label="Description" error={errorOf("description")}>
        {(tie) => (
          <textarea
            {...tie}
            data-changed={texts.description !== before.description || undefined}
            value={texts.description}
            onChange={(event) => type("description", event.target.value)}
          />
        )}
      </Field>
      <ChoiceField
        legend="What it does"
        options={uses}
        value={excludes ? "excludes" : ""}
        hint={
          excludes
            ? "Products of the source whose value stands among the items are left out."
            : "Actions of mapping rules look a value up and take what it maps to."
        }
        onChoose={(value) => onExcludes(value !== "")}
      />
      {excludes && (
        <>
          <SourceControl {...props} />
          <ChoiceField
            legend="What is kept out"
            options={types}
            value={texts.exclusionType}
            changed={texts.exclusionType === before.exclusionType ? undefined : texts.exclusionType}
            error={errorOf("exclusionType")}
            onChoose={(value) => type("exclusionType", value)}
          />
        </>
      )}
    </>
  );
};
