import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { readonly stringValue?: string; readonly intValue?: number | string };

/** A span as it arrived, with its attributes by name. */
export interface ArrivedSpan {
  readonly scope: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly ms: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A collector for tests: it keeps all that it receives. */
export interface TestCollector {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** All spans that arrived as JSON, in the order of their ends. */
  spans(): ArrivedSpan[];
  close(): Promise<void>;
}

interface TraceBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly {
        readonly name: string;
        readonly kind: number;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly status: { readonly code: number };
        readonly attributes: readonly { readonly key: string; readonly value: Value }[];
      }[];
    }[];
  }[];
}

const spansIn = (body: TraceBody): ArrivedSpan[] =>
  body.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ scope, spans }) =>
      spans.map((span) => ({
        scope: scope.name,
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        failed: span.status.code === 2,
        attributes: Object.fromEntries(
          span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
        ),
      })),
    );

/** Starts a collector; one that hangs reads exports and never responds. */
export const startCollector = async ({ hangs = false } = {}): Promise<TestCollector> => {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      arrivals.push({ path, headers, body: Buffer.concat(chunks) });
      if (!hangs) response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    spans: () =>
      arrivals
        .filter(({ path }) => path === "/v1/traces")
        .flatMap(({ body }) => spansIn(JSON.parse(body.toString()) as TraceBody)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
