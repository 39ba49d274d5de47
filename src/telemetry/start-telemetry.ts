import type { HrTime } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import {
  createOtlpHttpExportDelegate,
  httpAgentFactoryFromOptions,
} from "@opentelemetry/otlp-exporter-base/node-http";
import {
  type IExporterMetricsHelper,
  type ISerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from "@opentelemetry/otlp-transformer";
import { defaultResource, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { DatabaseWatch } from "#database/sql.ts";
import type { Tracer } from "#http/tracer.ts";
import { createTracers, traceStatements } from "./create-tracer.ts";
import { type Figure, readFigures } from "./read-figures.ts";

/** What sends data to a collector. */
interface Exporter<Data> {
  export(data: Data, done: (result: ExportResult) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Why an export failed, in a word: the collector's answer and the address could contain secrets. */
const nameCause = (error: Error | undefined): string => {
  const code = error !== undefined && "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  return typeof code === "string" ? code : "no response";
};

/** Writes one line when exports begin to fail, and one when they work again. */
export const watchExports = <Data>(
  name: string,
  exporter: Exporter<Data>,
  log: (line: string) => void,
): Exporter<Data> => {
  let fails = false;
  const see = ({ code, error }: ExportResult): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !fails)
      log(
        `Exporting ${name} to the OpenTelemetry collector fails (${nameCause(error)}). Requests are not affected; ${name} are dropped until it works again.`,
      );
    if (!failed && fails) log(`Exporting ${name} to the OpenTelemetry collector works again.`);
    fails = failed;
  };
  return {
    export: (data, done) =>
      exporter.export(data, (result) => {
        see(result);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
};

/** Where one kind of data is sent, and how (OTLP over HTTP). */
export interface ExportOptions {
  /** The whole address, with its path. */
  readonly url: string;
  /** May contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: "http/protobuf" | "http/json";
  readonly compression: "gzip" | "none";
  /** Milliseconds for one export with its retries. */
  readonly timeoutMs: number;
}

/** Which requests are traced. */
export interface SamplerOptions {
  /** True if the sender's decision counts, where it sends one. */
  readonly followsParent: boolean;
  /** The share of the others, 0 to 1. */
  readonly ratio: number;
}

export interface TelemetryOptions {
  /** The name, the instance and other attributes of this process. */
  readonly resource: Readonly<Record<string, string>>;
  readonly traces: (ExportOptions & { readonly sampler: SamplerOptions }) | undefined;
  readonly metrics: (ExportOptions & { readonly intervalMs: number }) | undefined;
}

/** What a process sends to an OpenTelemetry collector. */
export interface Telemetry {
  /** Undefined if no traces are exported. */
  readonly tracers: Tracers | undefined;
  /** Sends what is left, for at most three seconds. */
  close(): Promise<void>;
}

/** What records the spans of the programs in this process. */
export interface Tracers {
  readonly gateway: Tracer;
  readonly service: Tracer;
  readonly database: DatabaseWatch;
}

export interface TelemetrySource {
  /** The figures that `/metrics` prints; needed if metrics are exported. */
  readonly readAll: (() => Promise<readonly Figure[]>) | undefined;
  readonly log: (line: string) => void;
}

/** Exports in progress: with a slow collector, more are dropped at once. */
const mostExports = 4;

/** A collector that doesn't respond holds up a stop for this time at most. */
const closeMs = 3_000;

/** Begins to export traces and metrics. Nothing waits for the collector, and its failures reach only the log. */
export const startTelemetry = (
  { traces, metrics, resource: attributes }: TelemetryOptions,
  { readAll, log }: TelemetrySource,
): Telemetry => {
  const resource = defaultResource().merge(resourceFromAttributes(attributes));
  const providers: { shutdown(): Promise<void> }[] = [];
  let tracers: Tracers | undefined;
  if (traces !== undefined) {
    const exporter = createExporter("traces", traces, traceFormats, log);
    const provider = new TracerProvider({
      resource,
      sampler: createSampler(traces.sampler),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    providers.push(provider);
    const tracerOf = createTracers(provider);
    tracers = {
      gateway: tracerOf("supercargo.gateway"),
      service: tracerOf("supercargo.service"),
      database: traceStatements(tracerOf("supercargo.database")),
    };
  }
  if (metrics !== undefined && readAll !== undefined) {
    const exporter = createExporter("metrics", metrics, metricFormats, log);
    const reader = new PeriodicExportingMetricReader({
      exporter,
      exportIntervalMillis: metrics.intervalMs,
      exportTimeoutMillis: Math.min(metrics.intervalMs, metrics.timeoutMs),
      metricProducers: [{ collect: () => collect(readAll, resource) }],
    });
    providers.push(new MeterProvider({ resource, readers: [reader] }));
  }
  return { tracers, close: () => closeInTime(providers) };
};

const createSampler = ({ followsParent, ratio }: SamplerOptions): Sampler => {
  const root = ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
  return followsParent ? new ParentBasedSampler({ root }) : root;
};

/** How one kind of data is written. */
interface Formats<Data> {
  readonly "http/json": ISerializer<Data, unknown>;
  readonly "http/protobuf": ISerializer<Data, unknown>;
  readonly helper: IExporterMetricsHelper<Data>;
}

const traceFormats: Formats<ReadableSpan[]> = {
  "http/json": JsonTraceSerializer,
  "http/protobuf": ProtobufTraceSerializer,
  helper: TraceExporterMetricsHelper,
};

const metricFormats: Formats<ResourceMetrics> = {
  "http/json": JsonMetricsSerializer,
  "http/protobuf": ProtobufMetricsSerializer,
  helper: MetricsExporterMetricsHelper,
};

const contentTypes = {
  "http/json": "application/json",
  "http/protobuf": "application/x-protobuf",
} as const;

const createExporter = <Data>(
  name: "traces" | "metrics",
  { url, headers, protocol, compression, timeoutMs }: ExportOptions,
  formats: Formats<Data>,
  log: (line: string) => void,
): Exporter<Data> => {
  const exporter = createOtlpHttpExportDelegate(
    {
      url,
      headers: async () => ({ ...headers, "content-type": contentTypes[protocol] }),
      compression,
      timeoutMillis: timeoutMs,
      concurrencyLimit: mostExports,
      agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
      userAgent: "supercargo",
    },
    formats[protocol],
    `otlp_${protocol === "http/json" ? "http_json" : "http"}_${name === "traces" ? "span" : "metric"}_exporter`,
    formats.helper,
    undefined,
  );
  return watchExports(name, exporter, log);
};

const now = (): HrTime => {
  const ms = performance.timeOrigin + performance.now();
  return [Math.floor(ms / 1_000), Math.floor((ms % 1_000) * 1e6)];
};

const startTime = now();

const collect = async (readAll: () => Promise<readonly Figure[]>, resource: Resource) => {
  const period = { startTime, endTime: now() };
  const metrics = readFigures(await readAll(), period);
  return {
    resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "supercargo" }, metrics }] },
    errors: [],
  };
};

const closeInTime = async (providers: readonly { shutdown(): Promise<void> }[]): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  await Promise.race([Promise.allSettled(providers.map((each) => each.shutdown())), late]);
  clearTimeout(timer);
};
