import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type DraftPlace, useDraft } from "./draft.ts";
import type { Permission } from "#contract/people.ts";
import { useWhyForbidden } from "#web/api/permissions.ts";
import type { Texts } from "./field-draft.ts";
import type { FormSchema } from "./form-schema.ts";
import { notify } from "./notify.ts";
import { toFieldErrors } from "./field-errors.ts";
import { useTextControls } from "./use-text-controls.ts";

/** The parts that a resource provides for a form that creates a record. */
export interface CreateFormOptions<F extends string> {
  /** The name of the resource in the address: a created record opens at `/<kind>/<id>`. */
  kind: string;
  /** The draft's key, and where it is stored. */
  key: string;
  place?: DraftPlace;
  /** The operation that creates the record: a person whose role forbids it only reads the form. */
  permission: Permission;
  blank: Texts<F>;
  /** The validation of the fields. */
  schema: FormSchema;
  make: (texts: Texts<F>) => Promise<{ id: number; name: string }>;
  fieldOf: (path: string) => F | undefined;
}

/** A form that creates a record once: stores the draft, notifies the person, and opens the record. */
export const useCreateForm = <F extends string>(options: CreateFormOptions<F>) => {
  const { kind, key, place = "browser", permission, blank, schema, make, fieldOf } = options;
  const forbidden = useWhyForbidden(permission);
  const [draft, keepDraft] = useDraft<Texts<F>>(key, place);
  const texts: Texts<F> = { ...blank, ...draft };
  const typeAll = (changes: Partial<Texts<F>>) => keepDraft({ ...texts, ...changes });
  const controls = useTextControls(schema, texts);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [made, setMade] = useState<number>();
  const under = useRef(false);
  // After `made` has rendered, so that no dialog asks about leaving saved changes.
  useEffect(() => {
    if (made !== undefined) void navigate({ to: `/${kind}/${made}` });
  }, [kind, made, navigate]);

  const forget = () => keepDraft(undefined);
  const create = async () => {
    if (under.current || forbidden !== undefined) return;
    under.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const { id, name } = await make(texts);
      forget();
      notify(`${name} created`);
      setMade(id);
    } catch (cause) {
      setError(cause);
      controls.setRefusals(toFieldErrors(cause, fieldOf));
      under.current = false;
    }
    setBusy(false);
  };
  const dirty = (Object.keys(blank) as F[]).some((field) => texts[field] !== blank[field]);
  return {
    texts,
    tie: (name: F) => ({
      ...controls.tie(name, (text) => typeAll({ [name]: text } as Partial<Texts<F>>)),
      readOnly: forbidden !== undefined,
    }),
    typeAll,
    onSubmit: (event: FormEvent) => void controls.handleSubmit(create)(event),
    busy,
    /** Why the role of the person forbids creating. */
    forbidden,
    error,
    /** Whether leaving would discard changes. */
    dirty: dirty && made === undefined,
    forget,
    leave: () => {
      forget();
      void navigate({ to: `/${kind}` });
    },
  };
};

/** The result of `useCreateForm`. */
export type CreateForm<F extends string> = ReturnType<typeof useCreateForm<F>>;
