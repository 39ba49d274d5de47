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

/** A field whose value in the record changed since the screen showed it. */
export interface Difference<F extends string> {
  field: F;
  label: string;
  was: string;
  now: string;
  /** The unsaved text of this field; if set, the person must select a version. */
  mine: string | undefined;
}

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

/** Removes the fields from the draft that equal the current record. */
export const dropUnchanged = <F extends string>(
  draft: FieldDraft<F>,
  record: Texts<F>,
): FieldDraft<F> =>
  toDraft(listEntries(draft).filter(([field, typed]) => typed?.text !== record[field]));

/** The fields that were edited after a draft was sent, relative to the record in the answer. */
export const editsSince = <F extends string>(
  draft: FieldDraft<F>,
  sent: FieldDraft<F>,
  record: Texts<F>,
): FieldDraft<F> =>
  toDraft(
    listEntries(draft)
      .filter(([field, typed]) => typed?.text !== sent[field]?.text)
      .map(([field, typed]) => [field, typed && { ...typed, was: record[field] }] as const),
  );

/**
 * Finds the labeled fields in which the record changed since the screen showed it, with their unsaved texts. A field
 * whose new value equals the unsaved text is no difference. The comparison uses the value at the time of typing,
 * because the record may have been reloaded since.
 */
export const findDifferences = <F extends string>(
  before: Texts<F>,
  now: Texts<F>,
  draft: FieldDraft<F>,
  labels: Readonly<Partial<Record<F, string>>>,
): Difference<F>[] =>
  (Object.entries(labels) as [F, string][]).flatMap(([field, label]) => {
    const typed = draft[field];
    const was = typed?.was ?? before[field];
    if (was === now[field] || typed?.text === now[field]) return [];
    return [{ field, label, was, now: now[field], mine: typed?.text }];
  });

/** The differences with the texts as they are typed now: fields can be edited until the person has selected versions. */
export const followDraft = <F extends string>(
  differences: readonly Difference<F>[],
  draft: FieldDraft<F>,
): Difference<F>[] =>
  differences.map((one) => {
    const text = draft[one.field]?.text;
    return { ...one, mine: text === one.now ? undefined : text };
  });

/** The version that is kept in a conflict. */
export type Side = "mine" | "theirs";

/** The kept version of each field with a conflict. */
export type Choices = Readonly<Record<string, Side>>;

/** Finds the differences that need a choice. */
export const findContested = <F extends string>(
  differences: readonly Difference<F>[],
): Difference<F>[] => differences.filter(({ mine }) => mine !== undefined);

/**
 * Resolves a draft by the person's choices: fields of their version leave the draft, fields of your version are based
 * on the current record.
 */
export const resolveDraft = <F extends string>(
  draft: FieldDraft<F>,
  differences: readonly Difference<F>[],
  choices: Choices,
): FieldDraft<F> => {
  const settled = new Map(
    findContested(differences).map(({ field, mine, now }) => [
      field,
      choices[field] === "mine" && mine !== undefined ? { text: mine, was: now } : undefined,
    ]),
  );
  return toDraft(
    listEntries(draft).map(
      ([field, typed]) => [field, settled.has(field) ? settled.get(field) : typed] as const,
    ),
  );
};
