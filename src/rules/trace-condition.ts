import type { Comparator } from "./comparator.ts";
import type { Seen } from "./condition-reason.ts";
import { conditionReason } from "./condition-reason.ts";
import { fillPredicate } from "./describe-condition.ts";
import type { Wording } from "./describe-operands.ts";
import { fillSentence } from "./describe-operands.ts";
import type { JudgedCondition, SeenValues } from "./judge-condition.ts";
import { readConditionOperands } from "./judge-condition.ts";
import { inSentence, plural } from "./plural.ts";
import { readings } from "./read-value.ts";
import type { RuleField } from "./rule-catalogue.ts";
import {
  findComparator,
  findOtherField,
  findPreModifier,
  hasUnknownPreModifier,
} from "./rule-catalogue.ts";
import type { RunnableCondition } from "./runnable-rule.ts";
import type { ConditionTrace } from "./trace.ts";
import { quotedStart, valuesWords } from "./value-words.ts";

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
