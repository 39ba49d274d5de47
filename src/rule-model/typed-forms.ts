import type { Action } from "#rules/action.ts";
import { actions } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators } from "#rules/comparators.ts";
import { findEntry } from "#rules/rule-catalogue.ts";
import { actionSynonyms, comparatorSynonyms, keepBeginning, reduceByPercent } from "./synonyms.ts";
import { groupBy } from "#contract/group-by.ts";
import { workflowIndex, type Workflow } from "./workflow.ts";

/* The sentences that a person can type for each comparator and action: those of the tables, and others in other words. */

/** A piece of a sentence: words, the place of an operand from 0, or the place of the field. */
type Piece = string | number;
export const fieldPlace = -1;

/** One sentence of a comparator or an action. */
export interface Form<E> {
  readonly handle: string;
  readonly entry: E;
  readonly pieces: readonly Piece[];
  /** Its place in the tables, which list usual before rare. */
  readonly rank: number;
  /** As the console writes it; other forms are for people. */
  readonly exact: boolean;
  /** The sentence for one type of field. */
  readonly dataType?: string;
  /** All of several values are required. */
  readonly all?: true;
  /** The primary operand is a date. */
  readonly date?: true;
  /** The operand is another field, which is tried before text without quotation marks. */
  readonly field?: true | undefined;
  /** The action adds the number with its sign changed: it subtracts. */
  readonly negative?: true;
  /** The words of an action that inner actions follow. */
  readonly picks?: true;
  /** Operands that the words already say. */
  readonly given?: readonly string[];
  /** Only as the whole action: the name of a field can also begin a text. */
  readonly alone?: true;
}

export type ComparatorForm = Form<Comparator> & { readonly id: number };
export type ActionForm = Form<Action>;

/** The pieces of a sentence of the tables. */
export const splitSentence = (sentence: string): Piece[] =>
  sentence.split(/(\{(?:field|[1-4])\})/).flatMap((piece): Piece[] => {
    if (piece === "{field}") return [fieldPlace];
    const [, place] = /^\{(\d)\}$/.exec(piece) ?? [];
    if (place !== undefined) return [Number(place) - 1];
    return piece.trim() === "" ? [] : [piece.trim()];
  });

/** With and without the clause in brackets. */
const spellOut = (sentence: string): string[] =>
  sentence.includes("[")
    ? [sentence.replace(/\[(.*)\]/, "$1"), sentence.replace(/\[.*\]/, "")]
    : [sentence];

const caseTail = /, (?:any|match) case$/;

const firstWords = ({ pieces: [first] }: Form<unknown>): number =>
  typeof first === "string" ? first.length : 0;
