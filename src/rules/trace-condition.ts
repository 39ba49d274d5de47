import type { Comparator } from "./comparator.ts";
import { fillSentence, type Wording } from "./describe-operands.ts";
import { fillPredicate } from "./describe-rule.ts";
import { type JudgedCondition, readConditionOperands, type SeenValues } from "./judge-condition.ts";
import { type OperandSpec, usableOperand } from "./operands.ts";
import { type ReadingKind, readings, readsWholeArray } from "./read-value.ts";
import {
  findComparator,
  findOtherField,
  findPreModifier,
  hasUnknownPreModifier,
  type RuleField,
} from "./rule-catalogue.ts";
import type { RunnableCondition } from "./rule-parts.ts";
import { inSentence, plural } from "./shown-text.ts";
import { isEmptyValue, notReadWords, quotedStart, valuesWords, valueWords } from "./value-words.ts";

/** One condition. Every condition of a rule that was reached has one, even after an earlier one has failed. */
export interface ConditionTrace {
  readonly part: RunnableCondition;
  readonly holds: boolean;
  /** “Title is “Brass desk lamp”, which contains “lamp”, any case.” */
  readonly reason: string;
  /** The compared values, element by element: the field's values, or the results of a pre-modifier. */
  readonly values: readonly unknown[];
  /** Whether each of the elements matched the condition. */
  readonly elements: readonly boolean[];
  readonly children: readonly ConditionTrace[];
}

/** The input of a reason: the condition's values, and its sentence. */
interface Seen {
  readonly comparator: Comparator;
  /** The subject: “Title”, “Length of Title”, “Wood”. */
  readonly subject: string;
  /** The comparator's sentence and its opposite, with operands. */
  readonly sentence: string;
  readonly denial: string;
  /** The four operand texts. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  readonly met: readonly boolean[];
  readonly holds: boolean;
  readonly matchAll: boolean;
  /** Names of the field's values, if it has options. */
  readonly options?: ReadonlyMap<string, string>;
  /** The object's name, if it may have several elements. */
  readonly objectName: string;
  readonly other?: {
    readonly name: string;
    readonly values: (index: number) => readonly unknown[];
  };
}

/** Why an operand cannot be used for a comparison, in words; undefined if it can. */
const operandFault = (spec: OperandSpec, text: string, unit: string): string | undefined => {
  const { noun, fits } = usableOperand(spec) ?? {};
  if (noun === undefined || fits?.(text, unit) || (text === "" && spec.whenEmpty !== undefined))
    return undefined;
  return text.trim() === ""
    ? `“${spec.label}” is empty, so there is nothing to compare with.`
    : `${quotedStart(text)} is not ${noun}, so it can't be compared.`;
};

/** The end of a reason when there was no value to compare. */
const missingEnding = ({ comparator, sentence }: Seen, met: boolean): string => {
  if (comparator.operands.length === 0) return "";
  return met ? `, so it ${sentence}` : ", so it can't be compared";
};

const plainReadings: ReadonlySet<ReadingKind> = new Set<ReadingKind>(["decimal", "time"]);

/** A time to the minute: “2026-01-01 17:12 UTC”; a date without a time is unchanged. */
const momentWords = (text: string): string =>
  text
    .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?/, "$1 $2")
    .replace(/Z$/i, " UTC");

type Shown = Pick<Seen, "comparator" | "options">;

/** Values as the comparator reads them: a price in text form as a price, an option by its name. */
const shown =
  ({ comparator: { reads }, options }: Shown) =>
  (value: unknown): string => {
    if (typeof value !== "string") return valueWords(value);
    const named = options?.get(value);
    if (named !== undefined) return named;
    if (!plainReadings.has(reads) || readings[reads](value) === undefined) return valueWords(value);
    return reads === "time" ? momentWords(value.trim()) : value.trim();
  };

const listWords = (list: readonly unknown[], seen: Shown): string =>
  list.length === 0
    ? "the list is empty"
    : `${valuesWords(list, shown(seen))} (${list.length} in all)`;

/** Entries of an array that are evaluated one by one. */
const ofEntries = (seen: Seen, list: readonly unknown[], met: boolean) => {
  const { subject, sentence, matchAll } = seen;
  const all = met ? "Every entry in" : "Not every entry in";
  const one = met ? "An entry in" : "No entry in";
  return `${matchAll ? all : one} ${subject} ${sentence}: ${listWords(list, seen)}.`;
};

