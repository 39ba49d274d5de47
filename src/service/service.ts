import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawRequestDefaultExpression as RawRequest,
} from "fastify";
import type { ErrorBody, Issue } from "#contract/errors.ts";
import { maxHeaderBytes, requestRate } from "#contract/limits.ts";
import { openApiDocument } from "#contract/openapi.ts";
import { operationEntries, type OperationName, type Operations } from "#contract/operations.ts";
import type { Sql } from "#database/sql.ts";
import {
  type EndedRequest,
  observeRequests,
  traceIdsOf,
  traceRequests,
} from "#http/observe-requests.ts";
import { parseBoundedJson } from "#http/parse-json.ts";
import {
  acceptJsonOnly,
  createAllowedMethods,
  createMalformedHandler,
  maxConnections,
  serverOptions,
} from "#http/server-options.ts";
import type { Tracer } from "#http/tracer.ts";
import { accountHandlers } from "#service/routes/account.ts";
import { mappingRuleHandlers } from "#service/routes/mapping-rules.ts";
import { mappingSetHandlers } from "#service/routes/mapping-sets.ts";
import { productHandlers } from "#service/routes/products.ts";
import { purchaseOrderHandlers } from "#service/routes/purchase-orders.ts";
import { returnHandlers } from "#service/routes/returns.ts";
import { rmaHandlers } from "#service/routes/rmas.ts";
import { webhookHandlers } from "#service/routes/webhooks.ts";
import { foldCounts } from "#service/store/copy-records.ts";
import { hashToken } from "#service/store/tokens.ts";
import type { Handler, LogEntry } from "./handler.ts";
import {
  badRequest,
  diskFull,
  isDiskFull,
  isUnavailable,
  Refusal,
  unavailable,
} from "./refusal.ts";
import { type AnyHandler, registerOperation } from "./register-operation.ts";

/**
 * Headers of every response. Records contain personal data: no cache may store them, and no browser may render them as
 * a page.
 */
const commonHeaders = (requestId: string) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
});

/** Refusals of the HTTP layer before any handler runs: our own status and message for each code. */
const httpRefusals: Readonly<Record<string, readonly [status: number, error: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "The body is larger than 1 MB"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    "The body must be JSON, sent with Content-Type: application/json",
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body's length doesn't match Content-Length"],
  FST_ERR_BAD_URL: [400, "The path is not a valid URL path"],
  FST_ERR_MAX_PARAM_LENGTH: [404, "This path doesn't exist"],
};

const readErrorCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** The refusal for an error; undefined for an unexpected one. */
const findRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (isDiskFull(error)) return diskFull();
  if (isUnavailable(error)) return unavailable();
  const [status, words] = httpRefusals[readErrorCode(error)] ?? [];
  if (status === undefined || words === undefined) return undefined;
  return new Refusal(status, words);
};

/** The body of every error but 429. */
const errorBody = (error: string, issues: readonly Issue[], requestId: string): ErrorBody => ({
  error,
  issues: [...issues],
  requestId,
});

/** Answers an error in the common format. An unexpected error discloses nothing but the request's id. */
const answerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const refusal =
    findRefusal(error) ?? new Refusal(500, "The service failed to process this request");
  return reply
    .code(refusal.status)
    .headers({ ...commonHeaders(request.id), ...refusal.headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(refusal.message, refusal.issues, request.id)));
};

const errors = {
  400: "The request is not valid HTTP",
  408: "The request did not arrive in time",
  431: `The headers are larger than ${maxHeaderBytes / 1_024} KB`,
} as const;

/** Answers input that never became a request in the common error format. */
const answerMalformed = createMalformedHandler((status, requestId) => ({
  text: JSON.stringify(errorBody(errors[status], [], requestId)),
  headers: {
    ...commonHeaders(requestId),
    "content-type": "application/json; charset=utf-8",
  },
}));

/** The routes that need no token, in the format of the operations table. */
const publicPaths = [
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/images/{folder}/{group}/{name}" },
] as const;

