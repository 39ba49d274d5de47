import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Permission } from "#contract/people.ts";
import { useWhyForbidden } from "#web/base/permissions.ts";
import {
  createCreationPlan,
  type Creating,
  type Creation,
  creationStore,
  leavesDoubt,
  type Listed,
  type Made,
} from "./creation.ts";
import { type DraftPlace, readDraft, useDraft } from "./draft.ts";
import { toFieldErrors } from "./field-errors.ts";
import type { Texts } from "./field-draft.ts";
import type { FormSchema } from "./form-schema.ts";
import { notify } from "#web/kit/notify.ts";
import { isAtRest, isBusy, type SaveState } from "./save-machine.ts";
import { useEarlierCreation } from "./use-earlier-creation.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useReportUnsaved } from "./use-report-unsaved.ts";
import { useSaveMachine } from "./use-save-machine.ts";
import { useTextControls } from "./use-text-controls.ts";

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
const describeUncreated = (state: SaveState<Creation<string>, unknown>): string | undefined => {
  switch (state.kind) {
    case "unread":
      return "wasn't created. Your entries are kept.";
    case "refused":
      return leavesDoubt(state.error, state.sent)
        ? "wasn't created now, but an earlier request may have created it. Your entries are kept."
        : "wasn't created. Your entries are kept.";
    case "lost":
      return "wasn't found in the list. Your entries are kept.";
    case "unknown":
      return "may have been created. Open the form and check.";
    default:
      return undefined;
  }
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

/**
 * A form that creates a record once (see `createSaveMachine`): stores the draft, notifies the person, and opens the
 * record. Its fields are locked from the request until its result is known.
 */
export const useCreateForm = <F extends string, R extends Listed>(
  options: CreateFormOptions<F, R>,
) => {
  const { kind, key, place = "browser", permission, blank, schema, creating, fieldOf } = options;
  const forbidden = useWhyForbidden(permission);
  const sentKey = `${key}.sent`;
  const [draft, keepDraft] = useDraft<Texts<F>>(key, place);
  const texts: Texts<F> = { ...blank, ...draft };
  const controls = useTextControls(schema, texts);
  const navigate = useNavigate();
  const { isMade, hasEnded, open } = useOpenMade(kind);
  const store = useMemo(() => creationStore<F>(sentKey, place), [sentKey, place]);
  const plan = createCreationPlan(creating, store, texts, {
    ready: () => forbidden === undefined && !hasEnded(),
    saved: (made) => {
      keepDraft(undefined);
      open(made);
    },
    refused: (error) => controls.setRefusals(toFieldErrors(error, fieldOf)),
  });
  const { machine, state, isLeft } = useSaveMachine(key, plan);
  const report = useReportUnsaved();
  /** Sends or checks; a failure that arrives after the form was left is announced. */
  const start = (step: () => Promise<void>) => {
    const reportEnd = report();
    void step().then(() => {
      const end = machine.state.get();
      if (isLeft()) reportEnd(end.kind, describeUncreated(end));
    });
  };
  const readTexts = useCallback(() => readDraft<Texts<F>>(key, place)?.value, [key, place]);
  const isElsewhere = useEarlierCreation({
    store,
    machine,
    readTexts,
    keepTexts: keepDraft,
  });

  const busy = isBusy(state) || isMade || isElsewhere;
  const locked = busy || state.kind === "unknown";
  const typeAll = (changes: Partial<Texts<F>>) => {
    if (locked) return;
    keepDraft({ ...texts, ...changes });
    machine.edited();
  };
  /** Discards the entries. A request whose result is not known is never forgotten. */
  const forget = () => {
    if (!isAtRest(state) || locked) return;
    keepDraft(undefined);
    store.keep(undefined);
    machine.back();
  };
  const dirty = (Object.keys(blank) as F[]).some((field) => texts[field] !== blank[field]);
  return {
    texts,
    tie: (name: F) => ({
      ...controls.tie(name, (text) => typeAll({ [name]: text } as Partial<Texts<F>>)),
      readOnly: locked || forbidden !== undefined,
    }),
    typeAll,
    onSubmit: (event: FormEvent) =>
      void controls.handleSubmit(() => (isElsewhere ? undefined : start(machine.save)))(event),
    busy,
    /** Whether another tab is sending the request of this form. */
    isElsewhere,
    /** Why the role of the person forbids creating. */
    forbidden,
    saving: state,
    send: () => start(machine.send),
    check: () => start(machine.check),
    back: machine.back,
    /** The person has looked for the record, where the API can't. */
    acknowledge: () => {
      store.keep(undefined);
      machine.back();
    },
    /** Whether there are entries that weren't sent. */
    dirty: dirty && !isMade && state.kind !== "unknown",
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
