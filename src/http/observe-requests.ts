import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { gatewayOperations } from "#contract/gateway-operations.ts";
import { operations } from "#contract/operations.ts";
import type { Facts, Span, Step, TraceIds, Tracer } from "./tracer.ts";

const names = new Map<unknown, string>(
  Object.entries({ ...operations, ...gatewayOperations }).map(([name, operation]) => [
    operation,
    name,
  ]),
);

/** The name of an operation in metrics and traces: a client can't add any. Undefined for anything else. */
export const nameOperation = (operation: unknown): string | undefined => names.get(operation);

/** What is to be done when a connection ends, under one listener: a client may send thousands of requests at once. */
const actsOf = new WeakMap<Socket, Set<() => void>>();

const watch = (socket: Socket): Set<() => void> => {
  const known = actsOf.get(socket);
  if (known !== undefined) return known;
  const acts = new Set<() => void>();
  actsOf.set(socket, acts);
  socket.once("close", () => {
    for (const act of acts) act();
  });
  return acts;
};

/**
 * Calls `act` once: when the response is sent, or when its client has disconnected, which may have happened before. A
 * response that waits for others of its connection emits no `close` if that ends.
 */
export const whenClosed = ({ raw, request }: FastifyReply, act: () => void): void => {
  const { socket } = request.raw;
  if (raw.destroyed || socket.destroyed) return act();
  const acts = watch(socket);
  const close = (): void => {
    if (acts.delete(close)) act();
  };
  acts.add(close);
  raw.once("close", close);
};

/** A request that was answered, or whose client disconnected. */
export interface EndedRequest {
  /** The route's operation; undefined for routes that have none, like files and health checks. */
  readonly operation: unknown;
  readonly status: number;
  readonly seconds: number;
}

/** Reports each request when it ends: what measures requests needs neither its address nor its content. */
export const observeRequests = (
  app: FastifyInstance,
  operationOf: (request: FastifyRequest) => unknown,
  report: (request: EndedRequest) => void,
): void => {
  app.addHook("onResponse", async (request, reply) =>
    report({
      operation: operationOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    }),
  );
};

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace of a request for a log line; nothing without traces. */
export const traceIdsOf = (request: FastifyRequest): Partial<TraceIds> =>
  spans.get(request)?.ids ?? {};

interface TracedRequests {
  readonly tracer: Tracer;
  readonly operationOf: (request: FastifyRequest) => unknown;
  /** False for requests of which no trace is recorded. */
  readonly isTraced?: (request: FastifyRequest) => boolean;
}

/**
 * Records a span for each request, from its head to the end of its response, and adds the trace to its log lines. The
 * facts have the names of OpenTelemetry's HTTP conventions; the address and its query are left out, the route is enough.
 */
export const traceRequests = (
  app: FastifyInstance,
  { tracer, operationOf, isTraced = () => true }: TracedRequests,
): void => {
  app.addHook("onRequest", (request, reply, done) => {
    if (!isTraced(request)) return done();
    const { traceparent } = request.headers;
    const sender = typeof traceparent === "string" ? traceparent : undefined;
    const span = tracer.begin(describe(request, nameOperation(operationOf(request))), sender);
    spans.set(request, span);
    request.log = reply.log = request.log.child(span.ids);
    whenClosed(reply, () => endSpan(span, reply));
    return span.run(done);
  });
  // Reading the body belongs to the connection: without this, what follows it would belong to no span.
  app.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request);
    return span === undefined ? done() : span.run(done);
  });
};

/** The conventions' list; a client must not be able to add names. */
const methods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

const describe = (request: FastifyRequest, operation: string | undefined): Step => {
  const { url: route } = request.routeOptions;
  const method = methods.has(request.method) ? request.method : "_OTHER";
  const facts: Facts = {
    "http.request.method": method,
    "url.scheme": request.protocol,
    "supercargo.request_id": request.id,
    ...(route === undefined ? {} : { "http.route": route }),
    ...(operation === undefined ? {} : { "supercargo.operation": operation }),
  };
  const name = [method === "_OTHER" ? "HTTP" : method, route].filter(Boolean).join(" ");
  return { name, kind: "server", facts };
};

const endSpan = (span: Span, { raw, statusCode }: FastifyReply): void => {
  if (raw.writableFinished) {
    span.add({ "http.response.status_code": statusCode });
    if (statusCode >= 500) span.fail(String(statusCode));
  } else span.fail("disconnected");
  span.end();
};
