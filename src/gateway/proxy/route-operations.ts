import type { Issue } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import { type Answering, answerProblem } from "#gateway/server/answer-request.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import type { Failure } from "#gateway/server/problems.ts";
import {
  apiPrefix,
  badQuery,
  changesNothing,
  onDisconnect,
  readBody,
  readHeader,
  readTarget,
} from "#gateway/server/read-request.ts";
import { toRoutePath } from "#http/server-options.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { etagPattern } from "./check-answer.ts";
import { type Call, type Forwarder, isChange } from "./forward-call.ts";
import { readPriority } from "./queue.ts";
import { addTimingHeader, answerWritten, type WrittenAnswer, writeOutcome } from "./send-answer.ts";
import { createReadCache, isCached, wantsFresh } from "./share-reads.ts";
import type { TokenFor } from "./tokens.ts";

interface Routing {
  readonly operations: readonly Operation[];
  readonly forwarder: Forwarder;
  readonly answering: Answering;
  readonly clock: Clock;
  readonly tokenFor: TokenFor;
  /** The signed-in person, if any; people take turns. */
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Sends a changing call and records it; undefined where the gateway has no database. */
  readonly sendChange:
    | ((call: Call, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>)
    | undefined;
}

/** One route for each operation of the contract; there is no other way to the upstream. */
export const routeOperations = (app: FastifyInstance, routing: Routing): void => {
  const cache = createReadCache<WrittenAnswer>(routing.clock);
  for (const operation of routing.operations) {
    app.route({
      method: operation.method,
      url: apiPrefix + toRoutePath(operation.path),
      exposeHeadRoute: false,
      config: { permission: operation },
      handler: async (request, reply) => {
        const { answering, sendChange } = routing;
        const call = readCall(operation, request, routing);
        if ("kind" in call) return answerProblem(reply, call, answering);
        return isChange(call) && sendChange !== undefined
          ? sendChange(call, request, reply)
          : forward(call, reply, routing, cache);
      },
    });
  }
};

const forward = async (
  call: Call,
  reply: FastifyReply,
  { forwarder, answering, clock }: Routing,
  cache: ReturnType<typeof createReadCache<WrittenAnswer>>,
): Promise<FastifyReply> => {
  const key = isCached(call.operation) ? `${call.token} ${call.path}` : undefined;
  const found = key === undefined || call.fresh === true ? undefined : cache.find(key);
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
    cache.keep(key, written, clock.now() - outcome.upstreamMs);
    addAgeHeader(reply, outcome.upstreamMs);
  }
  return answerWritten(reply, written, answering);
};

/** Sets the minimum age of a response that may have been requested for another client (RFC 9111, 5.1). */
const addAgeHeader = (reply: FastifyReply, ms: number): FastifyReply =>
  reply.header("age", String(Math.floor(ms / 1_000)));

/** The call of a request, after everything that can be refused without the upstream is checked. */
const readCall = (
  operation: Operation,
  request: FastifyRequest,
  { tokenFor, personOf }: Routing,
): Call | Failure => {
  const params = request.params as Record<string, string>;
  const query = pickQuery(operation, readTarget(request).query);
  const issues = [...badIds(operation, params), ...badQuery(query)];
  if (issues.length > 0) return { kind: "bad-request", issues };
  const body = guardCall(request) ?? readBody(operation, request);
  if ("kind" in body) return body;
  const choice = tokenFor(operation, ownerIdOf(operation, params, query));
  if ("missing" in choice) return { kind: "token-missing", tokens: choice.missing };
  const call: Call = {
    operation,
    path: writePath(operation, params, query),
    body: body.text,
    onlyReads: changesNothing(operation, body.value),
    token: choice.token,
    urgency: readPriority(readHeader(request, "priority")),
    person: personOf(request),
    requestId: request.id,
    fresh: isCached(operation) && wantsFresh(readHeader(request, "cache-control")),
  };
  // No version of the gateway or the API is weak: a proxy that compresses responses makes them so (nginx with `gzip`).
  const ifMatch = readHeader(request, "if-match")?.replace(/^W\//, "");
  if (ifMatch === undefined || !isChange(call)) return call;
  return etagPattern.test(ifMatch)
    ? { ...call, ifMatch }
    : { kind: "bad-request", detail: "If-Match must be one ETag that the API returned." };
};

const placeholder = /\{([^}]+)\}/g;

/** Forwards only the operation's own parameters, sorted, so that equal requests have equal addresses. */
const pickQuery = (operation: Operation, given: URLSearchParams): URLSearchParams => {
  const names = new Set(Object.keys(operation.query?.shape ?? {}));
  const query = new URLSearchParams([...given].filter(([name]) => names.has(name)));
  query.sort();
  return query;
};

const badIds = ({ path }: Operation, params: Readonly<Record<string, string>>): Issue[] =>
  [...path.matchAll(placeholder)]
    .map(([, name = ""]) => name)
    .filter((name) => !pathIdPattern.test(params[name] ?? ""))
    .map((name) => ({
      path: name,
      message: "An ID must be a positive whole number with at most 19 digits.",
    }));

/** Path and query for the upstream, built from the operation. */
const writePath = (
  operation: Operation,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): string => {
  const path = operation.path.replaceAll(placeholder, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** The source or channel that a call names as the owner of its records (the operation's `owner`). */
const ownerIdOf = (
  { owner }: Operation,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): number | undefined => {
  if (owner === undefined) return undefined;
  const text = owner.in === "path" ? params[owner.name] : query.get(owner.name);
  const id = pathIdPattern.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
};
