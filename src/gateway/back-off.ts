import { longestPauseWaited } from "./pace-requests.ts";
import type { Verdict } from "./judge-answer.ts";

/** How often a read is sent again after a 429 (api 8), and after a break or a 5xx. */
export const mostTries = { rateLimited: 4, broken: 1 } as const;

const firstMs = 500;
const jitter = 0.3;

/**
 * How long a token rests after its nth 429 in a row: what the upstream asks for, at least a second, doubling up to
 * 16 s, and up to 30 % more so that several waiting programs do not come back together (api 8).
 */
export const pauseAfterRefusals = (
  refusals: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number => {
  const doubled = Math.min(longestPauseWaited, 1_000 * 2 ** Math.max(0, refusals - 1));
  return Math.max(doubled, retryAfterMs ?? 0) * (1 + jitter * random());
};

/** How many tries of one read have failed so far, and how. */
export interface Tries {
  readonly rateLimited: number;
  readonly broken: number;
}

const brokenKinds: ReadonlySet<string> = new Set([
  "upstream-unreachable",
  "upstream-failed",
  "upstream-refused",
]);

/**
 * How long to wait before a read is sent again; undefined when it is not. Only for reads: a changing call is never
 * repeated by a machine. After a 429 the token's own pause is the wait. A timeout is not repeated either: whoever
 * asked has waited long enough.
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
  const broken =
    brokenKinds.has(failure.kind) &&
    (status === undefined || status >= 500) &&
    failure.status !== 504;
  if (!broken || tries.broken >= mostTries.broken || (retryAfterMs ?? 0) > longestPauseWaited)
    return undefined;
  return (retryAfterMs ?? 0) + random() * Math.min(longestPauseWaited, firstMs * 2 ** tries.broken);
};
