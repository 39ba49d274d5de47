import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import type { Sql } from "#database/sql.ts";
import { toRoutePath } from "#http/route-paths.ts";
import { isEncoded } from "#http/server-options.ts";
import { traceIdsOf } from "#http/trace-requests.ts";
import { authenticate } from "./authenticate.ts";
import { checkInput, type RawInput } from "./check-input.ts";
import { giveUpAfter } from "./give-up-after.ts";
import type { Answer, Caller, Context } from "./handler.ts";
import type { LogEntry } from "./log-entry.ts";
import { rateLimitBody, rateLimitHeaders } from "./limit-rate.ts";
import { forbidden, Refusal } from "./refusal.ts";
import { acceptRequest } from "./store/request-times.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of the API that a route of the service performs. */
    operation?: Operation;
  }
}

/** The settings of all operations. */
export interface Serving {
  readonly sql: Sql;
  readonly clock: () => Date;
  /** Requests per token and rolling second; 0: any number. */
  readonly rateLimit: number;
  /** Hashes of the Account tokens that only this process accepts. */
  readonly accountTokens: readonly Buffer[];
  /** Milliseconds until a request times out. */
  readonly timeout: number;
  readonly log: (entry: LogEntry) => void;
  readonly onChange: () => void;
  /** Writes the addresses of images into a response's JSON. */
  readonly placeImages: (json: string) => string;
}

/** A request with a valid token and within its rate. */
interface Admitted {
  readonly caller: Caller;
  /** The time of its timeout, on the clock of `performance.now`. */
  readonly deadline: number;
}

/** A handler whose operation type is erased: `checkInput` has validated its request. */
export type AnyHandler = (request: never, context: Context) => Promise<Answer<unknown>>;

/** Refuses a request that names another source or channel as its scope (api 5.2, 7). */
const refuseOtherOwner = (
  { owner }: Operation,
  caller: Caller,
  { params, query }: RawInput,
): void => {
  if (owner === undefined || caller.type !== owner.type) return;
  const named = ((owner.in === "path" ? params : query) as Readonly<Record<string, unknown>>)[
    owner.name
  ];
  if (named !== undefined && named !== caller.ownerId) throw forbidden();
};

const refuseEncodedBody = (request: FastifyRequest): void => {
  if (isEncoded(request.headers["content-encoding"]))
    throw new Refusal(415, "Send the body without Content-Encoding");
};

/**
 * Registers one operation. The order of its checks: token (401), rate (429), token type (403), the body's form (413,
 * 415, 400), the operation's schemas (400), the scope that the request names (403), and then the handler.
 */
export const registerOperation = (
  app: FastifyInstance,
  operation: Operation,
  handler: AnyHandler,
  { sql, clock, rateLimit, accountTokens, timeout, log, onChange, placeImages }: Serving,
): void => {
  const admissions = new WeakMap<FastifyRequest, Admitted>();

  /** Undefined for a request over its rate. */
  const admit = async (request: FastifyRequest): Promise<Admitted | undefined> => {
    const deadline = performance.now() + timeout;
    const { caller, tokenHash } = await authenticate(sql, request.headers, accountTokens);
    if (rateLimit > 0 && !(await acceptRequest(sql, tokenHash, rateLimit))) return undefined;
    if (!operation.tokens.includes(caller.type)) throw forbidden();
    refuseEncodedBody(request);
    return { caller, deadline };
  };

  const answer = (
    request: FastifyRequest,
    { caller, deadline }: Admitted,
  ): Promise<Answer<unknown>> => {
    const input = checkInput(operation, request);
    refuseOtherOwner(operation, caller, input);
    const context: Context = {
      sql,
      now: clock(),
      ifMatch: request.headers["if-match"],
      log: (event, details) =>
        log({ level: "info", event, requestId: request.id, ...traceIdsOf(request), ...details }),
    };
    return giveUpAfter(
      deadline - performance.now(),
      handler({ ...input, caller } as never, context),
    );
  };

  app.route({
    method: operation.method,
    url: toRoutePath(operation.path),
    config: { operation },
    onRequest: async (request, reply) => {
      const admitted = await giveUpAfter(timeout, admit(request));
      if (admitted === undefined) {
        return reply.code(429).headers(rateLimitHeaders).send(rateLimitBody(rateLimit));
      }
      admissions.set(request, admitted);
      return undefined;
    },
    handler: async (request, reply) => {
      const admitted = admissions.get(request);
      if (admitted === undefined) throw new Error("A request reached its handler without a token");
      const { body, total, version } = await answer(request, admitted);
      if (operation.changesState) onChange();
      if (total !== undefined) reply.header("x-total-count", total);
      if (version !== undefined) reply.header("etag", version);
      return reply
        .code(operation.status ?? 200)
        .type("application/json; charset=utf-8")
        .send(placeImages(JSON.stringify(body)));
    },
  });
};
