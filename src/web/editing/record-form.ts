import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Permission } from "#contract/people.ts";
import type { Answer, Sending } from "#web/api/call.ts";
import { toSending } from "#web/api/sending.ts";
import { useWhyForbidden, whyForbidden } from "#web/base/session.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { type DraftFields, type DraftPlace, openSharedDraft, whenPageHides } from "./draft.ts";
import {
  type Choices,
  type Difference,
  dropUnchanged,
  editField,
  editsSince,
  type FieldDraft,
  findDifferences,
  followDraft,
  overlayTexts,
  resolveDraft,
  type Texts,
} from "./field-draft.ts";
import { findProblems, type FormSchema, toFieldErrors } from "./form-schema.ts";
import { notifySaved, useReportUnsaved } from "./report-save.ts";
import { isAtRest, isBusy, type SavePlan, type SaveState, useSaveMachine } from "./save-machine.ts";
import { useTextControls } from "./form-field.ts";

const asFields = <F extends string>(): DraftFields<FieldDraft<F>> => ({
  split: (draft) => draft,
  join: (fields) => fields as FieldDraft<F>,
});

const openDraft = <F extends string>(key: string, place: DraftPlace, record: Texts<F>) => {
  const shared = openSharedDraft(key, place, asFields<F>());
  // A field that has the record's value by now was saved: it would be a conflict with the next change.
  const draft = createValueStore(dropUnchanged(shared.opened, record));
  return {
    key,
    draft,
    store: (next: FieldDraft<F>) => {
      shared.store(next);
      draft.set(next);
    },
    keep: shared.keep,
    isTypedHere: shared.isTypedHere,
  };
};

/**
 * The draft of a form's fields, which is stored until it is saved. Other tabs may edit it too (see `openSharedDraft`).
 * What was typed here is stored again when the page is hidden; what `isChanged` names, when the screen is left.
 */
const useFieldDraft = <F extends string>(
  key: string,
  place: DraftPlace,
  record: Texts<F>,
  isChanged: (draft: FieldDraft<F>, field: F) => boolean,
): [FieldDraft<F>, (next: FieldDraft<F>) => void] => {
  const [opened, setOpened] = useState(() => openDraft(key, place, record));
  const current = opened.key === key ? opened : openDraft(key, place, record);
  if (current !== opened) setOpened(current);
  const latest = useRef(isChanged);
  useLayoutEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => {
    const { draft, keep, isTypedHere } = current;
    const isUnsaved = (name: string) => latest.current(draft.get(), name as F);
    const stop = whenPageHides(() => keep((name) => isTypedHere(name) && isUnsaved(name)));
    return () => {
      stop();
      keep(isUnsaved);
    };
  }, [current]);
  return [useValue(current.draft), current.store];
};

/** The parts that a resource provides for a form that edits one record. */
export interface RecordFormOptions<R, F extends string> {
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
  /** Sends the changes to the version that was read right before. */
  send: (fresh: R, changed: FieldDraft<F>, sending: Sending) => Promise<Answer<R>>;
  keep: (answer: Answer<R>) => void;
  /**
   * Not called once the form is closed: a save that waited may arrive beside another form. Nor while there are edits that
   * were made after it was sent.
   */
  onSaved?: () => void;
  savedWords: (record: R) => string;
  fieldOf: (path: string) => F | undefined;
}

/** The request: the normalized fields, and the draft as typed. @public */
export interface Sent<F extends string> {
  readonly changed: FieldDraft<F>;
  readonly typed: FieldDraft<F>;
}

/** The record has changed since the form showed it; without `now`, the draft is older than the record. */
export interface Conflict<R, F extends string> {
  readonly now: Answer<R> | undefined;
  readonly differences: readonly Difference<F>[];
}

const nothingTyped = <F extends string>() => ({}) as FieldDraft<F>;

const normalize = <F extends string>(
  draft: FieldDraft<F>,
  normal: (field: F, text: string) => string,
): FieldDraft<F> => {
  const entries = Object.entries(draft) as [F, { text: string; was: string }][];
  const texts = entries.map(([field, { text, was }]) => [
    field,
    { text: normal(field, text), was },
  ]);
  return Object.fromEntries(texts) as FieldDraft<F>;
};

/** The draft, its changes, and its problems. */
const useTypedDraft = <R, F extends string>(options: RecordFormOptions<R, F>) => {
  const { key, place = "browser", record, labels, textsOf, schema } = options;
  const { normal = (_, text) => text } = options;
  const before = textsOf(record);
  const findChanges = (all: FieldDraft<F>) => dropUnchanged(normalize(all, normal), before);
  const [draft, setDraft] = useFieldDraft(
    key,
    place,
    before,
    (all, field) => findChanges(all)[field] !== undefined,
  );
  const plain = normalize(draft, normal);
  const changed = findChanges(draft);
  const texts = overlayTexts(before, draft);
  return {
    draft,
    before,
    texts,
    changed,
    dirty: Object.keys(changed).length > 0,
    problems: findProblems(schema, texts),
    setDraft,
    differences: (now: R) => findDifferences(before, textsOf(now), plain, labels),
    follow: (differences: readonly Difference<F>[]) => followDraft(differences, plain),
  };
};

type TypedForm<R, F extends string> = ReturnType<typeof useTypedDraft<R, F>>;
type Controls = Pick<ReturnType<typeof useTextControls>, "setRefusals" | "clearErrors">;
type FormPlan<R, F extends string> = SavePlan<Answer<R>, Answer<R>, Sent<F>, Conflict<R, F>>;

