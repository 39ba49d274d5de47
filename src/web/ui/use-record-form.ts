import { useRef, useState } from "react";
import { mayHaveHappened } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { type DraftPlace, useDraft } from "./draft.ts";
import {
  type Choices,
  chosen,
  type Difference,
  differencesOf,
  type FieldDraft,
  settle,
  shownTexts,
  type Texts,
  typeInto,
} from "./field-draft.ts";
import { notify } from "./notify.ts";
import { type FormPhase, refusalsOf } from "./record-form-phase.ts";

/** What a form over one record is told by its resource. */
export interface RecordFormOptions<R, F extends string> {
  /** The draft's key, and how long it is kept. */
  key: string;
  place?: DraftPlace;
  record: R;
  /** The fields that can be typed into, and those that a decision rests on: a change of any is a conflict. */
  labels: Readonly<Record<F, string>>;
  textsOf: (record: R) => Texts<F>;
  /** A typed text as the record would write it: "5" is "5.00". */
  normal?: (field: F, text: string) => string;
  problemsOf: (texts: Texts<F>) => Partial<Record<F, string>>;
  /** Whether what would be sent must be asked about first. */
  asks: (changed: FieldDraft<F>) => boolean;
  /** Reads the record as it is now; left out where the upstream has no way to. */
  read: (() => Promise<Answer<R>>) | undefined;
  send: (fresh: R, changed: FieldDraft<F>) => Promise<Answer<R>>;
  keep: (answer: Answer<R>) => void;
  onSaved?: () => void;
  savedWords: (record: R) => string;
  fieldOf: (path: string) => F | undefined;
}

const nothingTyped = <F extends string>() => ({}) as FieldDraft<F>;

const normalised = <F extends string>(
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

/** The draft, what it changes, and what stands in its way. */
const useTyped = <R, F extends string>(options: RecordFormOptions<R, F>) => {
  const { key, place = "browser", record, labels, textsOf, problemsOf } = options;
  const { normal = (_, text) => text } = options;
  const [kept, keepDraft] = useDraft<FieldDraft<F>>(key, place);
  const draft: FieldDraft<F> = kept ?? nothingTyped<F>();
  const before = textsOf(record);
  const plain = normalised(draft, normal);
  const changed = settle(plain, before);
  const texts = shownTexts(before, draft);
  const [refusals, setRefusals] = useState<Partial<Record<F, string>>>({});
  const setDraft = (next: FieldDraft<F>) =>
    keepDraft(Object.keys(next).length === 0 ? undefined : next);
  return {
    draft,
    plain,
    before,
    texts,
    changed,
    dirty: Object.keys(changed).length > 0,
    problems: problemsOf(texts),
    refusals,
    setRefusals,
    setDraft,
    differences: (now: R) => differencesOf(before, textsOf(now), plain, labels),
  };
};

/**
 * The changes to one record: what is typed, and its way to the API. Before a save the record is read again, so that
 * nothing that somebody else changed is overwritten unseen; a save is sent once, whatever is clicked.
 */
export const useRecordForm = <R, F extends string>(options: RecordFormOptions<R, F>) => {
  const { record, asks, read, keep, savedWords, fieldOf, textsOf } = options;
  const typed = useTyped(options);
  const { draft, before, changed, dirty, problems, refusals, setDraft, setRefusals } = typed;
  const [phase, setPhase] = useState<FormPhase<R, F>>({ kind: "editing" });
  const busy = useRef(false);
  // A draft that was typed over values which are no longer there, found when the screen opens.
  const stale = phase.kind === "editing" ? typed.differences(record) : [];

  const once = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };
  const forget = () => {
    setDraft(nothingTyped());
    setRefusals({});
    setPhase({ kind: "editing" });
  };
  const saved = (answer: Answer<R>, words: string) => {
    keep(answer);
    forget();
    notify(words);
    options.onSaved?.();
  };

  /** What there is now, or the phase that stands in the way of sending. */
  const fresh = async (): Promise<Answer<R> | FormPhase<R, F>> => {
    if (read === undefined) return { value: record, problems: [], total: undefined };
    try {
      const now = await read();
      const differences = typed.differences(now.value);
      return differences.length > 0 ? { kind: "conflict", now, differences } : now;
    } catch (error) {
      return { kind: "unread", error };
    }
  };

  const send = () =>
    once(async () => {
      setPhase({ kind: "sending" });
      const now = await fresh();
      if ("kind" in now) return setPhase(now);
      try {
        const answer = await options.send(now.value, changed);
        saved(answer, savedWords(answer.value));
      } catch (error) {
        setRefusals(refusalsOf(error, fieldOf));
        setPhase(
          mayHaveHappened(error)
            ? { kind: "unknown", error, sent: changed, checking: false }
            : { kind: "failed", error },
        );
      }
    });

  const check = () =>
    once(async () => {
      if (phase.kind !== "unknown" || read === undefined) return;
      setPhase({ ...phase, checking: true });
      try {
        const now = await read();
        if (Object.keys(settle(phase.sent, textsOf(now.value))).length === 0)
          return saved(now, "It had been saved: everything you sent is there.");
        const differences = typed.differences(now.value);
        if (differences.length > 0) return setPhase({ kind: "conflict", now, differences });
        keep(now);
        setPhase({ kind: "lost" });
      } catch (error) {
        setPhase({ ...phase, error, checking: false });
      }
    });

  const typeAll = (texts: Partial<Texts<F>>) => {
    const entries = Object.entries(texts) as [F, string][];
    const others = Object.entries(refusals).filter(([field]) => !(field in texts));
    setRefusals(Object.fromEntries(others) as Partial<Record<F, string>>);
    setDraft(entries.reduce((sofar, [field, text]) => typeInto(sofar, before, field, text), draft));
    if (["lost", "failed", "unread"].includes(phase.kind)) setPhase({ kind: "editing" });
  };

  const shown: FormPhase<R, F> =
    phase.kind === "editing" && stale.length > 0
      ? { kind: "conflict", now: undefined, differences: stale }
      : phase;
  return {
    before,
    texts: typed.texts,
    changed,
    dirty,
    problems,
    refusals,
    phase: shown,
    canCheck: read !== undefined,
    type: (field: F, text: string) => typeAll({ [field]: text } as Partial<Texts<F>>),
    /** Types into several fields at once. */
    typeAll,
    /** Types a text and asks at once whether to send it: for a button that changes one field. */
    propose: (field: F, text: string) => {
      setDraft(typeInto(draft, before, field, text));
      setPhase({ kind: "confirming" });
    },
    /** Sends at once, or asks first where that is due. */
    save: () => {
      if (busy.current || !dirty || Object.keys(problems).length > 0) return;
      if (["unknown", "conflict"].includes(shown.kind)) return;
      if (asks(changed)) setPhase({ kind: "confirming" });
      else void send();
    },
    send: () => void send(),
    check: () => void check(),
    backToEditing: () => setPhase({ kind: "editing" }),
    discard: forget,
    /** Takes over the record as it is now, with the draft as the person chose. */
    resolve: (differences: readonly Difference<F>[], choices: Choices) => {
      if (phase.kind === "conflict" && phase.now) keep(phase.now);
      setDraft(chosen(draft, differences, choices));
      setPhase({ kind: "editing" });
    },
  };
};

/** What `useRecordForm` gives. */
export type RecordForm<R, F extends string> = ReturnType<typeof useRecordForm<R, F>>;
