import type { Choices, Difference } from "./editing-plan.ts";

/*
 * A form's fields as texts: the record's values, the draft over them, and the merge after another person changed the
 * record. Pure functions; each resource converts its fields to texts.
 */

/** The typed text of a field, and the record's text at that time. */
export interface Typed {
  text: string;
  was: string;
}

/** The unsaved fields. Unchanged fields are not included. */
export type FieldDraft<F extends string> = Readonly<Partial<Record<F, Typed>>>;

export type Texts<F extends string> = Readonly<Record<F, string>>;

const listEntries = <F extends string>(draft: FieldDraft<F>) =>
  Object.entries(draft) as [F, Typed | undefined][];

const toDraft = <F extends string>(entries: readonly (readonly [F, Typed | undefined])[]) =>
  Object.fromEntries(entries.filter(([, typed]) => typed !== undefined)) as FieldDraft<F>;

/** Updates a field of the draft. If the text equals the record's, the field leaves the draft. */
export const editField = <F extends string>(
  draft: FieldDraft<F>,
  record: Texts<F>,
  field: F,
  text: string,
): FieldDraft<F> => {
  const others = listEntries(draft).filter(([name]) => name !== field);
  const typed = { text, was: draft[field]?.was ?? record[field] };
  return toDraft(text === record[field] ? others : [...others, [field, typed] as const]);
};

/** The texts that the form shows: the draft's, otherwise the record's. */
export const overlayTexts = <F extends string>(
  record: Texts<F>,
  draft: FieldDraft<F>,
): Texts<F> => {
  const typed = listEntries(draft).flatMap(([field, one]) => (one ? [[field, one.text]] : []));
  return { ...record, ...(Object.fromEntries(typed) as Partial<Texts<F>>) };
};

/** What `createFieldsAdapter` needs to know of a record's fields. */
export interface FieldsOptions<R, F extends string> {
  readonly textsOf: (record: R) => Texts<F>;
  /** The labels of the fields whose change by another person is a conflict, in two versions of the record. */
  readonly labelsOf: (before: R, now: R) => Readonly<Partial<Record<F, string>>>;
  /** Writes a typed text as the record would: "5" becomes "5.00". */
  readonly normal?: ((field: F, text: string) => string) | undefined;
}

/** The part of an `EditingPlan` for drafts of fields. */
export const createFieldsAdapter = <R, F extends string>({
  textsOf,
  labelsOf,
  normal = (_, text) => text,
}: FieldsOptions<R, F>) => {
  /** The normalized fields that differ from the record, of those that it has. */
  const findChanges = (draft: FieldDraft<F>, record: R): FieldDraft<F> => {
    const texts = textsOf(record);
    const normalized = listEntries(draft).map(
      ([field, typed]) => [field, typed && { ...typed, text: normal(field, typed.text) }] as const,
    );
    return toDraft(
      normalized.filter(
        ([field, typed]) => texts[field] !== undefined && typed?.text !== texts[field],
      ),
    );
  };
  const rebase = (draft: FieldDraft<F>, record: R, sent?: FieldDraft<F>): FieldDraft<F> => {
    const texts = textsOf(record);
    const changes = findChanges(draft, record);
    if (!sent) return toDraft(listEntries(draft).filter(([field]) => changes[field]));
    return toDraft(
      listEntries(draft)
        .filter(([field, typed]) => typed?.text !== sent[field]?.text && texts[field] !== undefined)
        .map(([field, typed]) => [field, typed && { ...typed, was: texts[field] }] as const),
    );
  };
  return {
    empty: {} as FieldDraft<F>,
    isEmpty: (draft: FieldDraft<F>): boolean =>
      listEntries(draft).every(([field, typed]) => normal(field, typed?.text ?? "") === typed?.was),
    findChanges,
    rebase,
    /**
     * A field whose new value equals the unsaved text is no difference. The comparison uses the value at the time of
     * typing, because the record may have been reloaded since.
     */
    diff: (draft: FieldDraft<F>, before: R, now: R): Difference[] => {
      const [old, texts] = [textsOf(before), textsOf(now)];
      return (Object.entries(labelsOf(before, now)) as [F, string][]).flatMap(([field, label]) => {
        const typed = draft[field];
        const mine = typed && normal(field, typed.text);
        const was = typed?.was ?? old[field] ?? "";
        const is = texts[field] ?? "";
        return was === is || mine === is ? [] : [{ field, label, was, now: is, mine }];
      });
    },
    /** Fields of their version leave the draft; fields of your version are based on the current record. */
    merge: (
      draft: FieldDraft<F>,
      differences: readonly Difference[],
      choices: Choices,
      record: R,
    ): FieldDraft<F> => {
      const theirs = new Map(differences.map(({ field, now }) => [field, now]));
      const chosen = listEntries(draft).map(([field, typed]) => {
        const now = theirs.get(field);
        if (now === undefined || !typed) return [field, typed] as const;
        return [field, choices[field] === "mine" ? { ...typed, was: now } : undefined] as const;
      });
      return rebase(toDraft(chosen), record);
    },
  };
};
