import type { FastifyReply, FastifyRequest } from "fastify";
import { idempotencyKeyPattern } from "#contract/audit.ts";
import { cutText } from "#contract/cut-text.ts";
import { parseJsonExactly } from "#contract/exact-json.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import type { Call, Forwarder, Outcome } from "#gateway/proxy/forward-call.ts";
import {
  addTimingHeader,
  answerWritten,
  type WrittenAnswer,
  writeOutcome,
} from "#gateway/proxy/send-answer.ts";
import { readRecordId } from "#gateway/proxy/versions.ts";
import { type Answering, answerProblem } from "#gateway/server/answer-request.ts";
import type { ChangeStep } from "#gateway/server/database.ts";
import { describeProblem, type Failure } from "#gateway/server/problems.ts";
import { onDisconnect } from "#gateway/server/read-request.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import type { Operation } from "#contract/operation.ts";
import { whyReviewed } from "#contract/people.ts";
import { type ChangeDescription, describeChange } from "./describe-change.ts";
import type { ChangeRecorder } from "./record-changes.ts";
import type { RuleVersions } from "./rule-versions.ts";
import type { ChangeResult, ChangeIntent, Earlier } from "./store.ts";

type Written = WrittenAnswer | { readonly failure: Failure };

/** Operations whose successful responses contain a secret, which is shown once and not stored. */
const secretAnswers: ReadonlySet<string> = new Set([
  "createWebhookConfiguration",
  "rotateWebhookSecret",
]);

/** The largest response that is stored for a request with the same key. */
const maxStoredAnswer = 1024 * 1024;

const answerToStore = (written: Written, redactor: Redactor): string | null => {
  // PostgreSQL stores no NUL in a text; JSON escapes it.
  const text = redactor.serialise(written);
  return text.length > maxStoredAnswer ? null : text;
};

const nameFields = [
  "rmaNumber",
  "returnNumber",
  "purchaseOrderNumber",
  "configurationName",
  "name",
];
const statusFields = ["rmaStatus", "status"];
const longest = 100;

/** What people call the record of a response, and its status, without characters that hide or reorder others. */
const describeRecord = (
  value: unknown,
  redactor: Redactor,
): Pick<ChangeResult, "recordName" | "recordStatus"> => {
  if (typeof value !== "object" || value === null) return {};
  const read = (fields: readonly string[]): string | undefined => {
    const entries = value as Readonly<Record<string, unknown>>;
    const text = fields.map((field) => entries[field]).find((one) => typeof one === "string");
    if (typeof text !== "string") return undefined;
    const shown = JSON.parse(redactor.serialise(text)) as string;
    const cut = cutText(shown.replace(/[\p{Cc}\p{Cf}]/gu, ""), longest);
    // Half a surrogate pair becomes U+FFFD on the way to the database.
    return Buffer.from(cut).toString() || undefined;
  };
  return { recordName: read(nameFields), recordStatus: read(statusFields) };
};

/** Statuses of refusals before the change itself was looked at: another attempt with the same key is a new one. */
export const untried: ReadonlySet<number | null | undefined> = new Set([null, undefined, 401, 429]);

/** The result of a changing call: what is recorded of it. */
const toChangeResult = (
  change: ChangeDescription,
  verdict: Verdict,
  written: Written,
  redactor: Redactor,
  note: string | undefined,
): ChangeResult => {
  const endedAt = new Date().toISOString();
  const status = verdict.status ?? null;
  if (verdict.kind === "success") {
    const recordId = change.recordId === null ? readRecordId(verdict.value) : null;
    const isSecret = secretAnswers.has(change.operation);
    const answer = isSecret ? null : answerToStore(written, redactor);
    const about = describeRecord(verdict.value, redactor);
    const common = { status, reason: note ?? null, endedAt, recordId, ...about };
    return { state: "done", ...common, answer, freesKey: false };
  }
  const { title, outcome } = describeProblem(verdict.failure, "");
  const reason = note === undefined ? title : `${note}. ${title}`;
  const common = { status, reason, endedAt, recordId: null };
  // A response that can't be read says nothing about the change.
  if (outcome !== "refused") return { ...common, state: "unknown", answer: null, freesKey: false };
  const freesKey = untried.has(verdict.status);
  const answer = freesKey ? null : answerToStore(written, redactor);
  return { ...common, state: "refused", answer, freesKey };
};

