import type { ApiError } from "#web/base/api-error.ts";
import type { CopyProblem, CopyStorage } from "./copy-state.ts";

type Words = Pick<CopyProblem, "kind" | "title" | "advice">;

const silent: Words = {
  kind: "offline",
  title: "The gateway isn't responding",
  advice: "Loading continues as soon as it responds. Products loaded so far can be searched.",
};
const failing: Words = {
  kind: "upstream",
  title: "The API isn't responding",
  advice: "Loading continues automatically. Products loaded so far can be searched.",
};
const refused: Words = {
  kind: "channel",
  title: "The API refused to load this channel",
  advice: "Fix the cause below, then try again.",
};

const signedOut: Words = {
  kind: "upstream",
  title: "You're signed out",
  advice: "Loading continues after you sign in. Products loaded so far can be searched.",
};

const wordsByStatus: Readonly<Record<number, Words>> = {
  0: silent,
  401: {
    kind: "token",
    title: "Token refused",
    advice: "Set a valid token in the gateway, then try again.",
  },
  403: {
    kind: "token",
    title: "The token has no access to this channel",
    advice: "Set a token of the account or of this channel in the gateway, then try again.",
  },
  404: {
    kind: "channel",
    title: "The API has no products for this channel",
    advice: "Check the channel ID, and that it is a reseller channel.",
  },
  429: {
    kind: "limit",
    title: "Rate limit reached",
    advice: "Loading continues automatically.",
  },
};

/** Whether loading continues after a failure with this status. Other failures do not end by waiting. */
const isRetried = (status: number): boolean =>
  status === 0 ||
  status === 200 ||
  status === 408 ||
  status === 429 ||
  (status >= 500 && status !== 501);

/** Describes the cause of a failed request; `waitMs` is undefined if waiting does not help. */
export const describeCopyProblem = (
  error: Pick<ApiError, "status" | "message" | "retryAfter"> & Partial<Pick<ApiError, "kind">>,
  failures: number,
): { problem: CopyProblem; waitMs: number | undefined } => {
  const { status, message, retryAfter } = error;
  const isSignedOut = error.kind === "signed-out";
  const again = isSignedOut || isRetried(status);
  const words = isSignedOut ? signedOut : (wordsByStatus[status] ?? (again ? failing : refused));
  const advice = again ? words.advice : `${words.advice} The API says: ${message}`;
  const backOff = Math.min(120, 5 * 2 ** Math.min(failures, 5));
  return {
    problem: { ...words, status, advice },
    waitMs: again ? Math.max(1, retryAfter ?? backOff) * 1_000 : undefined,
  };
};

/** Whether an error means that the browser's storage is full. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

export const storageFull: CopyProblem = {
  kind: "storage",
  status: 0,
  title: "Browser storage is full",
  advice:
    "Products loaded so far can be searched. Free up disk space or delete the local copies of other channels, then try again.",
};

export const storageFailed: CopyProblem = {
  kind: "storage",
  status: 0,
  title: "Couldn't write the local copy",
  advice:
    "Products loaded so far can be searched in this tab. Reload the page. If the problem persists, delete the local copy.",
};

type Why = NonNullable<CopyStorage["why"]>;

const memoryAdvice =
  "Search works while this tab is open. The next visit loads all products again.";

/** Explains why a copy is only in memory, or is loaded again. */
export const storageWords: Readonly<Record<Why, CopyStorage>> = {
  refused: {
    kind: "memory",
    why: "refused",
    title: "This browser blocks storage",
    advice: `A private window or a browser setting prevents the console from storing data. ${memoryAdvice}`,
  },
  full: {
    kind: "memory",
    why: "full",
    title: "No storage space for a local copy",
    advice: `Free up disk space to keep a local copy. ${memoryAdvice}`,
  },
  blocked: {
    kind: "memory",
    why: "blocked",
    title: "Another tab uses an older version of the local copy",
    advice: `Close or reload the console's other tabs, then reload this one. ${memoryAdvice}`,
  },
  "other-version": {
    kind: "memory",
    why: "other-version",
    title: "The local copy belongs to a newer version of the console",
    advice: `Reload this page to use it. ${memoryAdvice}`,
  },
  rebuilt: {
    kind: "kept",
    why: "rebuilt",
    title: "Loading the local copy again",
    advice: "This version of the console uses a new format. No records in the API are affected.",
  },
  unreadable: {
    kind: "kept",
    why: "unreadable",
    title: "Loading the local copy again",
    advice: "The local copy was unreadable.",
  },
};
