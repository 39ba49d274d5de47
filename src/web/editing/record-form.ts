import type { FormEvent } from "react";
import type { Permission } from "#contract/people.ts";
import type { Answer, Sending } from "#web/api/call.ts";
import { useWhyForbidden, whyForbidden } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import type { DraftPlace } from "./drafts.ts";
import { type Choices, type EditingPlan, isAtRest, isBusy } from "./editing-plan.ts";
import {
  createFieldsAdapter,
  editField,
  type FieldDraft,
  overlayTexts,
  type Texts,
} from "./field-draft.ts";
import { useTextControls } from "./form-field.ts";
import { findProblems, type FormSchema, toFieldErrors } from "./form-schema.ts";
import { notifySaved } from "./report-save.ts";
import { useEditing } from "./use-editing.ts";

/** The parts that a resource provides for a form that edits one record; `S` is its request. */
export interface RecordFormOptions<R, F extends string, S> {
  /** The draft's name, and where it is stored. Each upstream has a draft of its own. */
  key: string;
  place?: DraftPlace;
  /** The operation that saves it: a person whose role forbids it reads the form. */
  permission: Permission;
  record: R;
  /** The editable fields, and those that a decision depends on: a change to any of them is a conflict. */
  labels: Readonly<Partial<Record<F, string>>>;
  textsOf: (record: R) => Texts<F>;
  /** Writes a typed text as the record would: "5" becomes "5.00". */
  normal?: (field: F, text: string) => string;
  /** The validation of the fields. */
  schema: FormSchema;
  /** Whether the person must confirm these changes first. */
  asks: (changed: FieldDraft<F>) => boolean;
  /** Reads the current record; undefined if the upstream cannot. */
  read: (() => Promise<Answer<R>>) | undefined;
  /** The request for the changes to the version that was read right before. */
  toRequest: (fresh: R, changed: FieldDraft<F>) => S;
  send: (request: S, sending: Sending) => Promise<Answer<R>>;
  keep: (answer: Answer<R>) => void;
  /**
   * Not called once the form is closed: a save that waited may arrive beside another form. Nor while there are edits that
   * were made after it was sent.
   */
  onSaved?: () => void;
  savedWords: (record: R) => string;
  fieldOf: (path: string) => F | undefined;
}

/** A form for the changes to one record: keeps a draft, and saves it (see `openEditing`). */
export const useRecordForm = <R, F extends string, S>(options: RecordFormOptions<R, F, S>) => {
  const { key, place = "browser", record, labels, textsOf, schema, read, onSaved } = options;
  const fields = createFieldsAdapter<R, F>({
    textsOf,
    labelsOf: () => labels,
    normal: options.normal,
  });
  const before = textsOf(record);
  const findDraftProblems = (draft: FieldDraft<F>) =>
    findProblems(schema, overlayTexts(before, draft));
  const plan: EditingPlan<R, FieldDraft<F>, S> = {
    ...fields,
    key,
    place,
    base: () => record,
    read,
    keep: options.keep,
    ready: (draft) =>
      whyForbidden(options.permission) === undefined &&
      Object.keys(fields.findChanges(draft, record)).length > 0 &&
      Object.keys(findDraftProblems(draft)).length === 0 &&
      fields.diff(draft, record, record).length === 0,
    asks: (draft) => options.asks(fields.findChanges(draft, record)),
    toRequest: (draft, now) => ({
      request: options.toRequest(now, fields.findChanges(draft, now)),
    }),
    send: options.send,
    saved: ({ value }, { found }) => {
      controls.clearErrors();
      notifySaved(options.savedWords(value), found);
      if (editing.isShown() && !editing.isDirty()) onSaved?.();
    },
    refused: (error) => controls.setRefusals(toFieldErrors(error, options.fieldOf)),
  };
  const { editing, state } = useEditing(plan);
  const draft = useValue(editing.document);
  const texts = overlayTexts(before, draft);
  const changed = fields.findChanges(draft, record);
  const controls = useTextControls(schema, texts);
  const forbidden = useWhyForbidden(options.permission);
  const { phase } = state;
  const isConflict = phase.kind === "conflict";
  // A draft that is older than the record, which a reload in the background may have brought, is a conflict, too.
  const differences = isConflict
    ? fields.diff(draft, phase.before, phase.now?.value ?? record)
    : isAtRest(phase)
      ? fields.diff(draft, record, record)
      : [];
  const setValues = (values: Partial<Texts<F>>) => {
    const entries = Object.entries(values) as [F, string][];
    const next = entries.reduce(
      (sofar, [field, text]) => editField(sofar, before, field, text),
      draft,
    );
    editing.document.change(next, entries.map(([field]) => field).join(" "));
  };
  return {
    before,
    texts,
    changed,
    dirty: Object.keys(changed).length > 0,
    /** Whether a save is under way, which goes on when the form is left. */
    busy: isBusy(phase),
    problems: findDraftProblems(draft),
    /** Why the role of the person forbids saving. */
    forbidden,
    saving: differences.length > 0 ? ({ kind: "conflict" } as const) : phase,
    /** What another person changed, in a conflict. */
    differences,
    /** Whether this browser keeps the draft, and whether another tab edits it, too. */
    kept: state.stored !== "refused",
    elsewhere: state.elsewhere,
    canCheck: read !== undefined,
    /** The properties of a control for a field: `<TextField {...form.register("name")} label="Name" />`. */
    register: (name: F) => ({
      ...controls.register(
        name,
        (text) => setValues({ [name]: text } as Partial<Texts<F>>),
        changed[name] !== undefined,
      ),
      readOnly: forbidden !== undefined,
    }),
    onSubmit: (event: FormEvent) => void controls.handleSubmit(() => void editing.save())(event),
    /** Sets several fields at once. */
    setValues,
    /** Sets a field and asks whether to send it: for a button that changes one field. */
    propose: (field: F, text: string) => {
      setValues({ [field]: text } as Partial<Texts<F>>);
      editing.review();
    },
    save: () => void editing.save(),
    send: () => void editing.confirm(),
    check: () => void editing.check(),
    back: editing.back,
    discard: () => {
      controls.clearErrors();
      editing.discard();
    },
    /** Takes the current record, with the draft as the person chose. */
    resolve: (choices: Choices) => editing.resolve(differences, choices),
  };
};

/** The result of `useRecordForm`. */
export type RecordForm<R, F extends string> = ReturnType<typeof useRecordForm<R, F, unknown>>;