/** How the changes of the form are saved. */
const createPlan = <R, F extends string>(
  options: RecordFormOptions<R, F>,
  { draft, changed, dirty, problems, differences, setDraft }: TypedForm<R, F>,
  { setRefusals, clearErrors }: Controls,
  isShown: () => boolean,
): FormPlan<R, F> => {
  const { record, textsOf, keep, savedWords, fieldOf } = options;
  const asItIs: Answer<R> = { value: record, problems: [], total: undefined };
  const read = options.read ?? (() => Promise.resolve(asItIs));
  const conflictIn = (now: Answer<R>) => {
    const found = differences(now.value);
    return found.length > 0 ? { now, differences: found } : undefined;
  };
  return {
    ready: () =>
      whyForbidden(options.permission) === undefined &&
      dirty &&
      Object.keys(problems).length === 0 &&
      differences(record).length === 0,
    hasChanges: () => dirty,
    asks: () => options.asks(changed),
    read,
    conflictIn,
    send: (now, leaves, key) => {
      leaves({ changed, typed: draft });
      return options.send(now.value, changed, toSending(now.version, key));
    },
    saved: (answer, sent, found) => {
      keep(answer);
      const rest = editsSince(draft, sent.typed, textsOf(answer.value));
      setDraft(rest);
      clearErrors();
      notifySaved(savedWords(answer.value), found);
      if (isShown() && Object.keys(rest).length === 0) options.onSaved?.();
    },
    refused: (error) => setRefusals(toFieldErrors(error, fieldOf)),
    find: async (sent) => {
      const answer = await read();
      if (Object.keys(dropUnchanged(sent.changed, textsOf(answer.value))).length === 0)
        return { kind: "saved", answer };
      const conflict = conflictIn(answer);
      if (conflict) return { kind: "conflict", conflict };
      keep(answer);
      return { kind: "lost" };
    },
  };
};

/** The conflict of a save with the texts as they are typed now, or of a draft that is older than the record. */
const findShownConflict = <R, F extends string>(
  state: SaveState<Sent<F>, Conflict<R, F>>,
  { differences, follow }: TypedForm<R, F>,
  record: R,
): Conflict<R, F> | undefined => {
  if (state.kind === "conflict")
    return { ...state.conflict, differences: follow(state.conflict.differences) };
  const stale = isAtRest(state) ? differences(record) : [];
  return stale.length > 0 ? { now: undefined, differences: stale } : undefined;
};

/** A form for the changes to one record: keeps a draft, and saves it (see `createSaveMachine`). */
export const useRecordForm = <R, F extends string>(options: RecordFormOptions<R, F>) => {
  const typed = useTypedDraft(options);
  const forbidden = useWhyForbidden(options.permission);
  const { draft, before, changed, dirty, problems, setDraft } = typed;
  const controls = useTextControls(options.schema, typed.texts);
  const { clearErrors, handleSubmit } = controls;
  const plan = createPlan(options, typed, controls, useIsShown());
  const { machine, state, isLeft } = useSaveMachine(options.key, plan);
  const report = useReportUnsaved();
  /** Saves or checks; a failure that arrives after the form was left is announced. */
  const start = (step: () => Promise<void>) => {
    const reportEnd = report();
    void step().then(() => isLeft() && reportEnd(machine.state.get().kind));
  };
  const conflict = findShownConflict(state, typed, options.record);
  const shown: typeof state = conflict ? { kind: "conflict", conflict } : state;
  const setValues = (texts: Partial<Texts<F>>) => {
    const entries = Object.entries(texts) as [F, string][];
    setDraft(
      entries.reduce((sofar, [field, text]) => editField(sofar, before, field, text), draft),
    );
    machine.edited();
  };
  return {
    before,
    texts: typed.texts,
    changed,
    dirty,
    /** Whether a save is under way, which goes on when the form is left. */
    busy: isBusy(state),
    problems,
    /** Why the role of the person forbids saving. */
    forbidden,
    saving: shown,
    canCheck: options.read !== undefined,
    /** The properties of a control for a field: `<TextField {...form.register("name")} label="Name" />`. */
    register: (name: F) => ({
      ...controls.register(
        name,
        (text) => setValues({ [name]: text } as Partial<Texts<F>>),
        changed[name] !== undefined,
      ),
      readOnly: forbidden !== undefined,
    }),
    onSubmit: (event: FormEvent) => void handleSubmit(() => start(machine.save))(event),
    /** Sets several fields at once. */
    setValues,
    /** Sets a field and asks whether to send it: for a button that changes one field. */
    propose: (field: F, text: string) => {
      setDraft(editField(draft, before, field, text));
      machine.review();
    },
    save: () => start(machine.save),
    send: () => start(machine.send),
    check: () => start(machine.check),
    back: machine.back,
    /** Does nothing during a save: it would be made all the same. */
    discard: () => {
      if (isBusy(machine.state.get())) return;
      setDraft(nothingTyped());
      clearErrors();
      machine.back();
    },
    /** Takes the current record, with the draft as the person chose. */
    resolve: ({ now, differences }: Conflict<R, F>, choices: Choices) => {
      if (now) options.keep(now);
      setDraft(resolveDraft(draft, differences, choices));
      machine.back();
    },
  };
};

/** The result of `useRecordForm`. */
export type RecordForm<R, F extends string> = ReturnType<typeof useRecordForm<R, F>>;
