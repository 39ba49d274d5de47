import { longestPauseWaited } from "./pace-requests.ts";
import type { Verdict } from "./check-answer.ts";

/** The maximum number of repeats of a read after a 429 (api 8), and after a broken response or a 5xx. */
const mostTries = { rateLimited: 4, broken: 1 } as const;

const firstMs = 500;
const jitter = 0.3;

/**
 * How long a token pauses after its nth 429 in a row: the time that the upstream requests, at least a second, doubling
 * up to 16 s, and up to 30 % more so that several waiting programs do not return at the same moment (api 8).
 */
export const pauseAfterRefusals = (
  refusals: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number => {
  const doubled = Math.min(longestPauseWaited, 1_000 * 2 ** Math.max(0, refusals - 1));
  return Math.max(doubled, retryAfterMs ?? 0) * (1 + jitter * random());
};

/** How many attempts of one read have failed so far, by kind of failure. */
export interface Tries {
  readonly rateLimited: number;
  readonly broken: number;
}

const brokenKinds: ReadonlySet<string> = new Set([
  "upstream-unreachable",
  "upstream-failed",
  "upstream-error",
]);

/**
 * How long to wait before a read is repeated; undefined when it is not. Only for reads: a changing call is never
 * repeated automatically. After a 429 the token's own pause is the wait. A timeout is not repeated either: the client
 * has already waited long enough.
 */
export const delayBeforeRetry = (
  verdict: Verdict,
  tries: Tries,
  random: () => number,
): number | undefined => {
  if (verdict.kind === "success") return undefined;
  const { failure, status, retryAfterMs } = verdict;
  if (failure.kind === "rate-limited")
    return status === 429 && tries.rateLimited < mostTries.rateLimited ? 0 : undefined;
  const broken = brokenKinds.has(failure.kind) && failure.status !== 504;
  if (!broken || tries.broken >= mostTries.broken || (retryAfterMs ?? 0) > longestPauseWaited)
    return undefined;
  return (retryAfterMs ?? 0) + random() * Math.min(longestPauseWaited, firstMs * 2 ** tries.broken);
};
