import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RateLimitBody } from "#contract/errors.ts";
import { requestRate } from "#contract/limits.ts";
import { type Operation, tokenHeader } from "#contract/operation.ts";
import type { Sql } from "#database/sql.ts";
import { isEncoded, toRoutePath } from "#http/server-options.ts";
import { traceIdsOf } from "#http/observe-requests.ts";
import { acceptRequest, findToken, hashToken } from "#service/store/tokens.ts";
import { checkInput, type RawInput } from "./check-input.ts";
import type { Answer, Caller, Context, LogEntry } from "./handler.ts";
import { forbidden, Refusal, unauthorized } from "./refusal.ts";

/** The answer to a request over the limit (api 7). The window is one second, so waiting one second is always enough. */
const rateLimitHeaders = { "retry-after": "1" } as const;

const rateLimitBody = (limit: number): RateLimitBody => ({
  error: `Rate limit exceeded: more than ${limit} requests in 1 second for this token`,
  data: { limit, window: requestRate.window },
});

/**
 * Waits for work, but no longer than the given milliseconds; then 503. The work itself cannot be stopped: a statement
 * that waits in an unresponsive database may still run when the database responds again.
 */
const giveUpAfter = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const words =
        "The service did not finish in time. The request may still have taken effect. Check before you repeat it";
      reject(new Refusal(503, words, { headers: { "retry-after": "1" } }));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A request with a valid token; its rate is counted by the hash. */
interface Authenticated {
  readonly caller: Caller;
  readonly tokenHash: Buffer;
}

const hints = {
  missing: `Send the token in the header ${tokenHeader}`,
  bearer: `This API doesn't use Authorization: Bearer. Send the token in the header ${tokenHeader}`,
  unknown: `The token in the header ${tokenHeader} is unknown: it is mistyped or was regenerated`,
} as const;

const isBearer = (headers: IncomingHttpHeaders): boolean =>
  /^bearer\b/i.test(headers.authorization ?? "");

/**
 * Finds the owner of a request's token, or refuses the request with 401 (api 5.1).
 *
 * `accountTokens` are hashes of Account tokens that only this process accepts. Nothing is cached between requests, so a
 * regenerated token is refused at once in every process (api 5.7). The look-up compares hashes, whose timing reveals
 * nothing about a token; the final comparison takes the same time for every hash.
 */
const authenticate = async (
  sql: Sql,
  headers: IncomingHttpHeaders,
  accountTokens: readonly Buffer[],
): Promise<Authenticated> => {
  const token = headers[tokenHeader.toLowerCase()];
  if (typeof token !== "string" || token === "") {
    throw unauthorized(isBearer(headers) ? hints.bearer : hints.missing);
  }
  const tokenHash = hashToken(token);
  if (accountTokens.some((own) => timingSafeEqual(own, tokenHash)))
    return { caller: { type: "account" }, tokenHash };
  const found = await findToken(sql, tokenHash);
  if (found === undefined || !timingSafeEqual(found.hash, tokenHash))
    throw unauthorized(hints.unknown);
  return { caller: found.caller, tokenHash };
};

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