/** A comparison with another field, including its value. */
const besideOther = (seen: Seen, value: unknown, met: boolean): string | undefined => {
  const { subject, sentence, denial, comparator, other } = seen;
  if (!other) return undefined;
  const others = other.values(0);
  const readable = others.some((held) => readings[comparator.reads](held) !== undefined);
  if (readable)
    return `${subject} is ${shown(seen)(value)}, which ${met ? sentence : denial} (${valuesWords(others, shown(seen))}).`;
  const nothing = others.every(isEmptyValue)
    ? `${other.name} is empty`
    : `${other.name} is ${valuesWords(others)}, which ${notReadWords[comparator.reads]}`;
  return `${nothing}, so ${subject} ${met ? sentence : "can't be compared with it"}.`;
};

/** The reason for one value. */
const ofOne = (seen: Seen, value: unknown, met: boolean): string => {
  const { comparator, subject, sentence, denial } = seen;
  const { reads } = comparator;
  const says = met ? sentence : denial;
  const words = shown(seen)(value);
  if (Array.isArray(value) && value.length > 0 && !readsWholeArray(reads))
    return ofEntries(seen, value, met);
  if (readings[reads](value) === undefined) {
    const what =
      isEmptyValue(value) || Array.isArray(value) ? "" : `, which ${notReadWords[reads]}`;
    return `${subject} is ${words}${what}${missingEnding(seen, met)}.`;
  }
  if (reads === "list" && Array.isArray(value))
    return `${subject} ${says}: ${listWords(value, seen)}.`;
  const beside = besideOther(seen, value, met);
  if (beside !== undefined) return beside;
  if (comparator.operands.length === 0) return `${subject} is ${words}.`;
  return `${subject} is ${words}, ${isEmptyValue(value) ? "so it" : "which"} ${says}.`;
};

/** The values for the reason: the matching ones if the condition matches, else the others. */
const decisiveValues = (seen: Seen): string => {
  const { values, met, holds, other } = seen;
  const words = shown(seen);
  const reasonContext = values.flatMap((value, index) =>
    met[index] === holds ? [{ value, index }] : [],
  );
  if (reasonContext.length > 1 && reasonContext.every(({ value }) => isEmptyValue(value)))
    return "all empty";
  const shownValues = reasonContext.map(({ value, index }) =>
    other ? `${words(value)} vs. ${valuesWords(other.values(index), words)}` : words(value),
  );
  return valuesWords(shownValues, String);
};

/** “, any case” is closed by a comma if the sentence continues. */
const closed = (sentence: string): string =>
  sentence.endsWith(" case") ? `${sentence},` : sentence;

/** The reason for several values of a collection. */
const ofSeveral = (seen: Seen) => {
  const { subject, sentence, values, met, holds, matchAll, objectName } = seen;
  const count = met.filter(Boolean).length;
  const all = `${values.length} ${plural(inSentence(objectName))}`;
  const some = count === 0 ? `none of ${all}` : `${count} of ${all}`;
  const where = count === values.length ? `all ${all}` : some;
  const must = matchAll && !holds ? ", but all must" : "";
  return `${subject} ${closed(sentence)} in ${where}${must} (${decisiveValues(seen)}).`;
};

/** The reason why a condition matched or did not, in words. */
const conditionReason = (seen: Seen): string => {
  const { comparator, subject, sentence, denial, texts, values, met, holds, objectName } = seen;
  if (values.length === 0)
    return `There is no ${inSentence(objectName)}, so ${subject} ${holds ? sentence : denial}.`;
  const { operands } = comparator;
  const unit = texts[operands.findIndex(({ kind }) => kind === "unit")] ?? "";
  const faults = operands.map((spec, at) => operandFault(spec, texts[at] ?? "", unit));
  const fault = holds ? undefined : faults.find((words) => words !== undefined);
  if (fault !== undefined && !met.includes(true)) return fault;
  return values.length === 1 ? ofOne(seen, values[0], met[0] ?? false) : ofSeveral(seen);
};

/** A condition on one record, with the words for its reason. */
interface Asked extends SeenValues {
  readonly part: RunnableCondition;
  readonly field: RuleField;
  readonly comparator: Comparator;
  readonly subject: string;
  readonly holds: boolean;
}

const readTexts = (part: RunnableCondition): readonly string[] => {
  const { first, second, third, fourth } = readConditionOperands(part);
  return [first, second, third, fourth];
};

