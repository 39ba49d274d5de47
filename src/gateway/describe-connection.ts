import type { Connection, ConnectionToken } from "#contract/connection.ts";
import type { Forwarder } from "./forward-call.ts";
import type { UpstreamOptions, UpstreamSettings } from "./upstream-options.ts";

interface Owner {
  readonly type: ConnectionToken["type"];
  readonly id: number | null;
  readonly token: string;
}

/** Every configured token with whose it is. */
export const ownersOf = ({
  accountToken,
  sourceTokens,
  channelTokens,
}: UpstreamOptions): Owner[] => [
  ...(accountToken === undefined
    ? []
    : [{ type: "account" as const, id: null, token: accountToken }]),
  ...[...(sourceTokens ?? [])].map(([id, token]) => ({ type: "source" as const, id, token })),
  ...[...(channelTokens ?? [])].map(([id, token]) => ({ type: "channel" as const, id, token })),
];

const isoTime = (at: number) => new Date(at).toISOString();

/** The state of the connection as the console shows it: everything but the tokens. */
export const describeConnection = (
  options: UpstreamOptions,
  settings: UpstreamSettings,
  forwarder: Forwarder,
): Connection => {
  const { lastAnswer, silentSince } = forwarder.news();
  return {
    baseUrl: settings.origin + settings.basePath,
    embedded: settings.embedded,
    rateLimit: settings.rateLimit,
    tokens: ownersOf(options).map(({ type, id, token }) => {
      const pacer = forwarder.pacerOf(token);
      return {
        type,
        id,
        verdict: pacer.verdict(),
        waiting: pacer.waiting(),
        pausedMs: pacer.pausedMs(),
      };
    }),
    lastAnswer:
      lastAnswer === undefined ? null : { status: lastAnswer.status, at: isoTime(lastAnswer.at) },
    silentSince: silentSince === undefined ? null : isoTime(silentSince),
  };
};