/** The result of a change whose answer could not be read, because the gateway failed: it may have been made. */
const unknownResult = (): ChangeResult => ({
  state: "unknown",
  status: null,
  reason: describeProblem({ kind: "internal" }, "").title,
  endedAt: new Date().toISOString(),
  recordId: null,
  answer: null,
  freesKey: false,
});

/** The result of a change that was refused before it was sent. */
const refusedUnsent = ({ kind, detail }: Failure): ChangeResult => ({
  state: "refused",
  status: describeProblem({ kind }, "").status,
  reason: detail ?? null,
  endedAt: new Date().toISOString(),
  recordId: null,
  answer: null,
  freesKey: true,
});

export interface ChangeRouting {
  readonly ruleVersions: RuleVersions;
  readonly recorder: ChangeRecorder;
  readonly forwarder: Forwarder;
  readonly answering: Answering;
  readonly reached: (step: ChangeStep) => void | Promise<void>;
  /** Whether a mapping rule is only saved as another person's proposal. */
  readonly reviewsRules: boolean;
  /** How long a request with the key of one in progress waits for its result. */
  readonly waitMs: number;
}

/** Why a change can't be sent without a review; undefined if it can. */
export const refuseUnreviewed = (
  reviewsRules: boolean,
  { reviewed }: Pick<Operation, "reviewed">,
): Failure | undefined =>
  reviewsRules && reviewed ? { kind: "reviewer-needed", detail: whyReviewed } : undefined;

/** The key of one act of a person, by which a repeated request is recognized. */
export const readKey = (request: FastifyRequest): string | null | Failure => {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  return typeof key === "string" && idempotencyKeyPattern.test(key)
    ? key
    : {
        kind: "bad-request",
        detail: "Idempotency-Key must be 1 to 128 letters, digits or the characters . _ : -",
      };
};

const settleFirst =
  "This change was sent before, and its result is unknown. Check the record, then settle the change under Activity.";

const retryAfter = 5;

/** The response to a request whose key was used before. */
const answerEarlier = (
  reply: FastifyReply,
  { state, answer }: Earlier,
  answering: Answering,
): FastifyReply => {
  const fail = (failure: Failure) => answerProblem(reply, failure, answering);
  reply.header("idempotency-replayed", "true");
  if (state === "pending") return fail({ kind: "change-under-way", retryAfter });
  if (state === "unknown") return fail({ kind: "outcome-unknown", detail: settleFirst });
  if (answer === null) return fail({ kind: "already-made" });
  return answerWritten(reply, JSON.parse(answer) as Written, answering);
};

/**
 * Sends the response. It is no part of what a stop waits for: a reply is a promise of its delivery, which never settles
 * if the client leaves while the response waits for others of its connection.
 */
type Answer = () => FastifyReply;

const answerRepeated = async (
  reply: FastifyReply,
  intent: ChangeIntent,
  first: Earlier,
  { recorder, answering, waitMs }: ChangeRouting,
): Promise<Answer | "released"> => {
  const { hash } = intent;
  if (first.hash !== hash) return () => answerProblem(reply, { kind: "key-reused" }, answering);
  const ended = await recorder.whenEnded(intent, first, waitMs);
  if (ended === "released") return ended;
  if ("kind" in ended) return () => answerProblem(reply, { ...ended, retryAfter }, answering);
  return () => answerEarlier(reply, ended, answering);
};

/** Sends a changing call: recorded before it leaves, with its result before the client gets it. */
export const serveChange = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  routing: ChangeRouting,
): Promise<FastifyReply> => {
  const answer = await routing.recorder.track(recordAndSend(call, request, reply, routing));
  return answer();
};

