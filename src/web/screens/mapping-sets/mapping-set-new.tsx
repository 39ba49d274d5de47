import { Text } from "@mantine/core";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import {
  cacheMappingSet,
  createMappingSet,
  listCachedMappingSets,
  listMappingSets,
} from "#web/api/mapping-sets.ts";
import { CreateBar } from "#web/editing/create-bar.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { useCreateForm } from "#web/editing/use-create-form.ts";
import {
  findMappingSetField,
  isMappingSetOf,
  mappingSetRequest,
  mappingSetSchema,
  mappingSetTexts,
} from "./mapping-set-changes.ts";
import { mappingSetName } from "./mapping-set-columns.tsx";
import { MappingSetControls } from "./mapping-set-controls.tsx";

/** A new mapping set: an extension that an upstream may not serve. */
export const MappingSetNew = () => {
  const form = useCreateForm({
    kind: "mapping-sets",
    key: "mapping-set.new",
    permission: mappingSetOperations.createMappingSet,
    blank: mappingSetTexts({}),
    schema: mappingSetSchema,
    fieldOf: findMappingSetField,
    creating: {
      make: async (texts, sending) => {
        const answer = await createMappingSet(mappingSetRequest(texts), sending);
        const id = answer.value.id ?? 0;
        cacheMappingSet(id, answer);
        return { id, name: mappingSetName(answer.value) };
      },
      list: listMappingSets,
      known: listCachedMappingSets,
      equals: isMappingSetOf,
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
          <MappingSetControls form={form} />
          <Text size="sm" c="dimmed">
            You can add items after the set is created.
          </Text>
          <CreateBar noun="mapping set" form={form} />
        </form>
      </Sheet>
    </Screen>
  );
};
