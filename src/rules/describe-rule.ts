import { maxNesting } from "#contract/limits.ts";
import { inRankOrder } from "#contract/rank-order.ts";
import type { Action } from "./action.ts";
import type { Comparator, Predicate } from "./comparator.ts";
import {
  fieldWords,
  fillSentence,
  type PartLine,
  quoted,
  type Wording,
} from "./describe-operands.ts";
import { parseTime } from "./iso-time.ts";
import { givenValues } from "./operands.ts";
import {
  findAction,
  findComparator,
  findPreModifier,
  isTier,
  type RuleField,
  typeOfField,
} from "./rule-catalogue.ts";
import { inSentence, shownText } from "./shown-text.ts";
import type { RunnableAction, RunnableCondition, RunnableWorkflowRule } from "./rule-parts.ts";

export const scopeWords: Readonly<Record<string, string>> = {
  all: "using values from all elements",
  filtered: "using values from the elements that met the conditions",
  correlated: "each element using its own value",
};

/** The effect of an action on a field; `name` is the field's name in the sentence. */
const ownSentence = (
  action: RunnableAction,
  entry: Action | undefined,
  name: string,
  onlyPicks: boolean,
  wording: Wording,
): string => {
  if (!entry) {
    const kind = action.workflowDataTypeAction?.handle ?? action.workflowDataTypeActionId;
    return kind ? `Unknown action on ${name} (${kind})` : `Change ${name} … (select an action)`;
  }
  const field = wording.catalogue.fields.get(action.globalObjectFieldId ?? 0);
  // A child action changes the text of an entry.
  const dataType = name === "it" ? "string" : typeOfField(field, wording.inheritedType);
  const specs = (dataType && entry.operandsByType?.[dataType]) || entry.operands;
  const said = (dataType && entry.sentenceByType?.[dataType]) ?? entry.sentence;
  const sentence = onlyPicks ? `${entry.label} {1} of {field}` : said;
  const texts = [action.value, action.value2, action.value3, action.value4];
  return fillSentence(sentence, specs, texts, field, name, { ...wording, conjunction: "and" });
};

const isEmptyAction = (action: RunnableAction): boolean =>
  !action.globalObjectFieldId && !action.workflowDataTypeActionId && !action.workflowDataTypeAction;

