import type { Operation } from "#contract/operation.ts";
import { capIssues, listIssues } from "#http/list-issues.ts";
import { toRoutePath } from "#http/server-options.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { answerProblem, type Answering, readTarget } from "./answer-request.ts";
import { badQuery } from "./build-target.ts";
import { guardCall } from "./guard-browsers.ts";
import type { Failure } from "./problems.ts";
import { readBody } from "./read-body.ts";
import { apiPrefix } from "./route-operations.ts";

/** Thrown where a call ends; it is answered in one place. */
export class Stop extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The value as the schema reads it; ends the call with 400 if it doesn't fit. */
export const check = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Stop({ kind: "bad-request", issues: capIssues(listIssues(result.error)) });
};

/** The body of a call; ends the call if there is none. */
export const requireBody = (
  operation: Pick<Operation, "body">,
  request: FastifyRequest,
): unknown => {
  const read = readBody(operation, request);
  if ("failure" in read) throw new Stop(read.failure);
  return read.value;
};

/** The response to a database failure; bugs are handled elsewhere. */
const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);

const retryAfterSeconds = 5;

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const serve = async (
  operation: Operation,
  handle: Handle,
  request: FastifyRequest,
  reply: FastifyReply,
  answering: Answering,
): Promise<FastifyReply> => {
  const stranger = guardCall(request);
  if (stranger !== undefined) return answerProblem(reply, stranger, answering);
  const issues = badQuery(readTarget(request).query);
  if (issues.length > 0) return answerProblem(reply, { kind: "bad-request", issues }, answering);
  try {
    return await handle(request, reply);
  } catch (error) {
    if (error instanceof Stop) return answerProblem(reply, error.failure, answering);
    if (!isDatabaseError(error)) throw error;
    // The message may quote an order, and orders contain addresses.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    request.log.error({ code }, "the gateway's database failed");
    const outcome = operation.changesState ? "unknown" : "refused";
    const failure = { kind: "memory-failed", outcome, retryAfter: retryAfterSeconds } as const;
    return answerProblem(reply, failure, answering);
  }
};

/** A route of an operation that the gateway performs itself, on its database. */
export const serveOwnOperation = (
  app: FastifyInstance,
  operation: Operation,
  handle: Handle,
  answering: Answering,
): void => {
  app.route({
    method: operation.method,
    url: apiPrefix + toRoutePath(operation.path),
    exposeHeadRoute: false,
    config: { permission: operation },
    handler: async (request, reply) => serve(operation, handle, request, reply, answering),
  });
};
