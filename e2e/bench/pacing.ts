import { setTimeout as sleep } from "node:timers/promises";
import { requestRate } from "#contract/limits.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { startStrictUpstream } from "#gateway/testing/strict-upstream.ts";

const calls = 200;
const { limit, windowMs } = requestRate;

/** The shortest possible time, with `limit` calls at once at the start of every window. */
const idealMs = (calls / limit - 1) * windowMs;

/** Sends every call, and returns the number of calls that the upstream refused at least once. */
type Limiter = (origin: string) => Promise<void>;

const throughGateway: Limiter = async (baseUrl) => {
  const gateway = await startGateway({ upstream: { baseUrl, rateLimit: limit } });
  const asked = Array.from({ length: calls }, async (_, index) => {
    const response = await gateway.call(`/api/rma/${index + 1}`);
    await response.arrayBuffer();
  });
  await Promise.all(asked);
  await gateway.close();
};

/** The simplest client: a call every half second. */
const evenlySpaced: Limiter = async (origin) => {
  const asked = Array.from({ length: calls }, async (_, index) => {
    await sleep((index * windowMs) / limit);
    const response = await fetch(`${origin}/rma/${index + 1}`);
    await response.arrayBuffer();
  });
  await Promise.all(asked);
};

const measure = async (limiter: string, run: Limiter, jitterMs: number) => {
  const upstream = await startStrictUpstream({ limit, windowMs, jitterMs });
  const started = performance.now();
  await run(upstream.origin);
  const tookMs = performance.now() - started;
  await upstream.close();
  const ratio = Math.round((tookMs / idealMs) * 1_000) / 1_000;
  return { bench: "pacing", limiter, calls, jitterMs, answers429: upstream.refusals(), ratio };
};

/** 200 calls against an upstream that counts arrivals: the number of refusals, and the time over the ideal. */
export const bench = async (): Promise<object[]> =>
  Promise.all([
    measure("gateway", throughGateway, 0),
    measure("gateway", throughGateway, 80),
    measure("evenly spaced", evenlySpaced, 0),
    measure("evenly spaced", evenlySpaced, 80),
  ]);
