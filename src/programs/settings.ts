import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { GivenTokens } from "#service/tokens.ts";
import type {
  ExportOptions,
  SamplerOptions,
  TelemetryOptions,
} from "#telemetry/start-telemetry.ts";
import {
  type AccessSettings,
  readAccess,
  type Reading,
  warnOfOpenAddress,
} from "./sign-in-settings.ts";

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
function readTelemetry(reading: Reading, serviceName: string): TelemetryOptions | undefined {
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

/** The programs that start.ts can run. */
export type Program = "console" | "dev" | "service" | "tokens" | "webhooks" | "audit" | "rules";

export interface Settings {
  host: string;
  port: number;
  /** The upstream API of the gateway; undefined: the embedded service. */
  upstream: { baseUrl: string; tokens: GivenTokens } | undefined;
  /** ISO 4217 code of the currency in which amounts are shown; undefined: plain numbers, because the API names none. */
  currency: string | undefined;
  /** Requests per rolling second and token that the gateway sends. */
  gatewayRate: number;
  service: {
    port: number;
    rateLimit: number;
    tokens: GivenTokens;
    demoParents: number;
    /** Webhooks are also sent to private, loopback and link-local addresses. */
    webhookPrivate: boolean;
  };
  database: { databaseUrl: string | undefined; dataDir: string };
  /** After this many days the record of a change, or a run of received orders, is removed; 0: never. */
  auditDays: number;
  /** The part of each token's rate that copying records may use; 0: nothing is copied. */
  copyShare: number;
  /** Orders, returns and RMAs are copied for searches that changed within so many days; 0: none. */
  recordsDays: number;
  /** Whether another editor must approve each change of a mapping rule. */
  reviewsRules: boolean;
  /** Where the figures for Prometheus are served; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** What is sent to an OpenTelemetry collector; undefined: nothing. */
  telemetry: TelemetryOptions | undefined;
  /** The people who may use the console, and the way browsers reach it. */
  access: AccessSettings;
  /** Warnings that don't prevent the start. */
  warnings: string[];
}

/** All errors in the environment, one sentence each; never includes a value that could be a secret. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The meaning of `SERVICE_DEMO=1`. */
const demoParents = 2_000;

/** Filling a database with so many takes minutes; a larger number is a typing mistake. */
const mostDemoParents = 1_000_000;

/** Reads all variables together, so that all errors are reported together. */
export function readSettings(env: Environment, program: Program): Settings {
  const hasConsole = program === "console" || program === "dev";
  const problems: string[] = [];
  const warnings: string[] = [];
  const text = (name: string): string | undefined => readVariable(env, name, problems, warnings);
  const number = (name: string, fallback: number, limit = Number.MAX_SAFE_INTEGER): number => {
    const raw = text(name);
    if (raw === undefined) return fallback;
    if (/^\d{1,15}$/.test(raw) && Number(raw) <= limit) return Number(raw);
    problems.push(
      `${name} must be a whole number${limit < Number.MAX_SAFE_INTEGER ? ` from 0 to ${limit}` : ", 0 or more"}.`,
    );
    return fallback;
  };
  const file = (name: string): string | undefined => {
    const path = text(name);
    return path === undefined ? undefined : readSecretFile(name, path, problems, warnings);
  };
  /** Addresses of IP version 6 may be written as in a URL. */
  const host = (name: string): string => (text(name) ?? "127.0.0.1").replace(/^\[(.*)\]$/, "$1");
  const reading = { text, number, file, problems };
  const tokens = (prefix: "API" | "SERVICE"): GivenTokens => ({
    account: readToken(`${prefix}_TOKEN`, text(`${prefix}_TOKEN`), problems),
    sources: readTokenList(`${prefix}_SOURCE_TOKENS`, text(`${prefix}_SOURCE_TOKENS`), problems),
    channels: readTokenList(`${prefix}_CHANNEL_TOKENS`, text(`${prefix}_CHANNEL_TOKENS`), problems),
  });
  const baseUrl = readHttpUrl("API_BASE_URL", text("API_BASE_URL"), problems);
  const upstreamTokens = tokens("API");
  const serviceRate = number("SERVICE_RATE_LIMIT", 2);
  if (hasConsole && baseUrl === undefined && hasTokens(upstreamTokens)) {
    warnings.push(
      "The API_… tokens are ignored: API_BASE_URL is not set, so the console uses the embedded service.",
    );
  }
  if (hasConsole && baseUrl !== undefined && !hasTokens(upstreamTokens)) {
    warnings.push(
      "API_BASE_URL is set without a token. Set API_TOKEN, API_SOURCE_TOKENS or API_CHANNEL_TOKENS to read any data.",
    );
  }
  const demo = number("SERVICE_DEMO", hasConsole ? 1 : 0, mostDemoParents);
  const settings: Settings = {
    host: host("HOST"),
    port: number("PORT", hasConsole ? 4200 : 4201, 65_535),
    upstream: baseUrl === undefined ? undefined : { baseUrl, tokens: upstreamTokens },
    currency: readCurrency(text("CURRENCY"), problems),
    gatewayRate: number("API_RATE_LIMIT", baseUrl === undefined ? serviceRate : 2),
    service: {
      port: number("SERVICE_PORT", 4201, 65_535),
      rateLimit: serviceRate,
      tokens: tokens("SERVICE"),
      demoParents: demo === 1 ? demoParents : demo,
      webhookPrivate: number("SERVICE_WEBHOOK_PRIVATE", 0, 1) === 1,
    },
    database: {
      databaseUrl: readDatabaseUrl(text("DATABASE_URL"), problems),
      dataDir: resolve(text("DATA_DIR") ?? ".data"),
    },
    auditDays: number("AUDIT_DAYS", 400, 36_500),
    copyShare: readShare("COPY_SHARE", text("COPY_SHARE"), problems),
    recordsDays: number("RECORDS_DAYS", 400, 36_500),
    reviewsRules: number("RULE_REVIEW", 0, 1) === 1,
    metrics:
      text("METRICS_PORT") === undefined
        ? undefined
        : { host: host("METRICS_HOST"), port: number("METRICS_PORT", 0, 65_535) },
    telemetry: readTelemetry(reading, hasConsole ? "supercargo" : "supercargo-service"),
    access: readAccess(reading),
    warnings,
  };
  const { signIn, demoTeam } = settings.access;
  if (hasConsole && settings.reviewsRules && signIn === undefined && !demoTeam)
    problems.push(
      "RULE_REVIEW=1 needs people who sign in: without them no second person can approve a rule. Set OIDC_ISSUER or IDENTITY_HEADER, or remove RULE_REVIEW.",
    );
  // Two readings of one variable find the same.
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
  const openAddress = hasConsole ? warnOfOpenAddress(settings.access) : undefined;
  if (openAddress !== undefined) warnings.push(openAddress);
  return settings;
}

function readShare(name: string, raw: string | undefined, problems: string[]): number {
  if (raw === undefined) return 0.5;
  const share = /^(?:\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})$/.test(raw) ? Number(raw) : Number.NaN;
  if (!(share >= 0 && share <= 1)) problems.push(`${name} must be a number from 0 to 1.`);
  return share;
}

