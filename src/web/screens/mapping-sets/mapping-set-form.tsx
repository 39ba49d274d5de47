import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  exclusionTypes,
  type MappingSet,
  mappingSetOperations,
  type MappingSetSave,
} from "#contract/mapping-sets.ts";
import { sourceList } from "#web/api/account.ts";
import {
  cacheMappingSet,
  createMappingSet,
  listCachedMappingSets,
  listMappingSets,
  readMappingSet,
  sendMappingSet,
} from "#web/api/mapping-sets.ts";
import { CreateBar, FormBar } from "#web/editing/form-bars.tsx";
import { defineFields, trim } from "#web/editing/define-fields.tsx";
import { ChoiceField, TextAreaField, TextField } from "#web/editing/form-fields.tsx";
import { FormOutcome } from "#web/editing/save-outcome.tsx";
import type { FieldProps } from "#web/editing/form-field.ts";
import { ListedField } from "#web/editing/listed-field.tsx";
import { useCreateForm } from "#web/editing/create-form.ts";
import { useRecordForm } from "#web/editing/record-form.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { mappingSetName } from "./mapping-set-name.ts";

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

const parseSource = (text: string): number | null =>
  /^[1-9]\d{0,15}$/.test(text.trim()) ? Number(text) : null;

const whySourceUnfit = (text: string): string | undefined => {
  if (text.trim() === "") return "Select the source to exclude values of";
  return parseSource(text) === null ? "Enter a whole number, 1 or more" : undefined;
};

const SourceField = (field: FieldProps & { label: string }) => (
  <ListedField {...field} noun="Source" listing={useQuery(sourceList("screen"))} />
);

/** The fields of a mapping set that can be changed (api 4.7). A set that excludes needs a source and a type (api 2.13). */
export const mappingSetFields = defineFields<MappingSet, MappingSetSave>()({
  name: {
    label: "Name",
    of: ({ name }) => name,
    normal: trim,
    why: (text) => (text.trim() === "" ? "Enter a name" : undefined),
    send: trim,
    control: (field) => <TextField {...field} />,
  },
  description: {
    label: "Description",
    of: ({ description }) => description,
    send: (text) => (text === "" ? null : text),
    control: (field) => <TextAreaField {...field} />,
  },
  use: {
    of: ({ exclusionListForSourceId: source, exclusionType: type }) =>
      (source ?? type ?? "") === "" ? "" : "excludes",
    control: (field, { setValues }) => (
      <ChoiceField
        {...field}
        label="Purpose"
        options={uses}
        onType={(use) =>
          setValues({ use, ...(use === "" && { exclusionListForSourceId: "", exclusionType: "" }) })
        }
      />
    ),
  },
  exclusionListForSourceId: {
    label: "Source",
    of: ({ exclusionListForSourceId }) => exclusionListForSourceId,
    normal: trim,
    why: (text, { use }) => (use === "" ? undefined : whySourceUnfit(text)),
    send: parseSource,
    control: (field, { texts }) => texts.use !== "" && <SourceField {...field} />,
  },
  exclusionType: {
    label: "Excluded values",
    of: ({ exclusionType }) => exclusionType,
    why: (text, { use }) => (use !== "" && text === "" ? "Select what to exclude" : undefined),
    send: (text) => exclusionTypes.find((known) => known === text) ?? null,
    control: (field, { texts }) => texts.use !== "" && <ChoiceField {...field} options={types} />,
  },
});
const { Controls } = mappingSetFields;

/** A new mapping set: an extension that an upstream may not serve. */
export const MappingSetNew = () => {
  const form = useCreateForm({
    ...mappingSetFields.forNew,
    kind: "mapping-sets",
    key: "mapping-set.new",
    permission: mappingSetOperations.createMappingSet,
    creating: {
      make: async (texts, sending) => {
        const answer = await createMappingSet(mappingSetFields.toRequest(texts), sending);
        const id = answer.value.id ?? 0;
        cacheMappingSet(id, answer);
        return { id, name: mappingSetName(answer.value) };
      },
      list: listMappingSets,
      known: listCachedMappingSets,
      equals: mappingSetFields.isSame,
      take: (set) => {
        const id = set.id ?? 0;
        cacheMappingSet(id, { value: set, problems: [], total: undefined });
        return { id, name: mappingSetName(set) };
      },
    },
  });
  return (
    <Screen title="New mapping set" crumbs={[{ label: "Mapping sets", to: "/mapping-sets" }]}>
      <Sheet title="About this set">
        <form className="form" onSubmit={form.onSubmit} noValidate aria-label="New mapping set">
          <Controls form={form} />
          <Text size="sm" c="dimmed">
            You can add items after the set is created.
          </Text>
          <CreateBar noun="mapping set" form={form} />
        </form>
      </Sheet>
    </Screen>
  );
};

interface EditProps {
  set: MappingSet;
  id: number;
  onClose?: () => void;
  /** True where the set cannot be read: fields left empty are not changed. */
  blind?: boolean;
}

/** The form of a set's own fields. */
export const MappingSetEdit = ({ set, id, onClose, blind = false }: EditProps) => {
  const form = useRecordForm({
    ...mappingSetFields.forRecord(set),
    key: `mapping-set.${id}`,
    permission: mappingSetOperations.updateMappingSet,
    record: set,
    asks: () => false,
    read: blind ? undefined : () => readMappingSet(id),
    // The API requires the name.
    toRequest: (fresh, changed) => ({
      name: fresh.name?.trim() ?? "",
      ...mappingSetFields.toChanges(changed),
    }),
    send: (request, sending) => sendMappingSet(id, request, sending),
    keep: (answer) => cacheMappingSet(id, answer),
    ...(onClose ? { onSaved: onClose } : {}),
    savedWords: (now) => `Changes to ${mappingSetName(now)} saved`,
  });
  return (
    <Sheet title="Edit this set">
      <form className="form" onSubmit={form.onSubmit} noValidate aria-label="Edit this set">
        <Controls form={form} />
        <FormOutcome noun="mapping set" form={form} record={{ resource: "mapping-sets", id }} />
        <FormBar form={form} {...(onClose ? { onCancel: onClose } : {})} />
      </form>
    </Sheet>
  );
};
