import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { createMappingSet, keepMappingSet } from "#web/api/mapping-sets.ts";
import { CreateFailure } from "#web/ui/create-failure.tsx";
import { useDraft } from "#web/ui/draft.ts";
import type { Texts } from "#web/ui/field-draft.ts";
import { refusalsOf } from "#web/ui/refusals.ts";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { useCreate } from "#web/ui/use-create.ts";
import {
  type MappingSetField,
  mappingSetLabels,
  mappingSetProblems,
  mappingSetRequest,
  mappingSetTexts,
} from "./mapping-set-changes.ts";
import { mappingSetName } from "./mapping-set-columns.tsx";
import { MappingSetControls } from "./mapping-set-controls.tsx";

const blank = mappingSetTexts({});
const fields = Object.keys(mappingSetLabels) as MappingSetField[];

/** A new mapping set: an extension that an upstream may not serve. */
export const MappingSetNew = () => {
  const [draft, keepDraft] = useDraft<Texts<MappingSetField>>("mapping-set.new");
  const texts = { ...blank, ...draft };
  const [excludes, setExcludes] = useState(texts.exclusionType !== "");
  const forget = () => keepDraft(undefined);
  const problems = mappingSetProblems(texts, excludes);
  const [tried, setTried] = useState(false);
  const { error, made, create } = useCreate("mapping-sets", forget);
  const refusals = refusalsOf(error, (path) => fields.find((field) => field === path));
  const navigate = useNavigate();
  const dirty = fields.some((field) => texts[field] !== "");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    void create(async () => {
      const answer = await createMappingSet(mappingSetRequest(texts));
      const id = answer.value.id ?? 0;
      keepMappingSet(id, answer);
      return { id, name: mappingSetName(answer.value) };
    });
  };
  return (
    <Screen title="New mapping set" crumbs={[{ label: "Mapping sets", to: "/mapping-sets" }]}>
      <Sheet title="What it is for">
        <form className="form" onSubmit={onSubmit} noValidate aria-label="New mapping set">
          <MappingSetControls
            texts={texts}
            before={texts}
            errorOf={(field) => (tried ? problems[field] : undefined) ?? refusals[field]}
            type={(field, text) => keepDraft({ ...texts, [field]: text })}
            excludes={excludes}
            onExcludes={(on) => {
              setExcludes(on);
              keepDraft({
                ...texts,
                ...(on ? {} : { exclusionListForSourceId: "", exclusionType: "" }),
              });
            }}
          />
          <CreateFailure noun="mapping set" error={error} />
          <p className="field__hint">The items come next, on the set’s own screen.</p>
          <div className="row">
            <Button type="submit" variant="filled">
              Make mapping set
            </Button>
            <Button
              onClick={() => {
                forget();
                void navigate({ to: "/mapping-sets" });
              }}
            >
              {dirty ? "Discard" : "Cancel"}
            </Button>
          </div>
        </form>
      </Sheet>
      <UnsavedGuard dirty={dirty && !made} onDiscard={forget} />
    </Screen>
  );
};