/** An image opened on its own is a document: it may then load nothing and run nothing. */
const imageHeaders = {
  "cache-control": "public, max-age=86400",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // The console shows them from another port.
  "cross-origin-resource-policy": "cross-origin",
} as const;

const versionOfPackage = (): string => {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
};

const createEtag = (content: string): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;

/** Answers cacheable content; 304 if the client's copy is current. */
const sendCacheable = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  content: string,
): FastifyReply => {
  const etag = createEtag(content);
  reply.header("etag", etag).type(type);
  return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(content);
};

/**
 * Registers the routes that are not operations of the API and require no token: the health check, OpenAPI and images.
 */
const servePublicRoutes = (app: FastifyInstance, images: ImageSource): void => {
  // Computed at the first request; relative to the address of the service.
  let openApi: string | undefined;

  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/openapi.json", async (request, reply) => {
    openApi ??= JSON.stringify(openApiDocument({ serverUrl: "/", version: versionOfPackage() }));
    reply.header("cache-control", "no-cache");
    return sendCacheable(request, reply, "application/json; charset=utf-8", openApi);
  });

  app.get("/images/*", async (request, reply) => {
    const image = images.find((request.params as { "*": string })["*"]);
    if (image === undefined) throw new Refusal(404, "Image not found");
    return sendCacheable(request, reply.headers(imageHeaders), image.contentType, image.body);
  });
};

/**
 * Images that the service answers below `/images/` and that records name by an address of their own. The program
 * that starts the service supplies them; the service itself has none.
 */
interface ImageSource {
  /** The image at a path below `/images/`; undefined if there is none. */
  find(path: string): { readonly body: string; readonly contentType: string } | undefined;
  /** Writes full addresses into a response's JSON; `folder` is the address of `/images`. */
  place(json: string, folder: string): string;
}

const noImages: ImageSource = { find: () => undefined, place: (json) => json };

/** Each change adds some rows of counts, and each list adds them up: a minute's changes take no noticeable time. */
const everyMs = 60_000;

/** Adds up the counts of records regularly while a service runs. Any number of services may do so at once. */
const keepCountsShort = (app: FastifyInstance, sql: Sql): void => {
  let folding: Promise<void> | undefined;
  const timer = setInterval(() => {
    folding ??= foldCounts(sql)
      // It is tried again in a minute, and a database that fails is reported by every request.
      .catch(() => {})
      .finally(() => (folding = undefined));
  }, everyMs);
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await folding;
  });
};

const byteOrderMark = Buffer.from("\uFEFF");

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

const isBlank = (bytes: Buffer): boolean => /^[ \t\r\n]*$/.test(bytes.toString("latin1"));

/**
 * Parses a JSON body as the API's clients send it: a byte order mark is ignored, and an empty body is undefined, since
 * real clients send the content type without a body.
 */
const parseJson = (bytes: Buffer): unknown => {
  if (isBlank(bytes)) return undefined;
  const parsed = parseBoundedJson(withoutMark(bytes));
  if (parsed.kind === "bad") throw badRequest([{ path: "", message: parsed.message }]);
  return parsed.value;
};

/** One handler for each operation; a missing one does not compile. */
const handlers = {
  ...accountHandlers,
  ...productHandlers,
  ...purchaseOrderHandlers,
  ...rmaHandlers,
  ...returnHandlers,
  ...mappingRuleHandlers,
  ...mappingSetHandlers,
  ...webhookHandlers,
} satisfies { readonly [Name in OperationName]: Handler<Operations[Name]> };

