import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "#database/testing/database.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { createGateway } from "#gateway/gateway.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, patch, startGateway } from "#gateway/testing/start-gateway.ts";
import { startTestService } from "#service/testing/service.ts";
import { startTelemetry } from "#telemetry/start-telemetry.ts";
import {
  type ArrivedSpan,
  startCollector,
  type TestCollector,
} from "#telemetry/testing/collector.ts";
import { createMetrics } from "./run-metrics.ts";
import { readSettings } from "./settings.ts";

type GatewayOptions = Parameters<typeof createGateway>[0];

const closers: (() => Promise<unknown>)[] = [];
const closing = <T extends { close(): Promise<unknown> }>(opened: T): T => {
  closers.push(() => opened.close());
  return opened;
};
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const sender = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${sender.traceId}-${sender.spanId}-01`;

/** Twenty times as fast as time: the pauses of the rate limit are short. */
const fastClock: Clock = {
  now: () => performance.now() * 20,
  after: (ms, act) => {
    const timer = setTimeout(act, ms / 20);
    return () => clearTimeout(timer);
  },
};

const metrics = createMetrics();
const lines: string[] = [];

/** Exports as the environment says; `flush` sends what is left. */
const connect = ({ url }: Pick<TestCollector, "url">, more: Record<string, string> = {}) => {
  const settings = readSettings(
    { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", ...more },
    "console",
  );
  if (settings.telemetry === undefined) throw new Error("No telemetry");
  lines.length = 0;
  const telemetry = startTelemetry(settings.telemetry, {
    readAll: metrics.readAll,
    log: (line) => lines.push(line),
  });
  return { tracers: telemetry.tracers, flush: () => telemetry.close() };
};

const open = async (baseUrl: string, more: Partial<GatewayOptions>) =>
  closing(
    await startGateway({
      upstream: { baseUrl, rateLimit: 1 },
      log: { level: "warn", write: (line) => lines.push(line) },
      clock: fastClock,
      // On a clock that fast, an ordinary limit is a second.
      timeouts: { readMs: 1e6, changeMs: 1e6, bodyMs: 1e6 },
      ...more,
    }),
  );

const parentOf = (span: ArrivedSpan | undefined, spans: readonly ArrivedSpan[]) =>
  spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name;

test("a click is one trace, from the sender's span over the wait to each statement", async () => {
  const collector = closing(await startCollector());
  const { tracers, flush } = connect(collector);
  const service = closing(await startTestService());
  const sql = service.database.connect({ watch: tracers?.database });
  const traced = await service.another({ sql, tracer: tracers?.service });
  const gateway = await open(traced.url, {
    upstream: { baseUrl: traced.url, accountToken: service.accountToken },
    tracer: tracers?.gateway,
  });
  const set = { name: "jane.doe@example.com", description: canary };
  const response = await gateway.call("/api/mapping-set", {
    ...patch(set, { traceparent }),
    method: "POST",
  });
  expect(await response.json()).toMatchObject(set);
  await flush();
  const spans = collector.spans();
  const find = (scope: string, name: string) =>
    spans.find((span) => span.scope === scope && span.name === name);
  const first = find("supercargo.gateway", "POST /api/mapping-set");
  const wait = find("supercargo.gateway", "wait for the rate limit");
  const attempt = find("supercargo.gateway", "POST /mapping-set");
  const served = find("supercargo.service", "POST /mapping-set");
  expect([first, wait, attempt, served].map((span) => [span?.kind, span?.parentSpanId])).toEqual([
    [2, sender.spanId],
    [1, first?.spanId],
    [3, first?.spanId],
    [2, attempt?.spanId],
  ]);
  expect(spans.every(({ traceId }) => traceId === sender.traceId)).toBe(true);
  // The values of statements are left out.
  const statements = spans.filter(({ scope }) => scope === "supercargo.database");
  expect(statements).toHaveLength(spans.length - 4);
  expect(statements.every(({ parentSpanId }) => parentSpanId === served?.spanId)).toBe(true);
  const insert = statements.find(({ name }) => name === "INSERT service.mapping_sets");
  expect(insert?.attributes["db.query.text"]).toMatch(/^insert into service\.mapping_sets .*\$1/);
  const sent = collector.arrivals.map(({ body }) => body.toString()).join();
  expect(sent).not.toMatch(/jane|cAnary/);
  expect(sent).not.toContain(service.accountToken);
  expect(first?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/mapping-set",
    "http.response.status_code": 200,
    "supercargo.operation": "createMappingSet",
    "supercargo.request_id": response.headers.get("x-request-id"),
    "url.scheme": "http",
  });
});

test("the statements of a transaction are within it, with the code of what failed", async () => {
  const collector = closing(await startCollector());
  const { tracers, flush } = connect(collector);
  const database = closing(await createTestDatabase());
  const sql = database.connect({ watch: tracers?.database });
  const job = tracers?.gateway.begin({ name: "job", kind: "internal", facts: {} });
  const work = job?.run(async () =>
    sql.begin(async (transaction) => {
      await transaction`select ${"jane.doe@example.com"}::text`;
      await transaction`select ${"jane.doe@example.com"}::integer`;
    }),
  );
  await expect(work).rejects.toThrow(/integer/);
  // Without a request, nothing is recorded.
  await sql`select 1`;
  job?.end();
  await flush();
  const spans = collector.spans();
  expect(
    spans.map((span) => [span.name, parentOf(span, spans), span.attributes["error.type"]]),
  ).toEqual([
    ["SELECT", "transaction", undefined],
    ["SELECT", "transaction", "22P02"],
    ["transaction", "job", "22P02"],
    ["job", undefined, undefined],
  ]);
  expect(collector.arrivals.map(({ body }) => body.toString()).join()).not.toContain("jane");
});

test("each attempt is a span, the upstream gets its id, and the log line names the trace", async () => {
  const collector = closing(await startCollector());
  const { tracers, flush } = connect(collector);
  const upstream = closing(await startUpstream());
  const gateway = await open(upstream.baseUrl, { tracer: tracers?.gateway });
  const statuses = [429, 200, 500];
  upstream.behave((_request, response) => answer(response, statuses.shift() ?? 200, { id: 5 }));
  expect((await gateway.call("/api/rma/5")).status).toBe(200);
  expect((await gateway.call("/api/rmas/5/items", patch([{ id: 1 }]))).status).toBe(502);
  // Health checks leave no trace.
  await gateway.call("/healthz");
  await flush();
  const spans = collector.spans();
  const attempts = spans.filter(({ kind }) => kind === 3);
  expect(
    attempts.map(({ name, attributes, failed }) => [
      name,
      attributes["http.response.status_code"],
      attributes["http.request.resend_count"],
      failed,
    ]),
  ).toEqual([
    ["GET /rma/{id}", 429, undefined, true],
    ["GET /rma/{id}", 200, 1, false],
    ["PATCH /rmas/{rmaId}/items", 500, undefined, true],
  ]);
  expect(attempts[0]?.attributes).toMatchObject({
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(upstream.baseUrl).port),
  });
  expect(upstream.arrivals.map(({ headers }) => headers["traceparent"])).toEqual(
    attempts.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  );
  const waits = spans.filter(({ name }) => name === "wait for the rate limit");
  expect(waits).toHaveLength(3);
  // After the 429 its second attempt waited for a second of the fast clock.
  expect(waits[1]?.ms).toBeGreaterThan(10);
  expect(attempts.map((each) => parentOf(each, spans))).toEqual([
    "GET /api/rma/:id",
    "GET /api/rma/:id",
    "PATCH /api/rmas/:rmaId/items",
  ]);
  const failed = spans.find(({ name }) => name.startsWith("PATCH /api"));
  expect(failed).toMatchObject({ failed: true, parentSpanId: undefined });
  const line = lines.find((each) => each.includes("a request failed")) ?? "";
  expect(JSON.parse(line)).toMatchObject({
    reqId: failed?.attributes["supercargo.request_id"],
    trace_id: failed?.traceId,
    span_id: failed?.spanId,
  });
  expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(2);
});

test("fault 6: no token, address, body or person is in an export", async () => {
  const collector = closing(await startCollector());
  const secret = "collector-secret-77";
  const { tracers, flush } = connect(collector, {
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret}`,
  });
  const upstream = closing(await startUpstream());
  const gateway = await open(upstream.baseUrl, {
    observer: metrics.gateway,
    tracer: tracers?.gateway,
    personOf: () => "jane.doe@example.com",
  });
  upstream.behave((_request, response) =>
    answer(response, 500, { error: `${canary} of jane.doe@example.com` }),
  );
  const person = encodeURIComponent("jane.doe@example.com");
  const headers = { baggage: `user=${person}`, tracestate: `user=${person}` };
  await gateway.call(`/api/rma/987001?status=${person}`, {
    headers: { ...headers, traceparent: `00-${person}-${canary}` },
  });
  await gateway.call("/api/rmas/987001/items", patch([{ id: 1, notes: "jane.doe@example.com" }]));
  await gateway.call(`/api/${person}/${encodeURIComponent(canary)}`, { method: "PROPFIND" });
  await flush();
  const sent = collector.arrivals.map(({ body }) => body.toString()).join();
  const paths = new Set(collector.arrivals.map(({ path }) => path));
  expect([...paths].toSorted()).toEqual(["/v1/metrics", "/v1/traces"]);
  expect(sent).toContain("GET /rma/{id}");
  expect(sent).toContain("supercargo_upstream_call_duration_seconds");
  expect(sent).not.toMatch(/jane|doe@|cAnary|987001|PROPFIND|collector-secret/i);
  expect(collector.arrivals[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  expect(upstream.arrivals.some(({ headers: got }) => got["tracestate"] ?? got["baggage"])).toBe(
    false,
  );
});

