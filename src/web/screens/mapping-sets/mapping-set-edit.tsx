import { type MappingSet, mappingSetOperations } from "#contract/mapping-sets.ts";
import { cacheMappingSet, readMappingSet, sendMappingSet } from "#web/api/mapping-sets.ts";
import { FormOutcome } from "#web/editing/form-outcome.tsx";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { useRecordForm } from "#web/editing/use-record-form.ts";
import {
  type MappingSetField,
  findMappingSetField,
  mappingSetLabels,
  mappingSetSchema,
  mappingSetTexts,
  mappingSetUpdate,
  normalMappingSetText,
} from "./mapping-set-changes.ts";
import { mappingSetName } from "./mapping-set-columns.tsx";
import { MappingSetControls } from "./mapping-set-controls.tsx";

interface EditProps {
  set: MappingSet;
  id: number;
  onClose?: () => void;
  /** True where the set cannot be read: fields left empty are not changed. */
  blind?: boolean;
}

/** The form of a set's own fields. */
export const MappingSetEdit = ({ set, id, onClose, blind = false }: EditProps) => {
  const form = useRecordForm<MappingSet, MappingSetField>({
    key: `mapping-set.${id}`,
    permission: mappingSetOperations.updateMappingSet,
    record: set,
    labels: mappingSetLabels,
    textsOf: mappingSetTexts,
    normal: normalMappingSetText,
    schema: mappingSetSchema,
    asks: () => false,
    read: blind ? undefined : () => readMappingSet(id),
    send: (fresh, changed, sending) =>
      sendMappingSet(id, mappingSetUpdate(fresh, changed), sending),
    keep: (answer) => cacheMappingSet(id, answer),
    ...(onClose ? { onSaved: onClose } : {}),
    savedWords: (now) => `Changes to ${mappingSetName(now)} saved`,
    fieldOf: findMappingSetField,
  });
  return (
    <Sheet title="Edit this set">
      <form className="form" onSubmit={form.onSubmit} noValidate aria-label="Edit this set">
        <MappingSetControls form={form} />
        <FormOutcome noun="mapping set" form={form} />
        <SaveBar form={form} {...(onClose ? { onCancel: onClose } : {})} />
      </form>
      <UnsavedGuard dirty={form.dirty} saving={form.busy} onDiscard={form.discard} />
    </Sheet>
  );
};
