import type { ApiError } from "#web/api/api-error.ts";
import type { CopyProblem, CopyStorage } from "./copy-state.ts";

type Words = Pick<CopyProblem, "kind" | "title" | "advice">;

const silent: Words = {
  kind: "offline",
  title: "The console’s gateway does not answer",
  advice: "The copy goes on by itself once it does. What is here can be searched meanwhile.",
};
const failing: Words = {
  kind: "upstream",
  title: "The upstream cannot answer now",
  advice: "The copy goes on by itself. What is here can be searched meanwhile.",
};
const refused: Words = {
  kind: "channel",
  title: "The upstream does not answer for this channel",
  advice: "Look at what it says, and ask again when that is settled.",
};

const wordsByStatus: Readonly<Record<number, Words>> = {
  0: silent,
  401: {
    kind: "token",
    title: "The token is not accepted",
    advice: "Give the gateway a valid token, then ask again.",
  },
  403: {
    kind: "token",
    title: "The token may not read this channel",
    advice:
      "It needs a token of the account or of this channel. Ask again when the gateway has one.",
  },
  404: {
    kind: "channel",
    title: "The upstream has no products for this channel",
    advice: "Look whether the channel’s id is right and whether it is a reseller channel.",
  },
  429: {
    kind: "limit",
    title: "The upstream allows no more requests for a moment",
    advice: "The copy goes on by itself when it is told to.",
  },
};

/** After these nothing changes by waiting. */
const goesOn = (status: number): boolean =>
  status === 0 ||
  status === 200 ||
  status === 408 ||
  status === 429 ||
  (status >= 500 && status !== 501);

/** What became of a request that failed, in words; `waitMs` undefined when waiting does not help. */
export const problemOf = (
  error: Pick<ApiError, "status" | "message" | "retryAfter">,
  failures: number,
): { problem: CopyProblem; waitMs: number | undefined } => {
  const { status, message, retryAfter } = error;
  const again = goesOn(status);
  const words = wordsByStatus[status] ?? (again ? failing : refused);
  const advice = again ? words.advice : `${words.advice} It says: ${message}`;
  const backOff = Math.min(120, 5 * 2 ** Math.min(failures, 5));
  return {
    problem: { ...words, status, advice },
    waitMs: again ? Math.max(1, retryAfter ?? backOff) * 1_000 : undefined,
  };
};

/** What a browser says when there is no room left. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

export const storageFull: CopyProblem = {
  kind: "storage",
  status: 0,
  title: "This browser has no room for more of the copy",
  advice:
    "What was read can be searched. Free room on this machine or forget the copies of other channels, then ask again.",
};

export const storageFailed: CopyProblem = {
  kind: "storage",
  status: 0,
  title: "The copy cannot be written in this browser",
  advice:
    "What was read can be searched in this tab. Load the page again; if that does not help, forget the copy.",
};

type Why = NonNullable<CopyStorage["why"]>;

const memoryAdvice = "Search works while this tab is open; after that everything is read again.";

/** Why a copy is kept otherwise than usual. */
export const storageWords: Readonly<Record<Why, CopyStorage>> = {
  refused: {
    kind: "memory",
    why: "refused",
    title: "This browser keeps nothing for the console",
    advice: `A private window or a setting forbids it. ${memoryAdvice}`,
  },
  full: {
    kind: "memory",
    why: "full",
    title: "This browser has no room for the copy",
    advice: `Free room on this machine to keep it. ${memoryAdvice}`,
  },
  blocked: {
    kind: "memory",
    why: "blocked",
    title: "Another tab holds an older version of the copy",
    advice: `Close the console’s other tabs or load them again, then load this one. ${memoryAdvice}`,
  },
  "other-version": {
    kind: "memory",
    why: "other-version",
    title: "A newer version of the console keeps the copy now",
    advice: `Load this page again to use it. ${memoryAdvice}`,
  },
  rebuilt: {
    kind: "kept",
    why: "rebuilt",
    title: "The copy is read anew",
    advice:
      "This version of the console keeps it in another way. Nothing was lost at the upstream.",
  },
  unreadable: {
    kind: "kept",
    why: "unreadable",
    title: "The copy is read anew",
    advice: "What this browser had kept of it could not be read.",
  },
};
