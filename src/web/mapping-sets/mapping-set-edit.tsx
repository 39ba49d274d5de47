import { type FormEvent, useState } from "react";
import type { MappingSet } from "#contract/mapping-sets.ts";
import { keepMappingSet, readMappingSet, sendMappingSet } from "#web/api/mapping-sets.ts";
import { FormOutcome } from "#web/ui/form-outcome.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { useRecordForm } from "#web/ui/use-record-form.ts";
import {
  type MappingSetField,
  mappingSetLabels,
  mappingSetProblems,
  mappingSetTexts,
  mappingSetUpdate,
} from "./mapping-set-changes.ts";
import { mappingSetName } from "./mapping-set-columns.tsx";
import { MappingSetControls } from "./mapping-set-controls.tsx";

interface EditProps {
  set: MappingSet;
  id: number;
  onClose?: () => void;
  /** Nobody can read the set here: what is left empty stays as it is. */
  blind?: boolean;
}

const fieldOf = (path: string): MappingSetField | undefined =>
  (Object.keys(mappingSetLabels) as MappingSetField[]).find((field) => field === path);

/** The form of a set's own fields. */
export const MappingSetEdit = ({ set, id, onClose, blind = false }: EditProps) => {
  const [excludes, setExcludes] = useState(
    (set.exclusionListForSourceId ?? set.exclusionType ?? "") !== "",
  );
  const form = useRecordForm<MappingSet, MappingSetField>({
    key: `mapping-set.${id}`,
    record: set,
    labels: mappingSetLabels,
    textsOf: mappingSetTexts,
    problemsOf: (texts) => mappingSetProblems(texts, excludes || undefined),
    asks: () => false,
    read: blind ? undefined : () => readMappingSet(id),
    send: (fresh, changed) => sendMappingSet(id, mappingSetUpdate(fresh, changed)),
    keep: (answer) => keepMappingSet(id, answer),
    ...(onClose ? { onSaved: onClose } : {}),
    savedWords: (now) => `Saved: ${mappingSetName(now)}.`,
    fieldOf,
  });
  const { texts, before, dirty, problems, refusals, type } = form;
  const named = texts.exclusionListForSourceId !== "" || texts.exclusionType !== "";
  // What a person chose, until the record or a refusal says otherwise.
  const shown = excludes || named;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <Sheet title="Edit this set">
      <form className="form" onSubmit={onSubmit} noValidate aria-label="Edit this set">
        <MappingSetControls
          texts={texts}
          before={before}
          errorOf={(field) => (dirty ? problems[field] : undefined) ?? refusals[field]}
          type={type}
          excludes={shown}
          onExcludes={(on) => {
            setExcludes(on);
            if (!on) form.typeAll({ exclusionListForSourceId: "", exclusionType: "" });
          }}
        />
        <FormOutcome noun="mapping set" form={form} />
        <SaveBar form={form} {...(onClose ? { onCancel: onClose } : {})} />
      </form>
      <UnsavedGuard dirty={dirty} onDiscard={form.discard} />
    </Sheet>
  );
};