const recordAndSend = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  routing: ChangeRouting,
): Promise<Answer> => {
  const { answering } = routing;
  const key = readKey(request);
  if (typeof key === "object" && key !== null) return () => answerProblem(reply, key, answering);
  const onLeft = (leave: () => void) => onDisconnect(reply, leave);
  const sent = await recordChange(call, { requestId: request.id, key, onLeft }, routing);
  if (sent.kind === "unavailable")
    return () =>
      answerProblem(
        reply,
        sent.failure.kind === "reviewer-needed" ? sent.failure : { ...sent.failure, retryAfter },
        answering,
      );
  if (sent.kind === "earlier") {
    const answered = await answerRepeated(reply, sent.intent, sent.earlier, routing);
    // The first attempt was refused before it was sent: this is a new one.
    return answered === "released" ? recordAndSend(call, request, reply, routing) : answered;
  }
  addTimingHeader(reply, sent.outcome);
  return () => answerWritten(reply, sent.written, answering);
};

/** The act of a person that a change is. */
interface Act {
  readonly requestId: string;
  readonly key: string | null;
  /** Who proposed it, if another person has approved it. */
  readonly proposedBy?: string;
  /** Gets the function to call when the client has disconnected. */
  readonly onLeft?: (leave: () => void) => void;
}

type SentChange =
  | { readonly kind: "sent"; readonly outcome: Outcome; readonly written: Written }
  | { readonly kind: "earlier"; readonly intent: ChangeIntent; readonly earlier: Earlier }
  | { readonly kind: "unavailable"; readonly failure: Failure };

/** Records a change, sends it, and records its result. */
export const recordChange = async (
  call: Call,
  act: Act,
  routing: Omit<ChangeRouting, "waitMs">,
): Promise<SentChange> => {
  const { recorder, ruleVersions } = routing;
  const body: unknown = call.body === undefined ? undefined : parseJsonExactly(call.body);
  const intent: ChangeIntent = {
    ...describeChange(call.operation, call.path, body),
    person: call.person ?? null,
    requestId: act.requestId,
    requestedAt: new Date().toISOString(),
    key: act.key,
  };
  const begun = await recorder.begin(intent);
  if (begun.kind === "earlier") return { ...begun, intent };
  if (begun.kind === "unavailable") return begun;
  const failure =
    act.proposedBy === undefined
      ? refuseUnreviewed(routing.reviewsRules, call.operation)
      : undefined;
  if (failure !== undefined) {
    await recorder.end(begun.id, refusedUnsent(failure));
    return { kind: "unavailable", failure };
  }
  await ruleVersions.before(call, body);
  const sent = sendAndCheck(call, intent, act, routing);
  const { outcome, written, result } = await sent.catch(async (error: unknown) => {
    // Without a result it would stay in progress until this process ends.
    await recorder.end(begun.id, unknownResult());
    throw error;
  });
  if (outcome.verdict.kind === "success")
    await ruleVersions.after(call, outcome.verdict.value, nameSavers(call.person, act.proposedBy));
  await recorder.end(begun.id, result);
  return { kind: "sent", outcome, written };
};

const nameSavers = (person: string | undefined, proposedBy: string | undefined) =>
  proposedBy === undefined ? person : `${proposedBy}, approved by ${person}`;

const sendAndCheck = async (
  call: Call,
  intent: ChangeIntent,
  { onLeft, proposedBy }: Act,
  { forwarder, answering, reached }: Omit<ChangeRouting, "waitMs">,
) => {
  const watch = { sent: () => void reached("change-sent"), head: () => undefined };
  const subscription = forwarder.send({ ...call, watch });
  onLeft?.(subscription.unsubscribe);
  const outcome = await subscription.result;
  const written = writeOutcome(outcome, answering.redactor);
  const note = proposedBy === undefined ? undefined : `Proposed by ${proposedBy}`;
  const result = toChangeResult(intent, outcome.verdict, written, answering.redactor, note);
  return { outcome, written, result };
};
