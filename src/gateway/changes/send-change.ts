import type { FastifyReply, FastifyRequest } from "fastify";
import { idempotencyKeyPattern } from "#contract/audit.ts";
import { parseJsonExactly } from "#contract/exact-json.ts";
import {
  addTimingHeader,
  answerProblem,
  type Answering,
  answerWritten,
  onDisconnect,
  writeOutcome,
} from "#gateway/server/answer-request.ts";
import type { Call, Forwarder } from "#gateway/proxy/forward-call.ts";
import type { ChangeStep } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import type { ChangeIntent, Earlier } from "./store.ts";
import type { ChangeKeeper } from "./record-changes.ts";
import { describeChange } from "./describe-change.ts";
import { judgeChange, unjudgedChange } from "./judge-change.ts";

export interface ChangeRouting {
  readonly keeper: ChangeKeeper;
  readonly forwarder: Forwarder;
  readonly answering: Answering;
  readonly reached: (step: ChangeStep) => void | Promise<void>;
  /** How long a request with the key of one in progress waits for its result. */
  readonly waitMs: number;
}

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
  earlier: Earlier,
  hash: string,
  answering: Answering,
): FastifyReply => {
  const fail = (failure: Failure) => answerProblem(reply, failure, answering);
  if (earlier.hash !== hash) return fail({ kind: "key-reused" });
  reply.header("idempotency-replayed", "true");
  if (earlier.state === "pending") return fail({ kind: "change-under-way", retryAfter });
  if (earlier.state === "unknown") return fail({ kind: "outcome-unknown", detail: settleFirst });
  if (earlier.answer === null) return fail({ kind: "already-made" });
  const written = JSON.parse(earlier.answer) as ReturnType<typeof writeOutcome>;
  return answerWritten(reply, written, answering);
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
  { keeper, answering, waitMs }: ChangeRouting,
): Promise<Answer | "released"> => {
  const isOther = first.hash !== intent.hash;
  const ended = isOther
    ? ({ kind: "earlier", earlier: first } as const)
    : await keeper.whenEnded(intent, first, waitMs);
  if (ended.kind === "released") return "released";
  if (ended.kind === "unavailable")
    return () => answerProblem(reply, { ...ended.failure, retryAfter }, answering);
  return () => answerEarlier(reply, ended.earlier, intent.hash, answering);
};

/** Sends a changing call: recorded before it leaves, with its result before the client gets it. */
export const serveChange = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  routing: ChangeRouting,
): Promise<FastifyReply> => {
  const answer = await routing.keeper.follow(recordAndSend(call, request, reply, routing));
  return answer();
};

const recordAndSend = async (
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  routing: ChangeRouting,
): Promise<Answer> => {
  const { keeper, answering } = routing;
  const key = readKey(request);
  if (typeof key === "object" && key !== null) return () => answerProblem(reply, key, answering);
  const body: unknown = call.body === undefined ? undefined : parseJsonExactly(call.body);
  const intent: ChangeIntent = {
    ...describeChange(call.operation, call.path, body),
    person: call.person ?? null,
    requestId: request.id,
    requestedAt: new Date().toISOString(),
    key,
  };
  const begun = await keeper.begin(intent);
  if (begun.kind === "unavailable")
    return () => answerProblem(reply, { ...begun.failure, retryAfter }, answering);
  if (begun.kind === "earlier") {
    const answered = await answerRepeated(reply, intent, begun.earlier, routing);
    // The first attempt was refused before it was sent: this is a new one.
    return answered === "released" ? recordAndSend(call, request, reply, routing) : answered;
  }
  const sent = sendAndJudge(call, intent, reply, routing);
  const { outcome, written, ending } = await sent.catch(async (error: unknown) => {
    // Without a result it would stay in progress until this process ends.
    await keeper.end(begun.id, unjudgedChange());
    throw error;
  });
  await keeper.end(begun.id, ending);
  addTimingHeader(reply, outcome);
  return () => answerWritten(reply, written, answering);
};

const sendAndJudge = async (
  call: Call,
  intent: ChangeIntent,
  reply: FastifyReply,
  { forwarder, answering, reached }: ChangeRouting,
) => {
  const watch = { sent: () => void reached("change-sent"), head: () => undefined };
  const subscription = forwarder.send({ ...call, watch });
  onDisconnect(reply, subscription.unsubscribe);
  const outcome = await subscription.result;
  const written = writeOutcome(outcome, answering.redactor);
  const ending = judgeChange(intent, outcome.verdict, written, answering.redactor);
  return { outcome, written, ending };
};