/** Why a condition can never match: it names something that is unknown here. */
const unknownPart = (part: RunnableCondition, { catalogue }: Wording) => {
  const { globalObjectFieldId: id } = part;
  if (!id) return "No field is selected, so this is never met.";
  if (!catalogue.fields.has(id)) return `Field ${id} is unknown, so this is never met.`;
  const comparator = findComparator(part, catalogue);
  if (!comparator) return "This kind of condition is unknown, so it is never met.";
  if (hasUnknownPreModifier(part, catalogue))
    return "What to test of the field is unknown, so this is never met.";
  const { first } = readConditionOperands(part);
  if (comparator.usesOtherField && !findOtherField(first, catalogue))
    return first.trim() === ""
      ? "No field to compare with is selected, so this is never met."
      : "The field to compare with is unknown, so this is never met.";
  return undefined;
};

/** The reason of a condition on named values: whether there are entries, and whether they match the child conditions. */
const pickedReason = ({ subject, values, met, part, field, comparator }: Asked): string => {
  const operands = readConditionOperands(part);
  const name = operands.first.trim();
  if (name === "") return "No name is given, so there is nothing to find.";
  const pick = comparator.pick?.(operands);
  const asked = (part.childConditions ?? []).length > 0;
  const entries = values.map((value) => pick?.(readings.entries(value) ?? []) ?? []);
  const found = entries.flat().map(({ value }) => value);
  const all = `${values.length} ${plural(inSentence(field.objectName))}`;
  const has = `${subject} has ${quotedStart(name)}`;
  if (found.length === 0)
    return `${subject} has no ${quotedStart(name)}${values.length > 1 ? ` in any of ${all}` : ""}.`;
  if (values.length > 1)
    return `${has}${asked ? " with a matching value" : ""} in ${met.filter(Boolean).length} of ${all}.`;
  const times = found.length > 1 ? ` ${found.length} times` : "";
  const end = `, ${met[0] ? "which matches" : "which does not match"}`;
  return `${has}${times}: ${valuesWords(found)}${asked ? end : ""}.`;
};

const collectSeen = (asked: Asked, wording: Wording): Seen => {
  const { part, field, comparator, subject } = asked;
  const texts = readTexts(part);
  const preModifier = findPreModifier(part, wording.catalogue);
  const modified = preModifier?.preModifier;
  const other = comparator.usesOtherField
    ? findOtherField(readConditionOperands(part).first, wording.catalogue)
    : undefined;
  return {
    comparator,
    texts,
    met: asked.met,
    holds: asked.holds,
    subject: modified
      ? fillSentence(modified.sentence, preModifier.operands, texts, undefined, subject, wording)
      : subject,
    sentence: fillPredicate("sentence", comparator, part, field, wording),
    denial: fillPredicate("denial", comparator, part, field, wording),
    values: asked.values,
    matchAll: part.fieldArrayMustMatchAll ?? false,
    objectName: field.objectName,
    ...(!modified && field.options.size > 0 && { options: field.options }),
    ...(other && { other: { name: other.label, values: asked.others } }),
  };
};

/** The parent of a condition on named values, whose field and name it shares. */
interface Parent {
  readonly field: RuleField;
  readonly name: string;
}

const tooDeep = "This is nested too deeply, so it is not checked.";

const reasonOf = (asked: Asked, parent: Parent | undefined, wording: Wording): string => {
  if (parent && asked.values.length === 0) return `There is no ${parent.name} to check.`;
  return asked.comparator.pick && asked.values.length > 0
    ? pickedReason(asked)
    : conditionReason(collectSeen(asked, wording));
};

/** The result of one condition on a record, in words (child conditions included). */
export const traceCondition = (
  judged: JudgedCondition,
  record: number,
  wording: Wording,
  parent?: Parent,
): ConditionTrace => {
  const { part } = judged;
  const field = parent?.field ?? wording.catalogue.fields.get(part.globalObjectFieldId ?? 0);
  const comparator = findComparator(part, wording.catalogue);
  const own = comparator?.pick &&
    field && { field, name: quotedStart(readConditionOperands(part).first.trim()) };
  const children = judged.children.map((child) => traceCondition(child, record, wording, own));
  const holds = judged.holds[record] === 1;
  const unknown = unknownPart({ ...part, globalObjectFieldId: field?.id }, wording);
  if (unknown !== undefined || !field || !comparator || !judged.met) {
    const reason = parent ? unknown : unknownPart(part, wording);
    return { part, holds, reason: reason ?? tooDeep, values: [], elements: [], children };
  }
  const seen = judged.seen(record);
  const held = judged.own[record] === 1;
  const asked = {
    ...seen,
    part,
    field,
    comparator,
    subject: parent?.name ?? field.label,
    holds: held,
  };
  const further = held && !holds ? " But a child condition is not met." : "";
  return {
    part,
    holds,
    reason: reasonOf(asked, parent, wording) + further,
    values: seen.values,
    elements: seen.met,
    children,
  };
};
