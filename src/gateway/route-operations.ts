import type { Operation } from "#contract/operation.ts";
import { toRoutePath } from "#http/server-options.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  answerProblem,
  answerWritten,
  type Answering,
  readTarget,
  addTimingHeader,
  onDisconnect,
  writeOutcome,
} from "./answer-request.ts";
import { type ChangeRouting, serveChange } from "./audit/serve-change.ts";
import { buildTarget, type Target } from "./build-target.ts";
import type { TokenChoice } from "./choose-token.ts";
import type { Clock } from "./clock.ts";
import { type Call, type Forwarder, isChange } from "./forward-call.ts";
import { guardCall } from "./guard-browsers.ts";
import { etagPattern } from "./judge-answer.ts";
import { isKept, type KeptAnswers, wantsFresh } from "./keep-answers.ts";
import type { Failure } from "./problems.ts";
import { changesNothing, readBody } from "./read-body.ts";
import { readPriority } from "./read-priority.ts";

/** The prefix of the API's paths on the console's address. */
export const apiPrefix = "/api";

/** The token for a call that names this source or channel, or none. */
export type TokenFor = (operation: Operation, ownerId: number | undefined) => TokenChoice;

export interface Routing {
  readonly operations: readonly Operation[];
  readonly forwarder: Forwarder;
  readonly answering: Answering;
  /** Cached responses for equal requests, on the forwarder's clock. */
  readonly kept: KeptAnswers;
  readonly clock: Clock;
  readonly tokenFor: TokenFor;
  /** The signed-in person, if any; people take turns. */
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Records changing calls; undefined where the gateway has no storage. */
  readonly changes: ChangeRouting | undefined;
}

/** One route for each operation of the contract; there is no other way to the upstream. */
export const routeOperations = (app: FastifyInstance, routing: Routing): void => {
  for (const operation of routing.operations) {
    app.route({
      method: operation.method,
      url: apiPrefix + toRoutePath(operation.path),
      exposeHeadRoute: false,
      config: { permission: operation },
      handler: async (request, reply) => serve(operation, request, reply, routing),
    });
  }
};

const serve = async (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  routing: Routing,
) => {
  const { answering, forwarder, kept } = routing;
  const prepared = prepare(operation, request, routing);
  if ("failure" in prepared) return answerProblem(reply, prepared.failure, answering);
  const { call } = prepared;
  if (isChange(call) && routing.changes !== undefined)
    return serveChange(call, request, reply, routing.changes);
  const key = isKept(operation) ? `${call.token ?? ""} ${call.path}` : undefined;
  const found = key === undefined || call.fresh === true ? undefined : kept.find(key);
  if (found !== undefined) {
    addTimingHeader(reply, { queueMs: 0, upstreamMs: 0 });
    return answerWritten(addAgeHeader(reply, found.ageMs), found.answer, answering);
  }
  const subscription = forwarder.send(call);
  onDisconnect(reply, subscription.unsubscribe);
  const outcome = await subscription.result;
  addTimingHeader(reply, outcome);
  const written = writeOutcome(outcome, answering.redactor);
  if (key !== undefined && !("failure" in written)) {
    kept.keep(key, written, routing.clock.now() - outcome.upstreamMs);
    addAgeHeader(reply, outcome.upstreamMs);
  }
  return answerWritten(reply, written, answering);
};

/** Sets the minimum age of a response that may have been requested for another client (RFC 9111, 5.1). */
const addAgeHeader = (reply: FastifyReply, ms: number): FastifyReply =>
  reply.header("age", String(Math.floor(ms / 1_000)));

type Prepared = { readonly call: Call } | { readonly failure: Failure };

/** Checks everything that can be refused without a call to the upstream. */
const prepare = (operation: Operation, request: FastifyRequest, routing: Routing): Prepared => {
  const built = buildTarget(
    operation,
    request.params as Record<string, string>,
    readTarget(request).query,
  );
  if (built.kind === "bad") return { failure: { kind: "bad-request", issues: built.issues } };
  const stranger = guardCall(request);
  if (stranger !== undefined) return { failure: stranger };
  const body = readBody(operation, request);
  if ("failure" in body) return body;
  const choice = routing.tokenFor(operation, built.target.ownerId);
  if (choice.kind === "missing")
    return { failure: { kind: "token-missing", tokens: choice.tokens } };
  const call = callOf(operation, request, built.target, body, choice.token, routing);
  const ifMatch = isChange(call) ? readIfMatch(request) : undefined;
  return typeof ifMatch === "object" ? { failure: ifMatch } : { call: { ...call, ifMatch } };
};

/**
 * The version that a change was made to, or why it can't be one. Reads have none. No version of the gateway or the API is
 * weak: a proxy that compresses responses makes them so (nginx with `gzip`), although the record is the same.
 */
const readIfMatch = (request: FastifyRequest): string | undefined | Failure => {
  const ifMatch = header(request, "if-match")?.replace(/^W\//, "");
  if (ifMatch === undefined || etagPattern.test(ifMatch)) return ifMatch;
  return { kind: "bad-request", detail: "If-Match must be one ETag that the API returned." };
};

const callOf = (
  operation: Operation,
  request: FastifyRequest,
  target: Target,
  body: { readonly value: unknown; readonly text?: string },
  token: string,
  routing: Routing,
): Call => ({
  operation,
  path: target.path,
  body: body.text,
  onlyReads: changesNothing(operation, body.value),
  token,
  urgency: readPriority(header(request, "priority")),
  person: routing.personOf(request),
  requestId: request.id,
  fresh: isKept(operation) && wantsFresh(header(request, "cache-control")),
});

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" ? value : value?.join(",");
};
