import type { Connection, ConnectionToken, TokenVerdict } from "#contract/connection.ts";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { tokenName } from "#web/api/connection.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** A state in one or two words, with the tone of its badge. */
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
  if (tokens.length === 0) return { label: "No token", tone: "bad" };
  const refused = tokens.find(({ verdict }) => verdict === "refused");
  if (refused) return { label: `Token refused (${tokenName(refused)})`, tone: "bad" };
  return tokens.some(({ verdict }) => verdict === "good")
    ? { label: "Connected", tone: "good" }
    : { label: "Not checked", tone: "still" };
};

/** The environment variable that holds a token. */
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

/** The number of queued requests of each kind. */
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

/** The gateway's request rate, in words. */
export const describeRate = (limit: number): string =>
  limit === 0 ? "No limit" : `${formatCount(limit, "request")} per second per token`;

/** The result of trying an operation. */
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
