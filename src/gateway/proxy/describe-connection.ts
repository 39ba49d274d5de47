import type { Connection } from "#contract/connection.ts";
import type { Forwarder } from "./forward-call.ts";
import type { OwnedToken } from "./tokens.ts";
import type { UpstreamSettings } from "./upstream-options.ts";

const isoTime = (at: number) => new Date(at).toISOString();

/** The state of the connection as the console shows it: everything but the tokens. */
export const describeConnection = (
  tokens: readonly OwnedToken[],
  settings: UpstreamSettings,
  forwarder: Forwarder,
  now: number,
): Connection => {
  const { lastAnswer, silentSince, accountMissing, clockAheadMs } = forwarder.seen.news();
  return {
    baseUrl: settings.origin + settings.basePath,
    embedded: settings.embedded,
    rateLimit: settings.rateLimit,
    tokens: tokens.map(({ type, id, token }) => {
      const pacer = forwarder.pacerOf(token);
      return {
        type,
        id,
        verdict: pacer.verdict(),
        waiting: pacer.waiting(),
        used: pacer.used(),
        pausedMs: pacer.pausedMs(),
      };
    }),
    lastAnswer:
      lastAnswer === undefined ? null : { status: lastAnswer.status, at: isoTime(lastAnswer.at) },
    accountMissing,
    failures: [...forwarder.seen.failures()],
    clockAheadMs: clockAheadMs ?? null,
    now: isoTime(now),
    silentSince: silentSince === undefined ? null : isoTime(silentSince),
  };
};
