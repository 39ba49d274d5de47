import { accountOperations } from "#contract/account.ts";
import {
  type Connection,
  connectionPath,
  type FailureCause,
  type TriedAddress,
} from "#contract/connection.ts";
import { ownPermissions } from "#contract/people.ts";
import { type Answering, answerJson, answerProblem } from "#gateway/server/answer-request.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import type { FastifyInstance } from "fastify";
import { isHtml, type Upstream } from "./call-upstream.ts";
import type { Call, Forwarder, Outcome } from "./forward-call.ts";
import type { SlotInUse } from "./pace-requests.ts";
import type { OwnedToken, UpstreamSettings } from "./tokens.ts";
import { isAccount, nameCause } from "./watch-connection.ts";

/** The API's smallest request (api 4.1). */
const operation = accountOperations.getAccount;

/** For one response, and for all tried addresses: at two requests per second, six wait for three seconds. */
const answerMs = 5_000;
const allMs = 15_000;

const limits = { headMs: answerMs, bodyMs: answerMs, maxBytes: 1024 * 1024 };

/** Outside every token's queue: a request without a token has no rate limit. */
const unpaced: SlotInUse = {
  answered: () => undefined,
  unsent: () => undefined,
  lost: () => undefined,
};

/**
 * Returns whether the upstream answers without a 5xx. The request carries no token, so that it uses none of a token's
 * rate (api 7) and is also sent while the tokens are refused or paused: a call that was never sent proves nothing.
 */
export const probeUpstream = async (upstream: Upstream, basePath: string): Promise<boolean> => {
  const { method, path } = operation;
  const request = { method, path: basePath + path, token: undefined, body: undefined, limits };
  const result = await upstream.call({ ...request, changesState: false }, unpaced);
  return "status" in result && result.status < 500;
};

interface ConnectionRoutes {
  readonly answering: Answering;
  readonly forwarder: Forwarder;
  readonly settings: UpstreamSettings;
  readonly clock: Clock;
  readonly tokens: () => readonly OwnedToken[];
}

const isoTime = (at: number) => new Date(at).toISOString();

/** The state of the connection as the console shows it: everything but the tokens. */
export const describeConnection = ({
  forwarder,
  settings,
  tokens,
}: Pick<ConnectionRoutes, "forwarder" | "settings" | "tokens">): Connection => {
  const { lastAnswer, silentSince, accountMissing, clockAheadMs } = forwarder.seen.news();
  return {
    baseUrl: settings.origin + settings.basePath,
    embedded: settings.embedded,
    rateLimit: settings.rateLimit,
    tokens: tokens().map(({ type, id, token }) => {
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
    now: isoTime(Date.now()),
    silentSince: silentSince === undefined ? null : isoTime(silentSince),
  };
};

/** More paths would take longer than a person waits. */
const mostTried = 6;

/**
 * The paths where the API may be, the configured one first: each is the configured path without its end, or with a
 * usual one. Scheme, host and port are always those of the configured address.
 */
const likelyPaths = (basePath: string): string[] => {
  const parent = basePath.slice(0, Math.max(0, basePath.lastIndexOf("/")));
  const all = [basePath, parent, "", `${parent}/v1`, `${basePath}/v1`, "/api", "/api/v1", "/v2"];
  return [...new Set(all)].slice(0, mostTried);
};

const causeOf = ({ answer, verdict }: Outcome): FailureCause | null => {
  if (answer !== undefined) return nameCause(operation, answer, verdict) ?? null;
  const isPaused = verdict.kind === "failure" && verdict.failure.kind === "rate-limited";
  return isPaused ? "rate-limit" : "timeout";
};

const describeTry = (baseUrl: string, outcome: Outcome): TriedAddress => ({
  baseUrl,
  fits: outcome.verdict.kind === "success" && isAccount(outcome.verdict.value),
  status: outcome.verdict.status ?? null,
  cause: causeOf(outcome),
  html: outcome.answer?.kind === "answer" && isHtml(outcome.answer),
});

/**
 * Sends `GET /account` to each variation of the base address, in the token's queue, once. What has no answer in time is
 * left out of the queue.
 */
const tryAddresses = async (
  token: string,
  { forwarder, settings, clock }: ConnectionRoutes,
): Promise<TriedAddress[]> => {
  const { path } = operation;
  const once = { once: true, urgency: 1, person: undefined, limits } as const;
  const call: Call = { operation, path, body: undefined, token, ...once };
  const sent = likelyPaths(settings.basePath).map((basePath) => ({
    baseUrl: settings.origin + basePath,
    ...forwarder.send({ ...call, basePath }),
  }));
  const stop = clock.after(allMs, () => sent.forEach(({ unsubscribe }) => unsubscribe()));
  const tried = await Promise.all(
    sent.map(async ({ baseUrl, result }) => describeTry(baseUrl, await result)),
  );
  stop();
  return tried;
};

/** The state of the connection. A POST tries other base addresses; it takes no address from the client. */
export const serveConnection = (app: FastifyInstance, routes: ConnectionRoutes): void => {
  const { answering, tokens } = routes;
  const permit = (name: keyof typeof ownPermissions) => ({
    config: { permission: ownPermissions[name] },
  });
  /** Several clients at once get the same answers. */
  let trying: Promise<TriedAddress[]> | undefined;

  app.get(connectionPath, permit("readConnection"), async (request, reply) => {
    const notOwn = guardCall(request);
    return notOwn === undefined
      ? answerJson(reply, 200, describeConnection(routes), answering)
      : answerProblem(reply, notOwn, answering);
  });
  app.post(connectionPath, permit("tryAddresses"), async (request, reply) => {
    const notOwn = guardCall(request);
    if (notOwn !== undefined) return answerProblem(reply, notOwn, answering);
    const [first] = tokens();
    if (first === undefined)
      return answerProblem(reply, { kind: "token-missing", tokens: ["account"] }, answering);
    trying ??= tryAddresses(first.token, routes).finally(() => {
      trying = undefined;
    });
    return answerJson(reply, 200, await trying, answering);
  });
};
