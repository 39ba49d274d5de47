import { type Clock, monotonicClock } from "#gateway/server/clock.ts";
import { answer, startUpstream, type TestUpstream } from "./recording-upstream.ts";

export interface StrictUpstream extends TestUpstream {
  /** How many calls were answered with 429. */
  refusals(): number;
}

export interface Strictness {
  readonly limit: number;
  readonly windowMs: number;
  /** The largest delay of a round trip; a random part of it passes before the arrival is counted. */
  readonly jitterMs?: number;
  readonly random?: () => number;
  /** Its clock for counting and for delays. */
  readonly clock?: Clock;
  /** What it answers to a path with its query. */
  readonly respond?: (path: string) => unknown;
}

/** An upstream that counts every arrival in its rolling window, including refused ones, like the API (api 8). */
export const startStrictUpstream = async ({
  limit,
  windowMs,
  jitterMs = 0,
  random = Math.random,
  clock = monotonicClock,
  respond = () => [],
}: Strictness): Promise<StrictUpstream> => {
  let arrivals: number[] = [];
  let refused = 0;
  const sleep = async (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  const isRefused = () => {
    const now = clock.now();
    arrivals = [...arrivals.filter((at) => at > now - windowMs), now];
    return arrivals.length > limit;
  };
  const upstream = await startUpstream(async (request, response) => {
    const delay = jitterMs * random();
    const before = delay * random();
    if (delay > 0) await sleep(before);
    const tooMany = isRefused();
    if (tooMany) refused += 1;
    if (delay > 0) await sleep(delay - before);
    if (!tooMany) {
      answer(response, 200, respond(request.url ?? ""));
      return;
    }
    const body = { error: "Rate limit exceeded", data: { limit, window: "1s" } };
    answer(response, 429, body, { "retry-after": "1" });
  });
  return { ...upstream, refusals: () => refused };
};
