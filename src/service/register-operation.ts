import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import type { Sql } from "#database/sql.ts";
import { routePathOf } from "./allowed-methods.ts";
import { authenticate } from "./authenticate.ts";
import { checkInput, type RawInput } from "./check-input.ts";
import type { Answer, Caller, Context } from "./handler.ts";
import type { LogEntry } from "./log-entry.ts";
import { placeImages } from "./place-images.ts";
import { rateLimitBody, rateLimitHeaders } from "./limit-rate.ts";
import { forbidden, Refusal } from "./refusal.ts";
import { acceptRequest } from "./store/request-times.ts";

/** What every operation is served with. */
export interface Serving {
  readonly sql: Sql;
  readonly clock: () => Date;
  /** Requests per token and rolling second; 0: any number. */
  readonly rateLimit: number;
  /** Hashes of the Account tokens that this process alone accepts. */
  readonly accountTokens: readonly Buffer[];
  readonly log: (entry: LogEntry) => void;
}

/** A handler whose operation is no longer known to the compiler: `checkInput` has made its request fit. */
export type AnyHandler = (request: never, context: Context) => Promise<Answer<unknown>>;

/** A scope that the request names: another source's or channel's is refused (api 5.2, 7). */
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
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw new Refusal(415, "A body must be sent without Content-Encoding");
};

/**
 * Registers one operation. The order of its checks: token (401), rate (429), token type (403), the body's form (413,
 * 415, 400), the operation's schemas (400), the scope that the request names (403), and then the handler.
 */
export const registerOperation = (
  app: FastifyInstance,
  operation: Operation,
  handler: AnyHandler,
  { sql, clock, rateLimit, accountTokens, log }: Serving,
): void => {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error("A request reached its handler without a token");
    return caller;
  };

  app.route({
    method: operation.method,
    url: routePathOf(operation.path),
    onRequest: async (request, reply) => {
      const { caller, tokenHash } = await authenticate(sql, request.headers, accountTokens);
      if (rateLimit > 0 && !(await acceptRequest(sql, tokenHash, rateLimit))) {
        return reply.code(429).headers(rateLimitHeaders).send(rateLimitBody(rateLimit));
      }
      if (!operation.tokens.includes(caller.type)) throw forbidden();
      refuseEncodedBody(request);
      callers.set(request, caller);
      return undefined;
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const input = checkInput(operation, request);
      refuseOtherOwner(operation, caller, input);
      const { body, total } = await handler({ ...input, caller } as never, {
        sql,
        now: clock(),
        log: (event, details) => log({ level: "info", event, requestId: request.id, ...details }),
      });
      if (total !== undefined) reply.header("x-total-count", total);
      return reply
        .code(operation.status ?? 200)
        .type("application/json; charset=utf-8")
        .send(placeImages(JSON.stringify(body), request));
    },
  });
};
