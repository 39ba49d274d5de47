import type {
  Connection,
  ConnectionToken,
  TokenVerdict,
  TriedAddress,
} from "#contract/connection.ts";
import { tokenName } from "#web/api/connection.ts";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { Tone } from "#web/kit/status-badge.tsx";
import { diagnose } from "./diagnose.ts";

export interface StateLabel {
  label: string;
  tone: Tone;
}

/** The label of what the upstream's responses said about a token. */
export const verdictLabels: Readonly<Record<TokenVerdict, StateLabel>> = {
  good: { label: "Valid", tone: "good" },
  refused: { label: "Refused", tone: "bad" },
  unknown: { label: "Not checked", tone: "still" },
};

/** The state of the whole connection; the worst one takes precedence. */
export const describeConnection = (state: Connection): StateLabel => {
  const { tokens, silentSince, accountMissing, embedded } = state;
  if (silentSince !== null) return { label: "No response", tone: "bad" };
  if (accountMissing && !embedded) return { label: "Address may be wrong", tone: "bad" };
  if (tokens.length === 0) return { label: "Not set up yet", tone: "bad" };
  if (tokens.some(({ verdict }) => verdict === "refused"))
    return { label: "Access refused", tone: "bad" };
  return tokens.some(({ verdict }) => verdict === "good")
    ? { label: "Connected", tone: "good" }
    : { label: "Not checked", tone: "still" };
};

export const getTokenVariable = (
  { type }: Pick<ConnectionToken, "type">,
  embedded: boolean,
): string => {
  // The embedded service takes no API_… tokens.
  if (type !== "account")
    return `${embedded ? "SERVICE" : "API"}_${type === "source" ? "SOURCE" : "CHANNEL"}_TOKENS`;
  return embedded ? "created at each start, in memory only" : "API_TOKEN";
};

// Urgencies as sent by `api/call.ts`: 1 is a click, 3 the rest of a screen, 6 the background.
const urgencies: readonly (readonly [name: string, from: number, to: number])[] = [
  ["for clicks", 0, 1],
  ["for screens", 2, 4],
  ["in the background", 5, 7],
];

export const countByUrgency = (waiting: readonly number[]): { name: string; count: number }[] =>
  urgencies.map(([name, from, to]) => ({
    name,
    count: waiting.slice(from, to + 1).reduce((sum, one) => sum + one, 0),
  }));

/** The number of queued requests by urgency: "2 for clicks, 1 in the background". */
export const describeQueue = (waiting: readonly number[]): string =>
  countByUrgency(waiting)
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(", ") || "None";

/** The requests that count toward the limit: "1 of 2". */
export const describeUse = (used: number, limit: number): string =>
  limit === 0 ? formatQuantity(used) : `${formatQuantity(used)} of ${formatQuantity(limit)}`;

/** How long nothing is sent: "Paused for 3 more seconds". */
export const describePause = (ms: number): string =>
  `Paused for ${formatCount(Math.ceil(ms / 1000), "more second")}`;

export const describeRate = (limit: number): string =>
  limit === 0 ? "No limit" : `${formatCount(limit, "request")} per second per token`;

export const describeResult = (error: unknown): StateLabel => {
  if (error === null || error === undefined) return { label: "Available", tone: "good" };
  if (isUnserved(error)) return { label: "Not available", tone: "waiting" };
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return { label: `Refused (${status})`, tone: "bad" };
  return { label: status === 0 ? "No response" : `Failed (${status})`, tone: "bad" };
};

const silent: StateLabel = { label: "No response", tone: "bad" };

/** The state of a read: its result, or that of every read according to the connection's state. */
export const describeTried = (
  result: { error: unknown } | undefined,
  { silentSince, tokens }: Connection,
): StateLabel => {
  if (silentSince !== null) return silent;
  if (result) return describeResult(result.error);
  return tokens.some(({ type, verdict }) => type === "account" && verdict === "refused")
    ? { label: "Token refused", tone: "bad" }
    : { label: "Not checked", tone: "still" };
};

interface ReportParts {
  state: Connection;
  browserAheadMs: number;
  reads: readonly { request: string; label: string }[];
  addresses: readonly TriedAddress[];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `- ${line}`)];

const seconds = (ms: number | null): string =>
  ms === null ? "unknown" : `${Math.round(ms / 1000)} s`;

const describeFailure = ({
  request,
  cause,
  code,
  status,
  html,
  count,
  at,
}: Connection["failures"][number]) =>
  [request, cause, code, status, html && "HTML", `${count} since the start`, `last ${at}`]
    .filter(Boolean)
    .join(", ");

/**
 * The state of the connection as text, for a person who can help. It contains no token and no text of a response: only
 * names, states, statuses and times.
 */
export const createReport = ({ state, browserAheadMs, reads, addresses }: ReportParts): string =>
  [
    "Supercargo: connection report",
    `Time: ${state.now}`,
    `Address: ${state.baseUrl}${state.embedded ? " (embedded service)" : ""}`,
    `State: ${describeConnection(state).label}`,
    `Rate limit: ${describeRate(state.rateLimit)}`,
    `Last response: ${state.lastAnswer ? `${state.lastAnswer.status}, ${state.lastAnswer.at}` : "none"}`,
    `No response since: ${state.silentSince ?? "–"}`,
    `Clock of the API ahead by: ${seconds(state.clockAheadMs)}; of this browser: ${seconds(browserAheadMs)}`,
    ...section(
      "Problems",
      diagnose(state, browserAheadMs).map(({ title, todo }) => `${title}. ${todo}`),
    ),
    ...section(
      "Tokens (values are never shown)",
      state.tokens.map(
        (token) =>
          `${tokenName(token)}: ${verdictLabels[token.verdict].label}; in use ${token.used}; waiting: ${describeQueue(token.waiting)}; paused ${seconds(token.pausedMs)}`,
      ),
    ),
    ...section("Failures since the gateway started", state.failures.map(describeFailure)),
    ...section(
      "Operations",
      reads.map(({ request, label }) => `${request}: ${label}`),
    ),
    ...section(
      "Other addresses",
      addresses.map(({ baseUrl, fits, status, cause }) =>
        [baseUrl, fits ? "answers" : "doesn't answer", status, cause].filter(Boolean).join(", "),
      ),
    ),
    "",
  ].join("\n");
