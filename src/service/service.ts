import { randomUUID } from "node:crypto";
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type RawRequestDefaultExpression as RawRequest,
} from "fastify";
import { requestRate } from "#contract/limits.ts";
import { operationEntries } from "#contract/operations.ts";
import type { Sql } from "#database/sql.ts";
import { type EndedRequest, observeRequests } from "#http/observe-requests.ts";
import { createAllowedMethods } from "#http/route-paths.ts";
import { acceptJsonOnly, maxConnections, serverOptions } from "#http/server-options.ts";
import { traceIdsOf, traceRequests } from "#http/trace-requests.ts";
import type { Tracer } from "#http/tracer.ts";
import { answerError } from "./answer-error.ts";
import { answerMalformed } from "./answer-malformed.ts";
import { commonHeaders } from "./common-headers.ts";
import { handlers } from "./handlers.ts";
import { hashToken } from "./hash-token.ts";
import { type ImageSource, noImages } from "./image-source.ts";
import type { LogEntry } from "./log-entry.ts";
import { keepCountsShort } from "./keep-counts-short.ts";
import { parseJson } from "./parse-json.ts";
import { Refusal } from "./refusal.ts";
import { registerOperation, type AnyHandler } from "./register-operation.ts";
import { publicPaths, servePublicRoutes } from "./serve-public-routes.ts";

export interface ServiceOptions {
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