interface ServiceOptions {
  /** The database, prepared by `prepareService`. Other processes may use the same one. */
  readonly sql: Sql;
  readonly clock?: () => Date;
  /** Requests per token and rolling second; 0: any number. */
  readonly rateLimit?: number;
  /** Account tokens that only this process accepts and that are not stored. */
  readonly accountTokens?: readonly string[];
  /**
   * Milliseconds until a request times out. The default is longer than the database's own limits, so that those errors
   * come first.
   */
  readonly timeout?: number;
  readonly log?: (entry: LogEntry) => void;
  /** Called after each operation that changes records: there may be webhook events to send. */
  readonly onChange?: () => void;
  readonly images?: ImageSource;
  /** Measures requests. */
  readonly requestEnded?: (request: EndedRequest) => void;
  /** Records spans of requests. */
  readonly tracer?: Tracer | undefined;
}

/** Enough to find the cause of an error. A database error's detail, which quotes records, is left out. */
const findCause = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, stack } = error;
  return { type, message, stack, ...("code" in error ? { code: error.code } : {}) };
};

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The request's own ID if it names one that is safe in a log, as the gateway's requests do; else a new one. */
const chooseRequestId = ({ headers }: RawRequest): string => {
  const given = headers["x-request-id"];
  return typeof given === "string" && uuid.test(given) ? given : randomUUID();
};

/** A path without a final slash, which the router ignores, too. */
const withoutSlash = (path: string): string => path.replace(/\/$/, "");

const readPathname = (request: FastifyRequest): string =>
  withoutSlash(request.url.split("?", 1)[0] ?? "");

const newApp = (): FastifyInstance =>
  fastify({
    ...serverOptions,
    genReqId: chooseRequestId,
    // A request that is served while the service stops gets its response, not another error format.
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000 },
  });

/** The API of the contract's operations as an HTTP server that does not listen yet. */
export const createService = async ({
  sql,
  clock = () => new Date(),
  rateLimit = requestRate.limit,
  accountTokens = [],
  timeout = 9_500,
  log = () => {},
  onChange = () => {},
  images = noImages,
  requestEnded,
  tracer,
}: ServiceOptions): Promise<FastifyInstance> => {
  const app = newApp();
  app.server.maxConnections = maxConnections;
  const allowedMethods = createAllowedMethods(
    [...operationEntries.map(([, operation]) => operation), ...publicPaths].map(
      ({ method, path }) => ({ method, path: withoutSlash(path) }),
    ),
  );

  const operationOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.operation;
  if (requestEnded !== undefined) observeRequests(app, operationOf, requestEnded);
  if (tracer !== undefined) traceRequests(app, { tracer, operationOf });
  acceptJsonOnly(app, parseJson);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders(request.id));
    if (!request.is404) return;
    const allow = allowedMethods(readPathname(request));
    throw allow.length === 0
      ? new Refusal(404, "This path doesn't exist")
      : new Refusal(405, `${request.method} is not supported here`, {
          headers: { allow: allow.join(", ") },
        });
  });
  app.setErrorHandler((error, request, reply) => {
    answerError(error, request, reply);
    if (reply.statusCode < 500) return;
    const { method, url = "" } = request.routeOptions;
    log({
      level: "error",
      event: "a request failed",
      requestId: request.id,
      ...traceIdsOf(request),
      status: reply.statusCode,
      route: `${String(method)} ${url}`,
      err: findCause(error),
    });
  });

  closeKeptConnections(app);
  // While a server that stops answers its last requests, it has no address any more.
  let origin = "";
  app.addHook("onListen", async () => {
    origin = app.listeningOrigin;
  });
  const serving = {
    sql,
    clock,
    rateLimit,
    accountTokens: accountTokens.map(hashToken),
    timeout,
    log,
    onChange,
    placeImages: (json: string) => images.place(json, `${origin}/images`),
  };
  for (const [name, operation] of operationEntries) {
    registerOperation(
      app,
      operation,
      (handlers as Readonly<Record<string, AnyHandler>>)[name] as AnyHandler,
      serving,
    );
  }
  servePublicRoutes(app, images);
  keepCountsShort(app, sql);
  await app.ready();
  return app;
};

/** Without this, a client that keeps its connection open holds up a stop for more than a minute. */
const closeKeptConnections = (app: FastifyInstance): void => {
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping) reply.header("connection", "close");
  });
};
