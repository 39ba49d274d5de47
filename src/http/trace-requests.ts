import { nameOperation } from "#contract/operation-names.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Facts, Span, Step, TraceIds, Tracer } from "./tracer.ts";
import { whenClosed } from "./when-closed.ts";

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace of a request for a log line; nothing without traces. */
export const traceIdsOf = (request: FastifyRequest): Partial<TraceIds> =>
  spans.get(request)?.ids ?? {};

export interface TracedRequests {
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
