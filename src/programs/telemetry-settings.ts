import { randomUUID } from "node:crypto";
import type {
  ExportOptions,
  SamplerOptions,
  TelemetryOptions,
} from "#telemetry/telemetry-options.ts";
import type { Reading } from "./sign-in-settings.ts";

/* OpenTelemetry's own variables: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */

const base = "OTEL_EXPORTER_OTLP";

type Signal = "TRACES" | "METRICS";

/** The variable for one kind of data, or else the one for both. */
function readOwn({ text }: Reading, signal: Signal, name: string) {
  const own = `${base}_${signal}_${name}`;
  const both = `${base}_${name}`;
  const value = text(own);
  return value === undefined ? { name: both, value: text(both) } : { name: own, value };
}

function readUrl(reading: Reading, signal: Signal): string | undefined {
  const { name, value } = readOwn(reading, signal, "ENDPOINT");
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    reading.problems.push(
      `${name} must be a URL like http://collector.example.com:4318, without a user name.`,
    );
    return undefined;
  }
  if (name !== `${base}_ENDPOINT`) return url.href;
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/${signal.toLowerCase()}`;
  return url.href;
}

/** `a=1,b=two%20words`; undefined if it has another form. */
function readPairs(raw: string): Record<string, string> | undefined {
  const pairs: [string, string][] = [];
  for (const entry of raw.split(",").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/s.exec(entry) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      pairs.push([decodeURIComponent(name), decodeURIComponent(value)]);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(pairs);
}

function readHeaders(reading: Reading, signal: Signal): Record<string, string> {
  const { name, value } = readOwn(reading, signal, "HEADERS");
  const headers = readPairs(value ?? "");
  const isSendable = Object.entries(headers ?? {}).every(
    ([header, content]) => /^[\w!#$%&'*+.^`|~-]+$/.test(header) && /^[\x20-\x7e]*$/.test(content),
  );
  if (headers !== undefined && isSendable) return headers;
  reading.problems.push(
    `${name} must have the form authorization=Bearer%20abc,other=value: header names with percent-encoded values.`,
  );
  return {};
}

/** One of the words, the first by default. */
function readChoice<const W extends string>(
  { problems }: Reading,
  { name, value }: { name: string; value: string | undefined },
  words: readonly [W, ...W[]],
): W {
  const found = words.find((word) => word === (value ?? words[0]));
  if (found === undefined) problems.push(`${name} must be one of: ${words.join(", ")}.`);
  return found ?? words[0];
}

/** Undefined if this kind of data is not exported. */
function readExport(reading: Reading, signal: Signal): ExportOptions | undefined {
  const url = readUrl(reading, signal);
  const exporter = `OTEL_${signal}_EXPORTER`;
  const choice = { name: exporter, value: reading.text(exporter) };
  if (readChoice(reading, choice, ["otlp", "none"]) === "none" || url === undefined)
    return undefined;
  const own = (name: string) => readOwn(reading, signal, name);
  return {
    url,
    headers: readHeaders(reading, signal),
    protocol: readChoice(reading, own("PROTOCOL"), ["http/protobuf", "http/json"]),
    compression: readChoice(reading, own("COMPRESSION"), ["none", "gzip"]),
    timeoutMs: readMs(reading, own("TIMEOUT").name, 10_000),
  };
}

function readMs({ number, problems }: Reading, name: string, fallback: number): number {
  const most = 3_600_000;
  const ms = number(name, fallback, most);
  if (ms === 0) problems.push(`${name} must be a number of milliseconds from 1 to ${most}.`);
  return ms;
}

const samplers = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;

function readSampler(reading: Reading): SamplerOptions {
  const [name, argument] = ["OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"];
  const sampler = readChoice(reading, { name, value: reading.text(name) }, samplers);
  const followsParent = sampler.startsWith("parentbased_");
  if (!sampler.endsWith("traceidratio"))
    return { followsParent, ratio: sampler.endsWith("always_on") ? 1 : 0 };
  const raw = reading.text(argument) ?? "1";
  const ratio = Number(raw);
  if (!/^\d*\.?\d+$/.test(raw) || ratio > 1)
    reading.problems.push(`${argument} must be a number from 0 to 1.`);
  return { followsParent, ratio };
}

function readResource({ text, problems }: Reading, serviceName: string): Record<string, string> {
  const given = readPairs(text("OTEL_RESOURCE_ATTRIBUTES") ?? "");
  if (given === undefined)
    problems.push(
      "OTEL_RESOURCE_ATTRIBUTES must have the form deployment.environment.name=production,team=support: names with percent-encoded values.",
    );
  const name = text("OTEL_SERVICE_NAME");
  return {
    "service.name": serviceName,
    // Tells several processes apart, whose figures would otherwise replace one another.
    "service.instance.id": randomUUID(),
    ...given,
    ...(name === undefined ? {} : { "service.name": name }),
  };
}

/** What is exported to an OpenTelemetry collector; undefined without an address of one. */
export function readTelemetry(reading: Reading, serviceName: string): TelemetryOptions | undefined {
  const { text } = reading;
  const isDisabled = text("OTEL_SDK_DISABLED")?.toLowerCase() === "true";
  const addresses = ["", "TRACES_", "METRICS_"].map((signal) => text(`${base}_${signal}ENDPOINT`));
  if (isDisabled || addresses.every((address) => address === undefined)) return undefined;
  const traces = readExport(reading, "TRACES");
  const metrics = readExport(reading, "METRICS");
  const sampler = readSampler(reading);
  const intervalMs = readMs(reading, "OTEL_METRIC_EXPORT_INTERVAL", 60_000);
  const resource = readResource(reading, serviceName);
  if (traces === undefined && metrics === undefined) return undefined;
  return {
    resource,
    traces: traces && { ...traces, sampler },
    metrics: metrics && { ...metrics, intervalMs },
  };
}