function readCurrency(raw: string | undefined, problems: string[]): string | undefined {
  const code = raw?.trim().toUpperCase();
  if (code !== undefined && !Intl.supportedValuesOf("currency").includes(code))
    problems.push("CURRENCY must be a code of ISO 4217, such as USD or EUR.");
  return code;
}

/** The variable, or the content of the file in NAME_FILE; empty means unset. */
function readVariable(
  env: Environment,
  name: string,
  problems: string[],
  warnings: string[],
): string | undefined {
  const value = env[name];
  const file = env[`${name}_FILE`];
  if (!file) return value === "" ? undefined : value;
  if (value) problems.push(`${name} and ${name}_FILE are both set. Remove one of them.`);
  return readSecretFile(`${name}_FILE`, file, problems, warnings);
}

/** The content of the file that a variable names; an empty one counts as unset. */
function readSecretFile(
  name: string,
  file: string,
  problems: string[],
  warnings: string[],
): string | undefined {
  try {
    if (/TOKEN|URL|SECRET|KEY|HEADERS/.test(name) && (statSync(file).mode & 0o077) !== 0)
      warnings.push(`Other users can read the file in ${name}. Run chmod 600 on it.`);
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    problems.push(
      `Couldn't read the file in ${name}: ${error instanceof Error && "code" in error ? String(error.code) : "unknown reason"}.`,
    );
    return undefined;
  }
}

/** Tokens are sent in a header, so they are visible ASCII; a comma separates tokens in a list. */
const tokenForm = /^[\x21-\x2b\x2d-\x7e]{1,512}$/;

function readToken(name: string, raw: string | undefined, problems: string[]): string | undefined {
  if (raw !== undefined && !tokenForm.test(raw))
    problems.push(
      `${name} must be one word of at most 512 visible ASCII characters, without commas.`,
    );
  return raw;
}

function readTokenList(
  name: string,
  raw: string | undefined,
  problems: string[],
): Map<number, string> {
  const tokens = new Map<number, string>();
  for (const entry of raw?.split(",") ?? []) {
    const [, id, token] = /^\s*([1-9]\d{0,14})=(.*?)\s*$/s.exec(entry) ?? [];
    if (id === undefined || token === undefined || !tokenForm.test(token)) {
      problems.push(
        `${name} must have the form 12=abc,13=def: each id with a token of visible ASCII characters.`,
      );
      return tokens;
    }
    if (tokens.has(Number(id)))
      problems.push(`${name} has two tokens for ${id}. Keep one of them.`);
    tokens.set(Number(id), token);
  }
  return tokens;
}

function hasTokens({ account, sources, channels }: GivenTokens): boolean {
  return account !== undefined || (sources?.size ?? 0) > 0 || (channels?.size ?? 0) > 0;
}

function readHttpUrl(
  name: string,
  raw: string | undefined,
  problems: string[],
): string | undefined {
  if (raw === undefined) return undefined;
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    problems.push(
      `${name} must be a URL like https://api.example.com/v1, without a user name, query or fragment.`,
    );
  }
  return raw;
}

function readDatabaseUrl(raw: string | undefined, problems: string[]): string | undefined {
  // Several hosts separated by commas are PostgreSQL's own format, not a standard URL.
  if (
    raw !== undefined &&
    !(/^postgres(ql)?:\/\//.test(raw) && (raw.includes(",") || URL.canParse(raw)))
  ) {
    problems.push("DATABASE_URL must have the form postgres://user:password@host:5432/database.");
  }
  return raw;
}
