import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { writeJsonExactly } from "#contract/exact-json.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { Operation } from "#contract/operation.ts";
import { readAnswer } from "#contract/read.ts";
import { maxRuleReviews, type RuleReview, ruleReviewOperations } from "#contract/rule-reviews.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Sql } from "#database/sql.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { type Answering, answerJson } from "#gateway/server/answer-request.ts";
import { describeProblem, type Failure } from "#gateway/server/problems.ts";
import { readHeader } from "#gateway/server/read-request.ts";
import {
  check,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import {
  addReview,
  claimReview,
  declineReview,
  forgetReview,
  listReviews,
  readReview,
  releaseReview,
  removeReview,
  type StoredReview,
} from "./review-store.ts";
import { type ChangeRouting, readKey, recordChange } from "./send-change.ts";
import { settleChange } from "./store.ts";

interface ReviewRoutes {
  readonly answering: Answering;
  /** The sender as others read it, and the ID; undefined without sign-in. */
  readonly personOf: (request: FastifyRequest) => string | undefined;
  readonly personIdOf: (request: FastifyRequest) => string | undefined;
  /** Undefined where the gateway has no storage. */
  readonly storage:
    | {
        readonly sql: () => Promise<Sql>;
        readonly upstream: string;
        readonly sending: Omit<ChangeRouting, "waitMs">;
        readonly tokenFor: TokenFor;
      }
    | undefined;
}

type Request = UpdateOrCreateMappingRule;

const { listMappingRules, saveMappingRule } = mappingRuleOperations;

/** Values that mean the same as a field that is left out. */
const isUsual = (name: string, value: unknown): boolean =>
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (name === "enabled" ? value === true : value === false);

/** A rule as a text, equal for equal rules. `made`: also for a rule and the request that created its parts. */
const writeRule = (rule: unknown, made = false): string =>
  JSON.stringify(rule, (name, value: unknown) => {
    if (name === "updatedAt" || (made && (name === "id" || isUsual(name, value)))) return undefined;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });

/** Whether a rule of the API is what a request makes of it. */
const isMadeBy = (rule: Request | undefined, request: Request): boolean =>
  rule !== undefined && writeRule(rule, true) === writeRule(request, true);

const noSecondPerson: Failure = {
  kind: "reviewer-needed",
  detail: "Nobody signs in to this console, so there is no second person. Save the rule instead.",
};

const ownProposal: Failure = {
  kind: "reviewer-needed",
  detail: "You proposed this change, so another editor must approve it.",
};

const gone: Failure = {
  kind: "review-ended",
  detail: "It was saved, declined, withdrawn or replaced. Reload the list of changes.",
};

const underWay: Failure = {
  kind: "review-ended",
  detail: "It is being saved, or the result of saving it is unknown.",
};

const changedSince: Failure = {
  kind: "record-changed",
  detail:
    "The rule has changed since this change was proposed. Nothing was saved. Its author can update the proposal.",
};

const noLongerThere: Failure = {
  kind: "record-changed",
  detail: "The rule no longer exists. Nothing was saved.",
};

const settleFirst =
  "It is unknown whether this change was saved: the rule is neither as before nor as proposed. Check the rule, then settle the change under Activity.";

/** The gateway's own operations under /api: changes of mapping rules that wait for another editor. */
export const serveRuleReviews = (
  app: FastifyInstance,
  { answering, personOf, personIdOf, storage }: ReviewRoutes,
): void => {
  interface Asked extends Omit<NonNullable<typeof storage>, "sql"> {
    readonly sql: Sql;
    readonly request: FastifyRequest;
    /** Empty without sign-in. */
    readonly personId: string;
    readonly person: string;
  }

  const demandToken = ({ tokenFor }: Asked, operation: Operation): string => {
    const choice = tokenFor(operation, undefined);
    if ("missing" in choice) throw new Stop({ kind: "token-missing", tokens: choice.missing });
    return choice.token;
  };

  const readRules = async (asked: Asked, query: string): Promise<Verdict> =>
    asked.sending.forwarder
      .send({
        operation: listMappingRules,
        path: listMappingRules.path + query,
        body: undefined,
        token: demandToken(asked, listMappingRules),
        urgency: 1,
        person: asked.person,
        fresh: true,
      })
      .result.then(({ verdict }) => verdict);

  const toRules = (value: unknown): MappingRule[] =>
    readAnswer(listMappingRules.response, value).value;

  /** A rule as the API has it now; undefined if it has none. Ends the call if it can't be read: nothing is overwritten. */
  const readRule = async (asked: Asked, ruleId: number) => {
    const verdict = await readRules(asked, `?ids=${ruleId}`);
    if (verdict.kind === "failure") {
      if (![404, 405, 501].includes(describeProblem(verdict.failure, "").status))
        throw new Stop({ ...verdict.failure, outcome: "refused" });
      const detail =
        "The service doesn't list mapping rules, so the console can't tell whether the rule has changed since. Nothing was saved.";
      throw new Stop({ kind: "upstream-refused", detail });
    }
    const rule = toRules(verdict.value).find(({ id }) => id === ruleId);
    if (rule === undefined) return undefined;
    const request = toMappingRuleRequest(rule);
    if (request !== undefined) return { rule, request, version: verdict.etag };
    const detail = "The service sent this rule without its conditions and actions.";
    throw new Stop({ kind: "upstream-invalid", detail });
  };

  const find = async ({ request, sql, upstream, personId }: Asked): Promise<StoredReview> => {
    const { id } = check(ruleReviewOperations.getRuleReview.params, request.params);
    const review = await readReview(sql, upstream, personId, id);
    if (review === undefined) throw new Stop(gone);
    return review;
  };

  /** Whether a change with an unknown result was made, as the API shows it; undefined if that can't be told. */
  const findMade = async (
    asked: Asked,
    { ruleId, rule, base }: StoredReview,
  ): Promise<MappingRule | "not made" | undefined> => {
    if (ruleId == null) {
      const verdict = await readRules(asked, "");
      if (verdict.kind === "failure") return undefined;
      const made = toRules(verdict.value).find((one) => isMadeBy(toMappingRuleRequest(one), rule));
      return made ?? "not made";
    }
    const now = await readRule(asked, ruleId).catch(() => undefined);
    if (now === undefined) return undefined;
    if (isMadeBy(now.request, rule)) return now.rule;
    return writeRule(now.request) === writeRule(base) ? "not made" : undefined;
  };

  /** Settles the unknown result of an earlier attempt. Returns the rule if it was saved. */
  const settle = async (asked: Asked, review: StoredReview): Promise<MappingRule | undefined> => {
    const { sql, upstream, person } = asked;
    const found = await findMade(asked, review);
    if (found === undefined) throw new Stop({ kind: "outcome-unknown", detail: settleFirst });
    const made = found !== "not made";
    if (review.changeId != null) {
      const settledAt = new Date().toISOString();
      await settleChange(sql, upstream, review.changeId, { made, settledBy: person, settledAt });
    }
    if (found === "not made") return undefined;
    await forgetReview(sql, review.id);
    return found;
  };

  /** Sends a proposal as the save of the person who approves it. */
  const send = async (asked: Asked, review: StoredReview, version: string | undefined) => {
    const { sql, upstream, sending, request, person } = asked;
    const token = demandToken(asked, saveMappingRule);
    const requestId = request.id;
    const claimed = await claimReview(sql, upstream, review.id, { requestId, person });
    if (claimed !== "acted") throw new Stop(claimed === "missing" ? gone : underWay);
    const sent = await recordChange(
      {
        operation: saveMappingRule,
        path: saveMappingRule.path,
        body: writeJsonExactly(review.rule),
        ifMatch: version,
        token,
        urgency: 1,
        person,
        requestId,
      },
      { requestId, key: null, proposedBy: review.proposedBy },
      sending,
    );
    const failure =
      sent.kind === "unavailable"
        ? sent.failure
        : sent.kind === "sent" && sent.outcome.verdict.kind === "failure"
          ? sent.outcome.verdict.failure
          : undefined;
    if (failure === undefined && sent.kind === "sent" && sent.outcome.verdict.kind === "success") {
      await forgetReview(sql, review.id);
      return sent.outcome.verdict.value;
    }
    const { title, detail, outcome } = describeProblem(failure ?? { kind: "internal" }, "");
    if (outcome === "refused") {
      await releaseReview(sql, review.id, requestId, detail ?? title);
      throw new Stop(failure!);
    }
    const left = await readReview(sql, upstream, asked.personId, review.id);
    if (left === undefined) throw new Stop(gone);
    const saved = await settle(asked, left);
    if (saved !== undefined) return saved;
    const answer =
      "The service didn't respond, and a check found the rule unchanged. Approve it again.";
    await releaseReview(sql, review.id, requestId, answer);
    throw new Stop({ kind: "upstream-failed", detail: answer, outcome: "refused" });
  };

  const approve = async (asked: Asked): Promise<unknown> => {
    const review = await find(asked);
    if (review.isOwn) throw new Stop(ownProposal);
    if (review.state === "saving") throw new Stop(underWay);
    if (review.state === "declined") throw new Stop(gone);
    if (review.state === "unknown") {
      const saved = await settle(asked, review);
      if (saved !== undefined) return saved;
    }
    if (review.ruleId == null) return send(asked, review, undefined);
    const now = await readRule(asked, review.ruleId);
    if (now === undefined) throw new Stop(noLongerThere);
    if (writeRule(now.request) !== writeRule(review.base)) throw new Stop(changedSince);
    return send(asked, review, now.version);
  };

  const propose = async (asked: Asked): Promise<RuleReview> => {
    const { sql, upstream, request, personId, person } = asked;
    const operation = ruleReviewOperations.proposeRule;
    const { rule, note } = check(operation.body, requireBody(operation, request));
    const key = readKey(request);
    if (typeof key === "object" && key !== null) throw new Stop(key);
    const now = rule.id == null ? undefined : await readRule(asked, rule.id);
    if (rule.id != null && now === undefined) throw new Stop(noLongerThere);
    const seen = readHeader(request, "if-match")?.replace(/^W\//, "");
    if (
      now?.version !== undefined &&
      seen !== undefined &&
      now.version.replace(/^W\//, "") !== seen
    )
      throw new Stop({ kind: "record-changed", detail: "The rule has changed. Nothing was sent." });
    const base = now?.request;
    const added = await addReview(sql, upstream, { rule, base, note, key, personId, person });
    if (added === "saving") throw new Stop(underWay);
    if (added === "full")
      throw new Stop({
        kind: "bad-request",
        detail: `${maxRuleReviews} changes wait for review already. Review some first.`,
      });
    const review = await readReview(sql, upstream, personId, added);
    if (review === undefined) throw new Stop(gone);
    const { rule: _rule, base: _base, changeId: _change, state, ...rest } = review;
    return { ...rest, state };
  };

  /** Acts on a proposal that waits, if it is or isn't the person's own. */
  const end = async (asked: Asked, isOwn: boolean, act: (id: number) => Promise<string>) => {
    const review = await find(asked);
    if (review.isOwn !== isOwn)
      throw new Stop({
        kind: "bad-request",
        detail: isOwn
          ? "Only the author can withdraw a change."
          : "You proposed this change. Withdraw it instead.",
      });
    const ended = await act(review.id);
    if (ended !== "acted") throw new Stop(ended === "missing" ? gone : underWay);
    return null;
  };

  const handlers: Record<keyof typeof ruleReviewOperations, (asked: Asked) => Promise<unknown>> = {
    listRuleReviews: async ({ sql, upstream, personId }) => listReviews(sql, upstream, personId),
    getRuleReview: async (asked) => {
      const { changeId: _, ...review } = await find(asked);
      return review;
    },
    proposeRule: propose,
    withdrawRuleReview: async (asked) =>
      end(asked, true, (id) => removeReview(asked.sql, asked.upstream, id)),
    declineRuleReview: async (asked) => {
      const operation = ruleReviewOperations.declineRuleReview;
      const { note } = check(operation.body, requireBody(operation, asked.request));
      const { sql, upstream, person } = asked;
      return end(asked, false, (id) => declineReview(sql, upstream, id, { note, person }));
    },
    // A stop waits for it, as for other changes.
    approveRuleReview: async (asked) => asked.sending.recorder.track(approve(asked)),
  };

  for (const [name, operation] of Object.entries(ruleReviewOperations)) {
    const handle = handlers[name as keyof typeof ruleReviewOperations];
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      if (storage === undefined) throw new Stop({ kind: "memory-unavailable" });
      const personId = personIdOf(request) ?? "";
      if (operation.changesState && personId === "") throw new Stop(noSecondPerson);
      const person = personOf(request) ?? "";
      const { sql, ...more } = storage;
      const answer = await handle({ ...more, sql: await sql(), request, personId, person });
      return answerJson(reply, 200, answer, answering);
    };
    serveOwnOperation(app, operation, serve, answering);
  }
};
