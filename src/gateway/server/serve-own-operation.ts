import type { Operation } from "#contract/operation.ts";
import { capIssues, listIssues } from "#http/list-issues.ts";
import { toRoutePath } from "#http/server-options.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { answerProblem, type Answering } from "./answer-request.ts";
import { codeOf } from "./database.ts";
import { guardCall } from "./guard-browsers.ts";
import type { Failure } from "./problems.ts";
import { apiPrefix, badQuery, readBody, readTarget } from "./read-request.ts";

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

/** The query of a call as the schema reads it. */
export const checkQuery = <S extends z.ZodMiniType>(
  schema: S,
  request: FastifyRequest,
): z.output<S> => check(schema, Object.fromEntries(readTarget(request).query));

/** The body of a call; ends the call if there is none. */
export const requireBody = (
  operation: Pick<Operation, "body">,
  request: FastifyRequest,
): unknown => {
  const read = readBody(operation, request);
  if ("kind" in read) throw new Stop(read);
  return read.value;
};

/** The response to a database failure; bugs are handled elsewhere. */
const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A route of an operation that the gateway performs itself, on its database. */
export const serveOwnOperation = (
  app: FastifyInstance,
  operation: Operation,
  handle: Handle,
  answering: Answering,
): void => {
  const findFailure = (error: unknown, request: FastifyRequest): Failure => {
    if (error instanceof Stop) return error.failure;
    if (!isDatabaseError(error)) throw error;
    // The message may quote an order, and orders contain addresses.
    request.log.error({ code: codeOf(error) }, "the gateway's database failed");
    const outcome = operation.changesState ? "unknown" : "refused";
    return { kind: "memory-failed", outcome, retryAfter: 5 };
  };
  app.route({
    method: operation.method,
    url: apiPrefix + toRoutePath(operation.path),
    exposeHeadRoute: false,
    config: { permission: operation },
    handler: async (request, reply) => {
      const notOwn = guardCall(request);
      if (notOwn !== undefined) return answerProblem(reply, notOwn, answering);
      const issues = badQuery(readTarget(request).query);
      if (issues.length > 0)
        return answerProblem(reply, { kind: "bad-request", issues }, answering);
      try {
        return await handle(request, reply);
      } catch (error) {
        return answerProblem(reply, findFailure(error, request), answering);
      }
    },
  });
};