/** The effect of an action without its child actions, and its field. */
const ownParts = (
  action: RunnableAction,
  name: string,
  onlyPicks: boolean,
  wording: Wording,
): string[] => {
  const entry = findAction(action, wording.catalogue);
  const usesOthers = entry?.usesOtherField ?? entry?.formulaTypes !== undefined;
  return [
    ownSentence(action, entry, name, onlyPicks, wording),
    usesOthers ? (scopeWords[action.usesOtherFieldScope ?? ""] ?? "") : "",
    action.applyToMatchedOnly ? "only where the conditions are met" : "",
  ];
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(", ");

/** One action as a sentence: “Set Price to Cost × 1.35”. */
export const describeAction = (action: RunnableAction, wording: Wording, depth = 0): string => {
  if (isEmptyAction(action)) return depth === 0 ? "Incomplete action" : "Incomplete action on it";
  const entry = findAction(action, wording.catalogue);
  const children =
    entry?.picksEntry && depth <= maxNesting ? inRankOrder(action.childActions ?? []) : [];
  // A child action changes the value of the entry that its parent selected, whatever its own field's name is.
  const name = depth === 0 ? fieldWords(action.globalObjectFieldId, wording) : "it";
  const onlyPicks = children.length > 0 && (action.value2 ?? "") === "";
  const inside = children.map((child) => describeAction(child, wording, depth + 1));
  return joined([
    ...ownParts(action, name, onlyPicks, wording),
    inside.length > 0 ? `then with its value: ${inside.join("; ")}` : "",
  ]);
};

/** One action without its child actions, which have their own lines. */
export const describeActionLine = (
  action: RunnableAction,
  { picked, hasChildren }: PartLine,
  wording: Wording,
): string => {
  if (isEmptyAction(action)) return "Incomplete action";
  const name = picked ? "its value" : fieldWords(action.globalObjectFieldId, wording);
  const picks = hasChildren && findAction(action, wording.catalogue)?.picksEntry === true;
  const onlyPicks = picks && (action.value2 ?? "") === "";
  return joined([
    ...ownParts(action, name, onlyPicks, wording),
    picks ? "then with its value:" : "",
  ]);
};

const conditionTexts = ({ condition, condition2, condition3, condition4 }: RunnableCondition) => [
  condition,
  condition2,
  condition3,
  condition4,
];

/** Whether a condition requires all of several values, and its comparator can tell. */
const requiresAll = (comparator: Comparator, condition: RunnableCondition): boolean => {
  const [first] = comparator.operands;
  if (!condition.conditionArrayMustMatchAll || !comparator.whenAll || !first) return false;
  // How many values the other field has is not known here.
  return comparator.usesOtherField || givenValues(first, condition.condition ?? "").length > 1;
};

/** What a condition says of its subject, or of a value that does not match. */
export const fillPredicate = (
  which: keyof Predicate,
  comparator: Comparator,
  condition: RunnableCondition,
  field: RuleField | undefined,
  wording: Wording,
): string => {
  const all = requiresAll(comparator, condition);
  const asDate = comparator.whenDate && parseTime(condition.condition) !== undefined;
  const words = (all && comparator.whenAll) || (asDate && comparator.whenDate) || comparator;
  const joined: Wording = all ? { ...wording, conjunction: "and" } : wording;
  return fillSentence(
    words[which],
    comparator.operands,
    conditionTexts(condition),
    field,
    "",
    joined,
  );
};

const ownPredicate = (condition: RunnableCondition, picked: boolean, wording: Wording): string => {
  const comparator = findComparator(condition, wording.catalogue);
  const field = wording.catalogue.fields.get(condition.globalObjectFieldId ?? 0);
  if (comparator) {
    const said = fillPredicate("sentence", comparator, condition, field, wording);
    // The value of an entry can be read as text and as a number; both may exist.
    const asNumber = picked && comparator.reads === "decimal" && comparator.operands.length === 0;
    return asNumber ? `${said} as a number` : said;
  }
  const kind =
    condition.workflowDataTypeComparator?.handle ?? condition.workflowDataTypeComparatorId;
  return kind ? `meets an unknown condition (${kind})` : "… (select a condition)";
};

/** The inner conditions: of a picked entry “, whose value is …”, of any other condition “ (and …)”. */
const inner = (condition: RunnableCondition, wording: Wording, depth: number): string => {
  const children = inRankOrder(condition.childConditions ?? []);
  if (children.length === 0 || depth > maxNesting) return "";
  const picks = findComparator(condition, wording.catalogue)?.pick !== undefined;
  if (!picks)
    return ` (and ${children.map((child) => describeCondition(child, wording, depth + 1)).join(" and ")})`;
  const said = children.map((child) => {
    if (isEmptyCondition(child)) return "an incomplete condition on its value";
    const name = child.fieldArrayMustMatchAll ? "whose every value" : "whose value";
    const about = inSentence(subject(child, name, wording));
    const more = inner(child, wording, depth + 1);
    const own = `${about} ${ownPredicate(child, true, wording)}${more}`;
    return more.startsWith(",") ? `(${own})` : own;
  });
  return `, ${said.join(" and ")}`;
};

/** The subject of the comparator: the field's name, or the result of its pre-modifier. */
const subject = (condition: RunnableCondition, name: string, wording: Wording): string => {
  const preModifier = findPreModifier(condition, wording.catalogue);
  if (!preModifier?.preModifier) return name;
  const { sentence } = preModifier.preModifier;
  const texts = conditionTexts(condition);
  return fillSentence(sentence, preModifier.operands, texts, undefined, name, wording);
};

/** “Any variant's ” or “Every ”: which of several elements or entries must meet a condition. */
const which = (condition: RunnableCondition, { catalogue }: Wording): string => {
  const field = catalogue.fields.get(condition.globalObjectFieldId ?? 0);
  const words = condition.fieldArrayMustMatchAll ? "Every " : field?.ofSeveral ? "Any " : "";
  if (!field?.ofSeveral || field.label.startsWith(field.objectName)) return words;
  return `${words}${inSentence(field.objectName)}'s `;
};

const isEmptyCondition = (condition: RunnableCondition): boolean =>
  !condition.globalObjectFieldId &&
  !condition.workflowDataTypeComparatorId &&
  !condition.workflowDataTypeComparator;

/** One condition as a sentence: “Title contains “lamp”, any case”. */
export const describeCondition = (
  condition: RunnableCondition,
  wording: Wording,
  depth = 0,
): string => {
  if (isEmptyCondition(condition)) return "an incomplete condition";
  const name = fieldWords(condition.globalObjectFieldId, wording);
  const about = subject(condition, name, wording);
  return `${which(condition, wording)}${about} ${ownPredicate(condition, false, wording)}${inner(condition, wording, depth)}`;
};

/** One condition without its child conditions, which have their own lines. */
export const describeConditionLine = (
  condition: RunnableCondition,
  { picked, hasChildren }: PartLine,
  wording: Wording,
): string => {
  if (isEmptyCondition(condition)) return "Incomplete condition";
  const name = picked ? "its value" : fieldWords(condition.globalObjectFieldId, wording);
  const some = picked
    ? condition.fieldArrayMustMatchAll
      ? "Every "
      : ""
    : which(condition, wording);
  const about = `${some}${subject(condition, name, wording)}`;
  const picks = findComparator(condition, wording.catalogue)?.pick !== undefined;
  const more = picks ? ", where" : ", and";
  return `${about} ${ownPredicate(condition, picked, wording)}${hasChildren ? more : ""}`;
};

/** A rule in words, for the read-only screens and for screen readers. */
export interface RuleDescription {
  readonly name: string;
  readonly enabled: boolean;
  /** Groups and conditions are ignored (api 2.15, alwaysRun). */
  readonly alwaysRun: boolean;
  /** Any group is sufficient; in a group all conditions are required. */
  readonly groups: readonly (readonly string[])[];
  readonly actions: readonly string[];
  /** True: the first matching child rule is used; false: each of them runs. */
  readonly tiers: boolean;
  readonly childRules: readonly RuleDescription[];
}

/** A rule in words, child rules included. */
export const describeRule = (
  rule: RunnableWorkflowRule,
  wording: Wording,
  depth = 0,
): RuleDescription => ({
  name: rule.name,
  enabled: rule.enabled ?? true,
  alwaysRun: rule.alwaysRun,
  groups: inRankOrder(rule.groups ?? []).map(({ conditions }) =>
    inRankOrder(conditions ?? []).map((condition) => describeCondition(condition, wording)),
  ),
  actions: inRankOrder(rule.actions ?? []).map((action) => describeAction(action, wording)),
  tiers: isTier(rule, wording.catalogue),
  // A tree deeper than the limit for saving is cut off.
  childRules:
    depth > maxNesting
      ? []
      : inRankOrder(rule.childRules ?? []).map((child) => describeRule(child, wording, depth + 1)),
});

const neverRuns = ({ alwaysRun, groups }: RuleDescription): boolean =>
  !alwaysRun && groups.every((conditions) => conditions.length === 0);

/** A condition after other words: “any variant's Price …”. */
export const withinSentence = (condition: string): string =>
  condition.replace(/^(?:Any|Every)(?= )/, (word) => word.toLowerCase());

const conditionsWords = (rule: RuleDescription): string => {
  if (rule.alwaysRun) return "Always";
  const held = rule.groups.filter((conditions) => conditions.length > 0);
  return neverRuns(rule)
    ? "Never (no conditions)"
    : `When ${held.map((all) => all.map(withinSentence).join(" and ")).join(", or when ")}`;
};

/** The introduction of the child rules, after nothing, after a condition, or after actions. */
export const leads = {
  alone: { tiers: "The first of these that matches:", all: "Each of these:" },
  condition: { tiers: ", the first of these that matches:", all: ", each of these:" },
  actions: { tiers: "Then the first of these that matches:", all: "Then:" },
} as const;

/** The text of a rule before its child rules. A rule without its own actions only introduces them. */
const before = (rule: RuleDescription, own: string): string => {
  const kind = rule.tiers ? "tiers" : "all";
  if (rule.actions.length > 0 || neverRuns(rule)) return `${own} ${leads.actions[kind]}`;
  return rule.alwaysRun ? leads.alone[kind] : conditionsWords(rule) + leads.condition[kind];
};

/** The name that the editor gives to a new child rule. */
export const givenName = (tiers: boolean, at: number): string =>
  `${tiers ? "Tier" : "Rule"} ${at + 1}`;

/**
 * The whole rule as one paragraph, for screen readers; the editor reads it back (`rule-model/typed-rule.ts`). Child rules
 * have their names, unless the editor gave them, and those inside a child rule are in parentheses.
 */
export const ruleParagraph = (rule: RuleDescription, depth = 0): string => {
  const then = rule.actions.length === 0 ? "nothing is changed" : rule.actions.join("; ");
  const own = `${conditionsWords(rule)}: ${then}.`;
  const children = rule.childRules
    .map((child, at) => {
      const named = child.name !== "" && child.name !== givenName(rule.tiers, at);
      return `${named ? `${quoted(shownText(child.name))}: ` : ""}${ruleParagraph(child, depth + 1)}`;
    })
    .join(" ");
  const inside = depth > 0 ? `(${children})` : children;
  const words = children === "" ? own : `${before(rule, own)} ${inside}`;
  return rule.enabled ? words : `Disabled. ${words}`;
};