test.each([
  ["the sender says so", { headers: { traceparent: traceparent.replace(/01$/, "00") } }, {}],
  ["the sampler says so", {}, { OTEL_TRACES_SAMPLER: "always_off" }],
])("nothing is recorded if %s, and the upstream is told", async (_, init, env) => {
  const collector = closing(await startCollector());
  const { tracers, flush } = connect(collector, { ...env, OTEL_METRICS_EXPORTER: "none" });
  const upstream = closing(await startUpstream());
  const gateway = await open(upstream.baseUrl, { tracer: tracers?.gateway });
  expect((await gateway.call("/api/account", init)).status).toBe(200);
  await flush();
  expect(collector.arrivals).toEqual([]);
  expect(upstream.arrivals[0]?.headers["traceparent"]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

const failing = [
  expect.stringMatching(/^Exporting traces to the OpenTelemetry collector fails \(.+\)\./),
];

/** One request while the collector fails, and all that was sent to it. */
const callWithout = async (collector: Pick<TestCollector, "url">) => {
  const { tracers, flush } = connect(collector, {
    OTEL_EXPORTER_OTLP_TIMEOUT: "50",
    OTEL_METRICS_EXPORTER: "none",
  });
  const upstream = closing(await startUpstream());
  const gateway = await open(upstream.baseUrl, { tracer: tracers?.gateway });
  const { status } = await gateway.call("/api/account");
  await flush();
  return status;
};

test("requests don't notice a collector that is down", async () => {
  expect(await callWithout({ url: "http://127.0.0.1:9" })).toBe(200);
  expect(lines).toEqual(failing);
});

test("requests and a stop don't wait for a collector that never responds", async () => {
  const collector = closing(await startCollector({ hangs: true }));
  expect(await callWithout(collector)).toBe(200);
  expect(lines).toEqual(failing);
});

test("exports are protobuf by default, and compressed if that is set", async () => {
  const collector = closing(await startCollector());
  const { tracers, flush } = connect(collector, {
    OTEL_EXPORTER_OTLP_PROTOCOL: "",
    OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
    OTEL_METRICS_EXPORTER: "none",
  });
  tracers?.gateway.begin({ name: "the only span", kind: "internal", facts: {} }).end();
  await flush();
  const [arrival] = collector.arrivals;
  expect(arrival?.headers).toMatchObject({
    "content-type": "application/x-protobuf",
    "content-encoding": "gzip",
  });
  expect(gunzipSync(arrival?.body ?? "").includes("the only span")).toBe(true);
});
