import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, isUnserved } from "#web/api/api-error.ts";
import { createMappingSet, keepMappingSet } from "#web/api/mapping-sets.ts";
import { useDraft } from "#web/ui/draft.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import type { Texts } from "#web/ui/field-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { notify } from "#web/ui/notify.ts";
import { refusalsOf } from "#web/ui/record-form-phase.ts";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { UnsavedGuard } from "#web/ui/unsaved-guard.tsx";
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

const Failure = ({ error }: { error: unknown }) => {
  if (isUnserved(error))
    return (
      <Notice title="This upstream makes no mapping sets" tone="waiting" alert>
        <p>
          The API’s document has no such operation. Nothing was made, and what you typed is still
          here.
        </p>
      </Notice>
    );
  const unknown = error instanceof ApiError && error.outcome !== "refused";
  return (
    <ErrorNotice error={error}>
      <p>
        {unknown
          ? "The set may have been made all the same: look at the list before you try again. What you typed is still here."
          : "Nothing was made, and what you typed is still here."}
      </p>
    </ErrorNotice>
  );
};

const useCreate = (texts: Texts<MappingSetField>, problems: object, forget: () => void) => {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [made, setMade] = useState<number>();
  const [tried, setTried] = useState(false);
  const busy = useRef(false);
  useEffect(() => {
    if (made !== undefined)
      void navigate({ to: "/mapping-sets/$id", params: { id: String(made) } });
  }, [made, navigate]);
  const create = async () => {
    setTried(true);
    if (busy.current || Object.keys(problems).length > 0) return;
    busy.current = true;
    setError(undefined);
    try {
      const answer = await createMappingSet(mappingSetRequest(texts));
      const id = answer.value.id ?? 0;
      keepMappingSet(id, answer);
      forget();
      notify(`Made: ${mappingSetName(answer.value)}.`);
      setMade(id);
    } catch (cause) {
      setError(cause);
    } finally {
      busy.current = false;
    }
  };
  return { error, tried, made: made !== undefined, create };
};

/** A new mapping set: an extension that an upstream may not serve. */
export const MappingSetNew = () => {
  const [draft, keepDraft] = useDraft<Texts<MappingSetField>>("mapping-set.new");
  const texts = { ...blank, ...draft };
  const [excludes, setExcludes] = useState(texts.exclusionType !== "");
  const forget = () => keepDraft(undefined);
  const problems = mappingSetProblems(texts, excludes);
  const { error, tried, made, create } = useCreate(texts, problems, forget);
  const refusals = refusalsOf(error, (path) => fields.find((field) => field === path));
  const navigate = useNavigate();
  const dirty = fields.some((field) => texts[field] !== "");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void create();
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
          {error !== undefined && <Failure error={error} />}
          <p className="field__hint">The items come next, on the set’s own screen.</p>
          <div className="row">
            <button type="submit" className="button" data-kind="primary">
              Make mapping set
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                forget();
                void navigate({ to: "/mapping-sets" });
              }}
            >
              {dirty ? "Discard" : "Cancel"}
            </button>
          </div>
        </form>
      </Sheet>
      <UnsavedGuard dirty={dirty && !made} onDiscard={forget} />
    </Screen>
  );
};
