import type {
  UpdateOrCreateAction,
  UpdateOrCreateGroup,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { maxNesting } from "#contract/limits.ts";
import { givenName, leads } from "#rules/describe-rule.ts";
import { ruleTypeId } from "./edit-draft.ts";
import { createActionReader } from "./typed-actions.ts";
import { createConditionReader } from "./typed-conditions.ts";
import { createSentences, type Read, type TypedScope } from "./typed-sentence.ts";
import { findOffers, type Offer, readTyped, type TypedText } from "./typed-text.ts";

/*
 * A rule from one typed line, by recursive descent over the sentences of the tables: what `ruleParagraph` writes, and what
 * people type. A choice is made at each place once; only fields and sentences that begin alike are tried in turn.
 */

export type TypedRule =
  | { readonly rule: UpdateOrCreateWorkflowRule }
  | {
      readonly failsAt: number;
      readonly expected: string;
      /** The conditions and actions that were read before. */
      readonly soFar: UpdateOrCreateWorkflowRule;
    };

const longest = 100_000;

const always = [
  "always",
  ...["all", "every", "for all", "for every"].flatMap((lead) => [
    `${lead} products`,
    `${lead} product`,
    `${lead} orders`,
    `${lead} order`,
  ]),
  "everything",
  "anything",
];

const elses = ["; else", "; otherwise", ", else", ", otherwise", "else", "otherwise"];

const createParser = (typed: TypedText, scope: TypedScope) => {
  const sentences = createSentences(typed, scope);
  const { text, skip, word, anyOf, begins, expect, connect, operands, workflow } = sentences;
  const conditions = createConditionReader(sentences);
  const actions = createActionReader(sentences);

  // What was read of the outermost rule.
  let groupsSoFar = (): readonly UpdateOrCreateGroup[] => [];
  let actionsSoFar: readonly UpdateOrCreateAction[] = [];

  const empty = (more: Partial<UpdateOrCreateWorkflowRule>): UpdateOrCreateWorkflowRule => ({
    name: "",
    workflowRuleTypeId: ruleTypeId(workflow, "conditional"),
    alwaysRun: false,
    enabled: true,
    groups: [],
    actions: [],
    childRules: [],
    ...more,
  });

  interface Lead {
    readonly tiers: boolean;
    readonly end: number;
  }
  const lead = (
    at: number,
    { tiers, all }: { readonly tiers: string; readonly all: string },
  ): Lead | undefined => {
    const [first, every] = [word(at, tiers), word(at, all)];
    if (first >= 0) return { tiers: true, end: first };
    return every < 0 ? undefined : { tiers: false, end: every };
  };

  const withChildren = (
    rule: UpdateOrCreateWorkflowRule,
    { tiers, end }: Lead,
    depth: number,
  ): Read<UpdateOrCreateWorkflowRule> | undefined => {
    const childRules: UpdateOrCreateWorkflowRule[] = [];
    let at = end;
    const opened = depth === 0 ? -1 : word(at, "(");
    if (depth > 0 && opened < 0) return expect(at, "“(”");
    at = opened < 0 ? at : opened;
    do {
      const label = skip(at);
      const named =
        text[label] === "“"
          ? operands.read({ kind: "text", label: "name" }, label, {
              field: undefined,
              stop: undefined,
            })
          : undefined;
      const colon = named ? word(named.end, ":") : at;
      if (colon < 0) return expect(named?.end ?? at, "“:”");
      const name = named?.text ?? givenName(tiers, childRules.length);
      const read = oneRule(colon, depth + 1);
      if (!read) return undefined;
      childRules.push({ ...read.value, name });
      at = read.end;
    } while (skip(at) < text.length && (depth === 0 || word(at, ")") < 0));
    const close = depth === 0 ? at : word(at, ")");
    if (close < 0) return expect(at, "“)”");
    const workflowRuleTypeId = ruleTypeId(workflow, tiers ? "tier" : "conditional");
    return { value: { ...rule, workflowRuleTypeId, childRules }, end: close };
  };

  /** The actions after the conditions, and the child rules after them. */
  const ending = (
    rule: UpdateOrCreateWorkflowRule,
    from: number,
    depth: number,
  ): Read<UpdateOrCreateWorkflowRule> | undefined => {
    const nothing = word(from, "nothing is changed");
    const read = nothing >= 0 ? { value: [], end: nothing } : actions(from);
    if (depth === 0 && read) actionsSoFar = read.value;
    if (!read) return undefined;
    const value = { ...rule, actions: read.value };
    const stop = word(read.end, ".");
    const more = stop < 0 ? undefined : lead(stop, leads.actions);
    if (more) return withChildren(value, more, depth);
    return { value, end: Math.max(stop, read.end) };
  };

  /** “else” after a rule with conditions: both are rules of which the first that matches wins. */
  const otherwise = (
    first: Read<UpdateOrCreateWorkflowRule> | undefined,
    depth: number,
  ): Read<UpdateOrCreateWorkflowRule> | undefined => {
    const end = first ? anyOf(first.end, elses) : -1;
    if (!first || end < 0 || depth > maxNesting) return first;
    const asks = anyOf(end, ["if", "when"]) >= 0;
    const rest = asks
      ? oneRule(end, depth + 1)
      : ending(empty({ alwaysRun: true }), Math.max(end, word(end, ":")), depth + 1);
    if (!rest) return undefined;
    const others = rest.value.childRules?.length && asks ? rest.value.childRules : [rest.value];
    const childRules = [first.value, ...others].map((rule, at) => ({
      ...rule,
      name: givenName(true, at),
    }));
    const workflowRuleTypeId = ruleTypeId(workflow, "tier");
    return { value: empty({ alwaysRun: true, workflowRuleTypeId, childRules }), end: rest.end };
  };

  const oneRule = (from: number, depth: number): Read<UpdateOrCreateWorkflowRule> | undefined => {
    if (depth > maxNesting) return expect(from, "fewer rules inside each other");
    const off = word(from, "Disabled.");
    const [at, enabled] = off >= 0 ? [off, false] : [from, true];
    const alone = lead(at, leads.alone);
    if (alone) return withChildren(empty({ enabled, alwaysRun: true }), alone, depth);
    const never = word(at, "Never (no conditions)");
    const fixed = never >= 0 ? never : anyOf(at, always);
    if (fixed >= 0) {
      const colon = word(fixed, ":");
      const rule = empty({ enabled, alwaysRun: never < 0 });
      return ending(rule, colon >= 0 ? colon : fixed, depth);
    }
    const when = anyOf(at, ["when", "if"]);
    const groups = conditions(when >= 0 ? when : at, (read) => {
      if (depth === 0) groupsSoFar = read;
    });
    if (groups) {
      const rule = empty({ enabled, groups: groups.value });
      const inside = lead(groups.end, leads.condition);
      if (inside) return withChildren(rule, inside, depth);
      const comma = word(groups.end, ",");
      const then = Math.max(
        anyOf(groups.end, [": then", ":", ", then", "then", "→", "->", "=>"]),
        comma >= 0 && begins(comma) ? comma : -1,
      );
      if (then >= 0) return otherwise(ending(rule, then, depth), depth);
      const stop = word(groups.end, ".");
      const end = Math.max(stop, groups.end);
      if (depth === 0 && skip(end) >= text.length) return { value: rule, end };
      connect(at, "a condition", "when", "always:");
    }
    if (when >= 0 || depth > 0) return undefined;
    connect(at, "a condition", "when", "always:");
    return ending(empty({ enabled }), at, depth);
  };

  return (): TypedRule => {
    if (text.length >= longest)
      return { failsAt: longest, expected: "a shorter text", soFar: empty({}) };
    const read = oneRule(0, 0);
    if (read && skip(read.end) >= text.length) return { rule: read.value };
    if (read) expect(read.end, "the end of the rule");
    const soFar = empty({ groups: [...groupsSoFar()], actions: [...actionsSoFar] });
    return { ...typed.failure(), soFar };
  };
};

/** Reads a typed rule. Never throws. */
export const parseTypedRule = (text: string, scope: TypedScope): TypedRule =>
  createParser(readTyped(text.slice(0, longest)), scope)();

/** What could be typed at the end of a text, and from where on it replaces the text. */
export const completeTypedRule = (
  text: string,
  scope: TypedScope,
): readonly (Offer & { readonly from: number })[] => {
  const typed = readTyped(text.slice(0, longest));
  createParser(typed, scope)();
  return findOffers(typed);
};