const allWords = ({ pieces }: Form<unknown>): number =>
  pieces.reduce<number>((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);

/** The longest words first, so that “is not empty” is not read as “is” with the text “not empty”. */
const inOrder = <F extends Form<unknown>>(forms: readonly F[]): readonly F[] =>
  forms
    .map((form, rank) => ({ ...form, rank }))
    .toSorted(
      (one, other) =>
        firstWords(other) - firstWords(one) ||
        Number(other.exact) - Number(one.exact) ||
        Number(other.field ?? false) - Number(one.field ?? false) ||
        allWords(other) - allWords(one),
    );

const comparatorForms = (handle: string, entry: Comparator): Form<Comparator>[] => {
  const form = (sentence: string, more: Partial<Form<Comparator>> = {}): Form<Comparator> => ({
    handle,
    entry,
    pieces: splitSentence(sentence),
    field: entry.usesOtherField,
    rank: 0,
    exact: true,
    ...more,
  });
  const places = entry.operands.map((_spec, at) => `{${at + 1}}`).join(" ");
  const sensitive = handle.endsWith("_case_sensitive");
  const synonyms: Partial<Record<string, readonly string[]>> = comparatorSynonyms;
  const phrases = synonyms[handle.replace(/_case_sensitive$/, "")] ?? [];
  const hasTail = caseTail.test(entry.sentence);
  const tails = sensitive ? [", match case"] : hasTail ? [", any case", ""] : [""];
  const loose = [
    ...(hasTail && !sensitive
      ? [entry.sentence, ...(entry.whenAll ? [entry.whenAll.sentence] : [])].map((sentence, at) =>
          form(sentence.replace(caseTail, ""), { exact: false, ...(at > 0 && { all: true }) }),
        )
      : []),
    ...[entry.label.replace(/ \(match case\)$/, ""), ...phrases].flatMap((phrase) =>
      tails.map((tail) => form(`${phrase} ${places}${tail}`, { exact: false })),
    ),
  ];
  return [
    form(entry.sentence),
    ...(entry.whenAll ? [form(entry.whenAll.sentence, { all: true })] : []),
    ...(entry.whenDate ? [form(entry.whenDate.sentence, { date: true })] : []),
    ...loose,
  ];
};

const kept = new WeakMap<Workflow, Map<string, readonly ComparatorForm[]>>();

/** The sentences of the comparators for values of these types. */
export const findComparatorForms = (
  workflow: Workflow,
  typeIds: readonly number[],
): readonly ComparatorForm[] => {
  const known = kept.get(workflow) ?? new Map<string, readonly ComparatorForm[]>();
  kept.set(workflow, known);
  const key = typeIds.join();
  const made = known.get(key);
  if (made) return made;
  const { comparatorsByType } = workflowIndex(workflow);
  const forms = inOrder(
    typeIds.flatMap((typeId) =>
      (comparatorsByType.get(typeId) ?? []).flatMap(({ id, handle }) => {
        const entry = findEntry<Comparator>(comparators, handle);
        return entry ? comparatorForms(handle, entry).map((form) => ({ ...form, id })) : [];
      }),
    ),
  );
  known.set(key, forms);
  return forms;
};

const actionForms = (handle: string, entry: Action): ActionForm[] => {
  const form = (sentence: string, more: Partial<ActionForm> = {}): ActionForm[] =>
    spellOut(sentence).map((spelled) => ({
      handle,
      entry,
      pieces: splitSentence(spelled),
      field: entry.usesOtherField,
      rank: 0,
      exact: true,
      ...more,
    }));
  const synonyms: Partial<Record<string, readonly string[]>> = actionSynonyms;
  const types = Object.entries(entry.sentenceByType ?? {});
  return [
    ...form(entry.sentence),
    ...types.flatMap(([dataType, sentence]) => form(sentence, { dataType })),
    ...(entry.picksEntry ? form(`${entry.label} {1} of {field}`, { picks: true }) : []),
    ...(entry.sentence.endsWith(", any case")
      ? form(entry.sentence.replace(caseTail, ""), { exact: false })
      : []),
    ...(synonyms[handle] ?? []).flatMap((sentence) => form(sentence, { exact: false })),
    ...(handle === "percent_change"
      ? reduceByPercent.flatMap((sentence) => form(sentence, { exact: false, negative: true }))
      : []),
    ...(handle === "substring"
      ? keepBeginning.flatMap((sentence) => form(sentence, { exact: false, given: ["0"] }))
      : []),
  ];
};

/** A text field that is set to the name of another one gets that one's value; quotation marks make it text. */
const setToField: readonly ActionForm[] = ["set {field} to {1}", "{field} = {1}"].map(
  (sentence) => ({
    handle: "set_to_field",
    entry: actions.set_to_field,
    pieces: splitSentence(sentence),
    field: true,
    rank: 0,
    exact: false,
    dataType: "string",
    alone: true,
  }),
);

const allActionForms: readonly ActionForm[] = [
  ...setToField,
  ...inOrder(
    Object.entries<Action>(actions).flatMap(([handle, entry]) => actionForms(handle, entry)),
  ),
];

/** The sentences of actions that begin with the field: “Price x 2”. */
export const fieldFirst = allActionForms.filter(({ pieces }) => pieces[0] === fieldPlace);
/** The sentences of actions that begin with a verb. */
export const verbFirst = allActionForms.filter(({ pieces }) => typeof pieces[0] === "string");
export const verbsByLetter = groupBy(verbFirst, ({ pieces }) =>
  String(pieces[0]).charAt(0).toLowerCase(),
);

/** A sentence for a list of completions: “is greater than …”. */
export const formLabel = ({ pieces }: Form<unknown>): string =>
  pieces
    .map((piece) => (typeof piece === "string" ? piece : "…"))
    .join(" ")
    .replaceAll(" ,", ",");
