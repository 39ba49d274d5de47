import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { fieldWords } from "#rules/describe-operands.ts";
import { shownText } from "#rules/shown-text.ts";
import { describeAction, describeCondition } from "#rules/describe-rule.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import type { PartKind, Slot } from "#rule-model/draft/part.ts";
import { cutEnd, cutPair } from "./text-changes.ts";
import type { FlatPart, FlatRule } from "./flat-rule.ts";
import { effectiveValue, headId, namesIn } from "./flat-rule.ts";

/** The name of a field in a list of changes, and the text of its value. */
interface FieldWords {
  readonly label: string;
  readonly value?: (value: unknown, wording: Wording) => string;
}

const onOff = (value: unknown): string => (value === true ? "on" : "off");
const yesNo = (value: unknown): string => (value === true ? "yes" : "no");
const toId = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The choices of a rule's start value (api 2.15, useOriginalInputValue). */
export const startWords = {
  original: "starts with the original value",
  earlier: "starts with the result of earlier rules",
} as const;

const fields: Readonly<Record<string, FieldWords>> = {
  name: { label: "name" },
  description: { label: "description" },
  eventId: { label: "event" },
  useOriginalInputValue: {
    label: "start",
    value: (value) => (value === true ? startWords.original : startWords.earlier),
  },
  globalObjectFieldId: {
    label: "field",
    value: (value, wording) => (value ? fieldWords(toId(value), wording) : "none"),
  },
  globalDataTypeId: {
    label: "data type",
    value: (value, { catalogue }) =>
      catalogue.dataTypeHandles.get(toId(value)) ?? (value ? `type ${String(value)}` : "none"),
  },
  enabled: { label: "state", value: (value) => (value === true ? "enabled" : "disabled") },
  alwaysRun: { label: "“always run”", value: onOff },
  workflowRuleTypeId: {
    label: "rule type",
    value: (value, { catalogue }) =>
      catalogue.ruleTypeHandles.get(toId(value)) ?? `type ${String(value)}`,
  },
  tierData: { label: "tier data" },
  metaData: { label: "extra data (metaData)" },
  headerName: { label: "column name" },
  fieldArrayMustMatchAll: { label: "every entry of the field must match", value: yesNo },
  conditionArrayMustMatchAll: { label: "every value of the condition must match", value: yesNo },
  applyToMatchedOnly: { label: "only where the conditions are met", value: yesNo },
};

/** Longer texts of a field do not help in a list of changes. */
const longestText = 160;
const toText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "");
const inQuotes = (value: unknown, text: string): string =>
  value === null || value === undefined || value === "" ? "nothing" : `“${shownText(text)}”`;

export const fieldLabel = (field: string): string => fields[field]?.label ?? field;

export const fieldValueWords = (field: string, value: unknown, wording: Wording): string =>
  fields[field]?.value?.(effectiveValue(field, value), wording) ??
  inQuotes(value, cutEnd(toText(value), longestText));

/** One field before and after, in words; long texts are cut so that the difference is visible. */
export const fieldChange = (
  field: string,
  before: object,
  after: object,
  wording: Wording,
): { label: string; before: string; after: string } => {
  const valueIn = (tree: object) => (tree as Record<string, unknown>)[field];
  const [one, other] = [valueIn(before), valueIn(after)];
  const label = fieldLabel(field);
  if (fields[field]?.value) {
    const words = (value: unknown) => fieldValueWords(field, value, wording);
    return { label, before: words(one), after: words(other) };
  }
  const [was, is] = cutPair(toText(one), toText(other), longestText);
  return { label, before: inQuotes(one, was), after: inQuotes(other, is) };
};

/** Longer sentences do not help in a list of changes. */
const longest = 400;

const groupWords = ({ conditions }: UpdateOrCreateGroup, wording: Wording): string => {
  const shown = conditions.slice(0, 8).map((one) => describeCondition(one, wording));
  const more = conditions.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" and ") || "no conditions yet";
};

const words: Readonly<Record<PartKind, (tree: never, wording: Wording) => string>> = {
  head: () => "",
  rule: (tree: UpdateOrCreateWorkflowRule) =>
    tree.name ? `“${shownText(tree.name)}”` : "without a name",
  group: groupWords,
  condition: (tree: UpdateOrCreateCondition, wording) => describeCondition(tree, wording),
  action: (tree: UpdateOrCreateAction, wording) => describeAction(tree, wording),
};

const contentWords = ({ kind, tree }: FlatPart, wording: Wording): string =>
  words[kind](tree as never, wording);

/** Describes a part's content. */
export const describeContent = (part: FlatPart, wording: Wording): string =>
  cutEnd(contentWords(part, wording), longest);

/** A part's content before and after; long texts are cut so that the difference is visible. */
export const contentChange = (
  one: FlatPart,
  other: FlatPart,
  wordings: Readonly<Record<"before" | "after", Wording>>,
): readonly [before: string, after: string] =>
  cutPair(contentWords(one, wordings.before), contentWords(other, wordings.after), longest);

const nouns: Readonly<Record<Slot, string>> = {
  rule: "rule",
  groups: "group",
  actions: "action",
  childRules: "rule inside",
  conditions: "condition",
  childConditions: "condition on its value",
  childActions: "action on its value",
};

/** The noun of a part: “condition”, “tier”. */
export const namePartKind = (part: FlatPart, flat: FlatRule, { catalogue }: Wording): string => {
  if (part.slot === undefined) return "mapping rule";
  const parent = flat.get(part.parent ?? headId);
  const tiers = parent?.kind === "rule" && isTier(parent.tree as never, catalogue);
  return part.slot === "childRules" && tiers ? "tier" : nouns[part.slot];
};

/** A part's place among its siblings, from 1. */
export const placeIn = (part: FlatPart, flat: FlatRule): number =>
  part.slot === undefined || part.parent === undefined
    ? 1
    : namesIn(flat.get(part.parent), part.slot).indexOf(part.id) + 1;

/** The outermost row that contains a part: its sentence includes the parts inside it. */
export const findOuterRow = (part: FlatPart, flat: FlatRule): FlatPart => {
  const parent = part.parent === undefined ? undefined : flat.get(part.parent);
  return parent?.kind === part.kind && part.kind !== "rule" ? findOuterRow(parent, flat) : part;
};

const steps = (part: FlatPart, flat: FlatRule, wording: Wording): readonly string[] => {
  const parent = part.parent === undefined ? undefined : flat.get(part.parent);
  if (!parent || parent.kind === "head") return [];
  const outer = steps(parent, flat, wording);
  if (parent.kind === "rule")
    return parent.parent === headId
      ? outer
      : [...outer, `${namePartKind(parent, flat, wording)} ${describeContent(parent, wording)}`];
  if (parent.kind !== "group") return outer;
  const rule = flat.get(parent.parent ?? headId);
  const alone = namesIn(rule, "groups").length < 2;
  return alone ? outer : [...outer, `group ${placeIn(parent, flat)}`];
};

/** The path to a part, outermost first: “tier “Heavy”, group 2”; empty where there is only one possible place. */
export const describeLocation = (part: FlatPart, flat: FlatRule, wording: Wording): string =>
  steps(part, flat, wording).join(", ");
