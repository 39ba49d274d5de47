import { partialMatchKey, type QueryClient } from "@tanstack/react-query";
import type { Connection } from "#contract/connection.ts";
import { countWaitingRequests } from "#web/api/connection.ts";
import { formatAge, formatCount, formatDuration } from "#web/base/format.ts";

/** The state of the gateway, and names that each page loads once: they don't tell how old a screen's records are. */
const others = [["connection"], ["account"], ["mapping-rules", "meta-data"]];

/** When the oldest records on the screen were loaded, in ms; undefined without any. */
export const findLoadedAt = (client: QueryClient): number | undefined => {
  const times = client
    .getQueryCache()
    .findAll({ type: "active" })
    .filter(({ state }) => state.data !== undefined)
    .filter(({ queryKey }) => !others.some((other) => partialMatchKey(queryKey, other)))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? undefined : Math.min(...times);
};

/** Why the gateway is not reached, and since when what is shown is known. */
export const describeNoResponse = (
  isOnline: boolean,
  loadedAt: number | undefined,
  now: number,
): string => {
  const cause = isOnline ? "Supercargo's server isn't responding." : "You're offline.";
  return loadedAt === undefined
    ? cause
    : `${cause} Showing data loaded ${formatAge(loadedAt, now)}.`;
};

const describeReason = (state: Connection | undefined): string => {
  if (!state) return "";
  const pausedMs = Math.max(0, ...state.tokens.map(({ pausedMs: ms }) => ms));
  if (pausedMs > 0)
    return `The service is busy. Loading continues in ${formatDuration(pausedMs / 1000)}.`;
  if (state.silentSince !== null) return "The service isn't responding.";
  const waiting = countWaitingRequests(state);
  if (waiting === 0 || state.rateLimit === 0) return "The service hasn't answered yet.";
  return `Others are ahead, for about ${formatDuration(waiting / state.rateLimit)}.`;
};

/** In steps, because screen readers read each change. */
const stepSeconds = 5;

/** How long a request waits already, and why. */
export const describeSlowness = (seconds: number, state: Connection | undefined): string =>
  `Waiting for ${formatCount(Math.floor(seconds / stepSeconds) * stepSeconds, "second")}. ${describeReason(state)}`.trim();

const saveStates: Readonly<Record<string, string>> = {
  waiting: "Waiting to be sent",
  reading: "Sending",
  sending: "Sending",
  conflict: "Not sent: another person changed it. Open it to decide",
  unknown: "Status unknown. Open it and check",
  confirming: "Not sent yet. Open it and confirm",
};

export const describeWaitingSave = (kind: string): string =>
  saveStates[kind] ?? "Not sent. Open it and try again";
