import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { describeAction } from "#rules/describe-action.ts";
import { describeCondition } from "#rules/describe-condition.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { isTier } from "#rules/rule-catalogue.ts";
import { shownText } from "#rules/shown-text.ts";
import type { PartKind, Slot } from "#rule-model/draft/part.ts";
import type { FlatPart, FlatRule } from "./flat-rule.ts";
import { headId, namesIn } from "./flat-rule.ts";

/** Longer sentences do not help in a list of changes. */
const longest = 400;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

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

/** Describes a part's content. */
export const describeContent = ({ kind, tree }: FlatPart, wording: Wording): string =>
  cut(words[kind](tree as never, wording));

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
export const nounOfPart = (part: FlatPart, flat: FlatRule, { catalogue }: Wording): string => {
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
export const rowOf = (part: FlatPart, flat: FlatRule): FlatPart => {
  const parent = part.parent === undefined ? undefined : flat.get(part.parent);
  return parent?.kind === part.kind && part.kind !== "rule" ? rowOf(parent, flat) : part;
};

const steps = (part: FlatPart, flat: FlatRule, wording: Wording): readonly string[] => {
  const parent = part.parent === undefined ? undefined : flat.get(part.parent);
  if (!parent || parent.kind === "head") return [];
  const outer = steps(parent, flat, wording);
  if (parent.kind === "rule")
    return parent.parent === headId
      ? outer
      : [...outer, `${nounOfPart(parent, flat, wording)} ${describeContent(parent, wording)}`];
  if (parent.kind !== "group") return outer;
  const rule = flat.get(parent.parent ?? headId);
  const alone = namesIn(rule, "groups").length < 2;
  return alone ? outer : [...outer, `group ${placeIn(parent, flat)}`];
};

/** The path to a part, outermost first: “tier “Heavy”, group 2”; empty where there is only one possible place. */
export const describeLocation = (part: FlatPart, flat: FlatRule, wording: Wording): string =>
  steps(part, flat, wording).join(", ");
