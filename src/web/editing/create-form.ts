import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Permission } from "#contract/people.ts";
import type { Sending } from "#web/api/call.ts";
import { useWhyForbidden } from "#web/base/session.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useValue } from "#web/base/value-store.ts";
import { notify } from "#web/kit/notify.ts";
import { findCreated, type Listed } from "./creation.ts";
import type { DraftPlace } from "./drafts.ts";
import { type EditingPlan, isAtRest, isBusy, type PhaseKind } from "./editing-plan.ts";
import type { Texts } from "./field-draft.ts";
import { useTextControls } from "./form-field.ts";
import { type FormSchema, toFieldErrors } from "./form-schema.ts";
import { useEditing } from "./use-editing.ts";

/** A created record: its ID, and its name within a sentence. */
export interface Made {
  readonly id: number;
  readonly name: string;
}

/** How a kind of record is created, and found again if the answer was lost. */
interface Creating<F extends string, R> {
  /** Sends the request, and puts the response into the cache. */
  readonly make: (texts: Texts<F>, sending: Sending) => Promise<Made>;
  /** Loads the records of the list, `cut` if not all of them. Rejects with status 404, 405 or 501 where the API can't. */
  readonly list: () => Promise<{ readonly value: readonly R[]; readonly cut?: boolean }>;
  /** The records that are in the cache. */
  readonly known: () => readonly R[];
  /** Whether a record is what the texts create. */
  readonly equals: (record: R, texts: Texts<F>) => boolean;
  /** Puts a record of the list into the cache. */
  readonly take: (record: R) => Made;
}

/** The parts that a resource provides for a form that creates a record. */
export interface CreateFormOptions<F extends string, R> {
  /** The name of the resource in the address: a created record opens at `/<kind>/<id>`. */
  kind: string;
  /** The draft's name, and where it is stored. Each upstream has a draft of its own. */
  key: string;
  place?: DraftPlace;
  /** The operation that creates the record: a person whose role forbids it only reads the form. */
  permission: Permission;
  blank: Texts<F>;
  /** The validation of the fields. */
  schema: FormSchema;
  creating: Creating<F, R>;
  fieldOf: (path: string) => F | undefined;
}

/** What is announced, after the title of the form, if it was left before its record turned out not to be created. */
const failures: Readonly<Partial<Record<PhaseKind, string>>> = {
  unread: "wasn't created. Your entries are kept.",
  refused: "wasn't created. Your entries are kept.",
  lost: "wasn't found in the list. Your entries are kept.",
  unknown: "may have been created. Open the form and check.",
};

/** Opens a created record, and notifies the person; if the form was left, offers the record instead. */
const useOpenMade = (kind: string) => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [made, setMade] = useState<number>();
  const ended = useRef(false);
  // After `made` has rendered, so that no dialog asks about leaving saved changes.
  useEffect(() => {
    if (made !== undefined) void navigate({ to: `/${kind}/${made}` });
  }, [kind, made, navigate]);
  const open = ({ id, name }: Made) => {
    const act = () => void navigate({ to: `/${kind}/${id}` });
    notify(`${name} created`, isShown() ? undefined : { label: "Open", act });
    ended.current = true;
    setMade(id);
  };
  /** `hasEnded` is known at once: the second click of a double click may come before the next render. */
  return { isMade: made !== undefined, hasEnded: () => ended.current, open };
};

/** What is sent: the texts, and the IDs of equal records that were known before. */
interface Request<F extends string> {
  readonly texts: Texts<F>;
  readonly known: readonly number[];
}

/** A form that creates a record once (see `openEditing`), and opens it. Its fields are locked until the result is known. */
export const useCreateForm = <F extends string, R extends Listed>(
  options: CreateFormOptions<F, R>,
) => {
  const { kind, key, place = "browser", permission, blank, schema, creating, fieldOf } = options;
  const forbidden = useWhyForbidden(permission);
  const navigate = useNavigate();
  const { isMade, hasEnded, open } = useOpenMade(kind);
  const names = Object.keys(blank) as F[];
  const plan: EditingPlan<Made, Texts<F>, Request<F>> = {
    key,
    place,
    empty: blank,
    isEmpty: (draft) => names.every((name) => draft[name] === blank[name]),
    base: () => ({ id: 0, name: "" }),
    keep: () => undefined,
    rebase: (draft, _, sent) => (sent ? blank : { ...blank, ...draft }),
    diff: () => [],
    merge: (draft) => draft,
    ready: () => forbidden === undefined && !hasEnded(),
    asks: () => false,
    toRequest: (texts) => {
      const equal = creating.known().filter((record) => creating.equals(record, texts));
      return { request: { texts, known: equal.map(({ id }) => id ?? 0) } };
    },
    send: async ({ texts }, sending) => {
      const made = await creating.make(texts, sending);
      return { value: made, problems: [], total: undefined };
    },
    find: async ({ request: { texts, known }, at }) => {
      const { list, equals, take } = creating;
      const found = await findCreated({
        list,
        equals: (record) => equals(record, texts),
        known,
        at,
      });
      return found && { value: take(found), problems: [], total: undefined };
    },
    saved: ({ value }) => open(value),
    refused: (error) => controls.setRefusals(toFieldErrors(error, fieldOf)),
    describeFailure: (failed) => failures[failed],
  };
  const { editing, state } = useEditing(plan);
  const texts = useValue(editing.document);
  const controls = useTextControls(schema, texts);
  const { phase } = state;
  const busy = isBusy(phase) || isMade;
  const locked = busy || phase.kind === "unknown";
  const setValues = (changes: Partial<Texts<F>>) => {
    if (!locked) editing.document.change({ ...texts, ...changes });
  };
  /** Discards the entries. A request whose result is not known is never forgotten. */
  const forget = () => {
    if (isAtRest(phase) && !locked) editing.discard();
  };
  const dirty = !plan.isEmpty(texts);
  return {
    texts,
    register: (name: F) => ({
      ...controls.register(name, (text) => setValues({ [name]: text } as Partial<Texts<F>>)),
      readOnly: locked || forbidden !== undefined,
    }),
    setValues,
    onSubmit: (event: FormEvent) => void controls.handleSubmit(() => void editing.save())(event),
    busy,
    /** Why the role of the person forbids creating. */
    forbidden,
    saving: phase,
    kept: state.stored !== "refused",
    check: () => void editing.check(),
    /** The person has looked for the record, where the API can't. */
    acknowledge: editing.back,
    /** Whether there are entries that weren't sent. */
    dirty: dirty && !isMade && phase.kind !== "unknown",
    /** Whether leaving asks. A request under way is stored, and goes on. */
    asksToLeave: dirty && !locked,
    forget,
    leave: () => {
      forget();
      void navigate({ to: `/${kind}` });
    },
  };
};

/** The result of `useCreateForm`. */
export type CreateForm<F extends string> = ReturnType<typeof useCreateForm<F, never>>;
