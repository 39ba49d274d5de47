/*
 * A form's fields as texts: what the record says, what is typed over it, and what became of both when the record was
 * changed by somebody else meanwhile. Pure; a resource says how its fields are written as texts.
 */

/** What is typed into one field, and what stood there when it was typed. */
export interface Typed {
  text: string;
  was: string;
}

/** What is typed and not yet sent. Fields that read as they did before are not in it. */
export type FieldDraft<F extends string> = Readonly<Partial<Record<F, Typed>>>;

/** A record's fields as texts. */
export type Texts<F extends string> = Readonly<Record<F, string>>;

/** One field in which the record is no longer as the screen showed it. */
export interface Difference<F extends string> {
  field: F;
  label: string;
  was: string;
  now: string;
  /** What is typed here and not sent: then somebody must choose. */
  mine: string | undefined;
}

const entriesOf = <F extends string>(draft: FieldDraft<F>) =>
  Object.entries(draft) as [F, Typed | undefined][];

const draftOf = <F extends string>(entries: readonly (readonly [F, Typed | undefined])[]) =>
  Object.fromEntries(entries.filter(([, typed]) => typed !== undefined)) as FieldDraft<F>;

/** Types a text into a field. Typing what stands there anyway takes the field out of the draft. */
export const typeInto = <F extends string>(
  draft: FieldDraft<F>,
  record: Texts<F>,
  field: F,
  text: string,
): FieldDraft<F> => {
  const others = entriesOf(draft).filter(([name]) => name !== field);
  const typed = { text, was: draft[field]?.was ?? record[field] };
  return draftOf(text === record[field] ? others : [...others, [field, typed] as const]);
};

/** What the form shows: what is typed, else what the record says. */
export const shownTexts = <F extends string>(record: Texts<F>, draft: FieldDraft<F>): Texts<F> => {
  const typed = entriesOf(draft).flatMap(([field, one]) => (one ? [[field, one.text]] : []));
  return { ...record, ...(Object.fromEntries(typed) as Partial<Texts<F>>) };
};

/** The draft against the record as it is now: fields that the record now says anyway are done. */
export const settle = <F extends string>(draft: FieldDraft<F>, record: Texts<F>): FieldDraft<F> =>
  draftOf(entriesOf(draft).filter(([field, typed]) => typed?.text !== record[field]));

/** What was typed after a draft was sent, compared with the record in the answer. */
export const typedSince = <F extends string>(
  draft: FieldDraft<F>,
  sent: FieldDraft<F>,
  record: Texts<F>,
): FieldDraft<F> =>
  draftOf(
    entriesOf(draft)
      .filter(([field, typed]) => typed?.text !== sent[field]?.text)
      .map(([field, typed]) => [field, typed && { ...typed, was: record[field] }] as const),
  );

/**
 * Every labelled field in which a record differs from the one that the screen showed, with what is typed there. A field
 * that now says what is typed anyway is no difference that matters. What stood there when it was typed counts, since
 * the record may have been read again after that.
 */
export const differencesOf = <F extends string>(
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

/** Whose version stays, where two changed the same. */
export type Side = "mine" | "theirs";

/** Whose text stays, where both changed a field. */
export type Choices = Readonly<Record<string, Side>>;

/** The differences that need a choice. */
export const contested = <F extends string>(
  differences: readonly Difference<F>[],
): Difference<F>[] => differences.filter(({ mine }) => mine !== undefined);

/** The draft as a person chose: what stays theirs leaves it, what stays mine counts as typed over what is there now. */
export const chosen = <F extends string>(
  draft: FieldDraft<F>,
  differences: readonly Difference<F>[],
  choices: Choices,
): FieldDraft<F> => {
  const settled = new Map(
    contested(differences).map(({ field, mine, now }) => [
      field,
      choices[field] === "mine" && mine !== undefined ? { text: mine, was: now } : undefined,
    ]),
  );
  return draftOf(
    entriesOf(draft).map(
      ([field, typed]) => [field, settled.has(field) ? settled.get(field) : typed] as const,
    ),
  );
};
