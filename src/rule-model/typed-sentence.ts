import type { DataTypeHandle } from "#contract/handles.ts";
import type { OperandSpec } from "#rules/operands.ts";
import { type RuleField, typeOfField } from "#rules/rule-catalogue.ts";
import { pickedTypes } from "./operand-specs.ts";
import { createTypedFields, type FoundField } from "./typed-fields.ts";
import {
  type ActionForm,
  fieldFirst,
  fieldPlace,
  findComparatorForms,
  type Form,
  verbsByLetter,
} from "./typed-forms.ts";
import { createOperandReader } from "./typed-operands.ts";
import type { TypedText } from "./typed-text.ts";
import { workflowIndex, type Workflow } from "./workflow.ts";

/* What conditions and actions have in common: sentences with a field and operands. */

/** What a typed rule depends on: the workflow, and the event and the type of its mapping rule. */
export interface TypedScope {
  readonly workflow: Workflow;
  readonly eventId: number;
  readonly inheritedType: DataTypeHandle | undefined;
}

/** What was read, and the place after it. */
export interface Read<T> {
  readonly value: T;
  readonly end: number;
}

/** What a sentence says: its field, its operands, and the place after it. */
export interface Matched {
  readonly end: number;
  readonly texts: readonly (string | undefined)[];
  readonly field: FoundField | undefined;
}

/** The operands by the fields of a part that hold them. */
export const operandsIn = <F extends string>(
  names: readonly F[],
  texts: readonly (string | undefined)[],
): Partial<Record<F, string>> =>
  Object.fromEntries(
    names.flatMap((name, at) => (texts[at] === undefined ? [] : [[name, texts[at]]])),
  ) as Partial<Record<F, string>>;

export type Sentences = ReturnType<typeof createSentences>;

export const createSentences = (
  typed: TypedText,
  { workflow, eventId, inheritedType }: TypedScope,
) => {
  const { text, skip, word, expect } = typed;
  const index = workflowIndex(workflow);
  const fields = createTypedFields(typed, workflow, eventId);
  const pickedIds = pickedTypes.flatMap((handle) => index.dataTypeIds.get(handle) ?? []);
  const allTypes = [...index.comparatorsByType.keys()];

  const typesOf = (field: RuleField | undefined): readonly number[] => {
    const type = typeOfField(field, inheritedType);
    const id = type === undefined ? undefined : index.dataTypeIds.get(type);
    return id === undefined ? allTypes : [id];
  };

  const starts = (form: Form<unknown>, at: number): boolean => {
    const [first] = form.pieces;
    return typeof first === "string" && word(at, first) >= 0;
  };

  /** The actions whose verb is at a place. */
  const verbs = (at: number): readonly ActionForm[] =>
    (verbsByLetter.get(text.charAt(skip(at)).toLowerCase()) ?? []).filter((form) =>
      starts(form, at),
    );

  /** Whether a condition begins here: a field with words of a comparison. */
  const compares = (at: number): boolean =>
    fields
      .at(at)
      .some(({ field, end }) =>
        findComparatorForms(workflow, typesOf(field)).some((form) => starts(form, end)),
      );

  /** Whether a condition or an action begins here: a field with words of a comparison or of an action, or a verb. */
  const begins = (at: number): boolean => {
    const negated = word(at, "not");
    if (verbs(at).length > 0 || compares(negated >= 0 ? negated : at)) return true;
    return fields
      .at(at)
      .some(({ end }) =>
        fieldFirst.some(({ pieces: [, sign] }) => typeof sign === "string" && word(end, sign) >= 0),
      );
  };
  const operands = createOperandReader({ typed, workflow, fields, begins, compares });

  /** Reads the pieces of a sentence from one on; the field's names are tried in turn. */
  const match = (
    pieces: Form<unknown>["pieces"],
    from: number,
    start: Matched,
    specsFor: (field: RuleField | undefined) => readonly OperandSpec[],
    fieldsAt: (at: number) => readonly FoundField[],
  ): Matched | undefined => {
    let now = start;
    for (let place = from; place < pieces.length; place += 1) {
      const piece = pieces[place];
      if (typeof piece === "string") {
        const end = word(now.end, piece);
        if (end < 0) return expect(now.end, `“${piece}”`);
        now = { ...now, end };
      } else if (piece === fieldPlace) {
        const found = fieldsAt(now.end);
        if (found.length === 0) return expect(now.end, "a field", fields.offers);
        for (const field of found) {
          const rest = { ...now, field, end: field.end };
          const done = match(pieces, place + 1, rest, specsFor, fieldsAt);
          if (done) return done;
        }
        return undefined;
      } else {
        const at = piece ?? 0;
        const spec = specsFor(now.field?.field)[at];
        if (!spec) return undefined;
        const next = pieces[place + 1];
        const stop = typeof next === "string" ? next : undefined;
        const read = operands.read(spec, now.end, { field: now.field?.field, stop });
        if (!read || (now.texts[at] !== undefined && now.texts[at] !== read.text)) return undefined;
        const texts = [...now.texts];
        texts[at] = read.text;
        if (read.unit !== undefined) texts[at + 1] = read.unit;
        now = { ...now, end: read.end, texts };
      }
    }
    return now;
  };

  /** Notes words that connect parts. */
  const connect = (at: number, words: string, ...insert: readonly string[]) =>
    expect(at, words, () => insert.map((label) => ({ label, insert: label })));

  return {
    ...typed,
    workflow,
    inheritedType,
    index,
    fields,
    pickedIds,
    operands,
    typesOf,
    starts,
    verbs,
    begins,
    compares,
    match,
    connect,
  };
};
