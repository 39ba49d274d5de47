import * as z from "zod/mini";
import { maxTextLength } from "./limits.ts";
import { UpdateOrCreateMappingRule } from "./mapping-rule-request.ts";
import { MappingRule } from "./mapping-rules.ts";
import { operation, tokenTypes } from "./operation.ts";
import {
  body,
  int64,
  maybe,
  pathId,
  record,
  requiredFlag,
  requiredInt64,
  requiredOpenEnum,
  requiredText,
  text,
} from "./primitives.ts";

/*
 * Changes of mapping rules that wait for another editor, who sends them to the API. These operations are the gateway's
 * own; no upstream has them.
 */

/**
 * saving: being sent. unknown: it may have been saved; approving again checks first. declined: only its author sees it,
 * until they withdraw it or propose another change of the rule. A saved one is no longer listed.
 */
const ruleReviewStates = ["waiting", "saving", "unknown", "declined"] as const;

const reviewFields = {
  id: requiredInt64(),
  ruleId: int64("Null: a new rule"),
  name: requiredText("The rule's name, as proposed"),
  note: requiredText("What the author says about it; may be empty"),
  proposedBy: requiredText(),
  proposedAt: requiredText(),
  isOwn: requiredFlag("Whether the person who asks has proposed it"),
  state: requiredOpenEnum(ruleReviewStates),
  answer: text("Why it was declined, or wasn't saved"),
  answeredBy: text("Who declined it, or tried to save it"),
};

/** A proposed change of a mapping rule, without the rule itself. */
export const RuleReview = record(reviewFields);
export type RuleReview = z.infer<typeof RuleReview>;

/** The same with the rule as it should become, and as it was then; null: a new rule. */
const RuleReviewDetail = record({
  ...reviewFields,
  rule: UpdateOrCreateMappingRule,
  base: maybe(UpdateOrCreateMappingRule),
});
export type RuleReviewDetail = z.infer<typeof RuleReviewDetail>;

/** The most changes that wait for review at once. */
export const maxRuleReviews = 500;

const NewRuleReview = body({
  /** The whole rule, as it would be saved. */
  rule: UpdateOrCreateMappingRule,
  note: z.string().check(z.maxLength(maxTextLength)),
});

const RuleReviewAnswer = body({ note: z.string().check(z.maxLength(maxTextLength)) });

const shared = { section: "neighbours", tokens: tokenTypes, extension: true } as const;
const readable = { ...shared, changesState: false, role: "viewer" } as const;
const changing = { ...shared, changesState: true, role: "editor" } as const;
const params = z.object({ id: pathId() });

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const ruleReviewOperations = {
  listRuleReviews: operation({
    ...readable,
    method: "GET",
    path: "/rule-reviews",
    summary: "List the changes of mapping rules that wait for review, oldest first",
    response: z.array(RuleReview),
  }),
  getRuleReview: operation({
    ...readable,
    method: "GET",
    path: "/rule-reviews/{id}",
    summary: "Read a proposed change with the rule before and after it",
    params,
    response: RuleReviewDetail,
  }),
  proposeRule: operation({
    ...changing,
    method: "POST",
    path: "/rule-reviews",
    summary: "Propose a change of a mapping rule to the other editors",
    description:
      "It replaces the person's earlier proposal for the same rule. 412 if the rule has another version than If-Match names.",
    body: NewRuleReview,
    response: RuleReview,
    act: "propose changes of mapping rules",
  }),
  withdrawRuleReview: operation({
    ...changing,
    method: "POST",
    path: "/rule-reviews/{id}/withdraw",
    summary: "Remove one's own proposal",
    params,
    response: z.null(),
    act: "propose changes of mapping rules",
  }),
  declineRuleReview: operation({
    ...changing,
    method: "POST",
    path: "/rule-reviews/{id}/decline",
    summary: "Decline another person's proposal, with a note for them",
    params,
    body: RuleReviewAnswer,
    response: z.null(),
    act: "review changes of mapping rules",
  }),
  approveRuleReview: operation({
    ...changing,
    method: "POST",
    path: "/rule-reviews/{id}/approve",
    summary: "Save another person's proposal, if the rule is still as it was when it was proposed",
    description:
      "412 if the rule has changed since. If the result of an earlier attempt is unknown, it is checked first.",
    params,
    response: MappingRule,
    act: "review changes of mapping rules",
  }),
};
