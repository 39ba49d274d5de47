import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Sql } from "#database/sql.ts";
import { guardRequest } from "#gateway/server/guard-browsers.ts";
import { whyNotLoopback } from "#gateway/server/listen.ts";
import type { GatewayObserver, QueueState } from "#gateway/proxy/observe-calls.ts";
import { countSessions } from "#gateway/sign-in/sessions.ts";
import { type EndedRequest, nameOperation } from "#http/observe-requests.ts";
import { readBacklog } from "#service/store/webhook-outbox.ts";

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Seconds that a client may take for its request. */
const requestTimeout = 5_000;

/** The Host headers of requests to the configured host, in addition to the usual names of this machine. */
const hostHeadersOf = (host: string, port: number): ReadonlySet<string> => {
  const name = (isIP(host) === 6 ? `[${host}]` : host).toLowerCase();
  return new Set([`${name}:${port}`, ...(port === 80 ? [name] : [])]);
};

/**
 * Serves GET /metrics on an address of its own, without sign-in. On a loopback address, requests that a page of another
 * site could send are refused.
 */
async function serveMetrics(
  figures: Registry,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const isLocal = (await whyNotLoopback(host)) === undefined;
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout },
    (request, response) => {
      const status = refuse(request, isLocal, host);
      if (status !== undefined) return end(response, status, "text/plain", `${status}\n`);
      figures.metrics().then(
        (text) => end(response, 200, figures.contentType, text),
        () => end(response, 500, "text/plain", "500\n"),
      );
      return undefined;
    },
  );
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The status of a request that gets no figures. */
function refuse(request: IncomingMessage, isLocal: boolean, host: string): number | undefined {
  const { method = "", url = "", headers, rawHeaders, socket } = request;
  const { localPort } = socket;
  const guarded = { method, url, headers, rawHeaders, host: headers.host ?? "", localPort };
  const hosts = hostHeadersOf(host, localPort ?? 80);
  if (isLocal && guardRequest(guarded, { hosts, origin: undefined }) !== undefined) return 403;
  if (url.split("?", 1)[0] !== "/metrics") return 404;
  return method === "GET" || method === "HEAD" ? undefined : 405;
}

function end(response: ServerResponse, status: number, type: string, text: string): void {
  response
    .writeHead(status, {
      "content-type": type,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(text);
}

/** The figures of the programs in this process, for Prometheus. */
export interface Metrics {
  readonly gateway: GatewayObserver;
  readonly serviceRequestEnded: (request: EndedRequest) => void;
  /** Reads the sessions and the pool of the gateway's database from now on. */
  watchGatewayDatabase(sql: Sql): void;
  /** Reads the webhook outbox and the pool of the service's database from now on. */
  watchServiceDatabase(sql: Sql): void;
  /** All figures as they are now. */
  readonly readAll: () => ReturnType<Registry["getMetricsAsJSON"]>;
  listen(address: { readonly host: string; readonly port: number }): Promise<MetricsServer>;
}

/** Files, health checks and unknown addresses: a client must not be able to add names. */
const nameOf = (operation: unknown): string => nameOperation(operation) ?? "other";

const usualStatuses: ReadonlySet<number> = new Set([
  200, 202, 204, 304, 400, 401, 403, 404, 405, 409, 412, 413, 415, 421, 422, 429, 431, 500, 501,
  502, 503, 504, 507,
]);

/** An upstream must not be able to add hundreds of them. */
const nameStatus = (status: number): string =>
  usualStatuses.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;

/** In seconds: from an answer of the cache to the upstream's longest answers. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** A scrape goes on without figures that the database doesn't return in this time. */
const databaseMs = 2_000;

/** Counts and measures the work of the gateway and the service, and the process itself. */
export function createMetrics(): Metrics {
  const figures = new Registry();
  const registers = [figures];
  collectDefaultMetrics({ register: figures });
  const requests = new Histogram({
    name: "supercargo_request_duration_seconds",
    help: "Requests by program, operation and status",
    labelNames: ["program", "operation", "status"],
    buckets,
    registers,
  });
  const observeRequest =
    (program: "gateway" | "service") =>
    ({ operation, status, seconds }: EndedRequest): void =>
      requests.observe(
        { program, operation: nameOf(operation), status: nameStatus(status) },
        seconds,
      );

  const gateway = { ...createUpstreamMetrics(registers), requestEnded: observeRequest("gateway") };
  const pools = createPoolMetrics(registers);
  let gatewaySql: Sql | undefined;
  let serviceSql: Sql | undefined;
  createSessionMetric(registers, () => gatewaySql);
  createOutboxMetrics(registers, () => serviceSql);
  return {
    gateway,
    serviceRequestEnded: observeRequest("service"),
    watchGatewayDatabase: (sql) => {
      gatewaySql = sql;
      pools.set("gateway", sql);
    },
    watchServiceDatabase: (sql) => {
      serviceSql = sql;
      pools.set("service", sql);
    },
    readAll: () => figures.getMetricsAsJSON(),
    listen: (address) => serveMetrics(figures, address),
  };
}

function createUpstreamMetrics(registers: Registry[]): Omit<GatewayObserver, "requestEnded"> {
  const calls = new Histogram({
    name: "supercargo_upstream_call_duration_seconds",
    help: "Calls of the API by operation and result: the status, or unreachable, timeout, reset, unreadable",
    labelNames: ["operation", "result"],
    buckets,
    registers,
  });
  const waits = new Histogram({
    name: "supercargo_queue_wait_seconds",
    help: "The wait for the API's rate limit by lane: the urgency, 0 first",
    labelNames: ["lane"],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: "supercargo_queue_refused_total",
    help: "Calls that were never sent, by reason",
    labelNames: ["reason"],
    registers,
  });
  let readQueues = (): QueueState | undefined => undefined;
  const gauge = <const L extends string>(
    name: string,
    help: string,
    read: (gauge: Gauge<L>, state: QueueState) => void,
    labelNames: L[] = [],
  ): void => {
    const made: Gauge<L> = new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect: () => {
        const state = readQueues();
        if (state !== undefined) read(made, state);
      },
    });
  };
  gauge(
    "supercargo_queue_length",
    "Calls that wait for the API's rate limit, by lane",
    (made, { waiting }) => waiting.forEach((count, lane) => made.set({ lane }, count)),
    ["lane"],
  );
  gauge(
    "supercargo_rate_slots",
    "Calls a second that the API allows to all tokens in use",
    (made, { slots }) => made.set(slots),
  );
  gauge(
    "supercargo_rate_slots_in_use",
    "Calls that count toward the rate limit now",
    (made, { slotsInUse }) => made.set(slotsInUse),
  );
  gauge(
    "supercargo_tokens_paused",
    "Tokens that wait because the API answered 429",
    (made, { pausedTokens }) => made.set(pausedTokens),
  );
  return {
    attemptEnded: ({ operation, urgency, queueMs, upstreamMs, result }) => {
      waits.observe({ lane: urgency }, queueMs / 1_000);
      const named = typeof result === "number" ? nameStatus(result) : result;
      calls.observe({ operation: nameOf(operation), result: named }, upstreamMs / 1_000);
    },
    notSent: (reason) => refusals.inc({ reason }),
    watchQueues: (read) => {
      readQueues = read;
    },
  };
}

function createPoolMetrics(registers: Registry[]): Map<string, Sql> {
  const pools = new Map<string, Sql>();
  const connections: Gauge<"pool" | "state"> = new Gauge({
    name: "supercargo_database_connections",
    help: "Connections to the database by pool and state",
    labelNames: ["pool", "state"],
    registers,
    collect: () => {
      for (const [pool, sql] of pools) {
        const { open, idle } = sql.poolState();
        connections.set({ pool, state: "idle" }, idle);
        connections.set({ pool, state: "busy" }, open - idle);
      }
    },
  });
  const waiting: Gauge<"pool"> = new Gauge({
    name: "supercargo_database_waiting",
    help: "Statements that wait for a connection, by pool",
    labelNames: ["pool"],
    registers,
    collect: () => {
      for (const [pool, sql] of pools) waiting.set({ pool }, sql.poolState().waiting);
    },
  });
  return pools;
}

function createSessionMetric(registers: Registry[], sql: () => Sql | undefined): void {
  const sessions: Gauge = new Gauge({
    name: "supercargo_sessions",
    help: "Sessions of signed-in people that have not expired",
    registers,
    collect: async () => set(sessions, await readInTime(sql(), countSessions)),
  });
}

function createOutboxMetrics(registers: Registry[], sql: () => Sql | undefined): void {
  let reading: ReturnType<typeof readBacklog> | undefined;
  /** Both figures of one scrape come from one statement. */
  const read = async () => {
    reading ??= readInTime(sql(), readBacklog).finally(() => (reading = undefined));
    return reading;
  };
  const age: Gauge = new Gauge({
    name: "supercargo_webhook_outbox_age_seconds",
    help: "For how long the oldest webhook event has been due; 0: none is due",
    registers,
    collect: async () => set(age, (await read())?.oldestDueSeconds),
  });
  const backlog: Gauge = new Gauge({
    name: "supercargo_webhook_outbox_events",
    help: "Webhook events that are due or will be tried again",
    registers,
    collect: async () => set(backlog, (await read())?.events),
  });
}

/** A figure that can't be read is left out: its last value would look current. */
function set(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

async function readInTime<T>(
  sql: Sql | undefined,
  read: (sql: Sql) => Promise<T>,
): Promise<T | undefined> {
  if (sql === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, databaseMs, undefined);
  });
  const value = await Promise.race([read(sql).catch(() => undefined), late]);
  clearTimeout(timer);
  return value;
}
