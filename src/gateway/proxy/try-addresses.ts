import { accountOperations } from "#contract/account.ts";
import type { FailureCause, TriedAddress } from "#contract/connection.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { Call, Forwarder, Outcome } from "./forward-call.ts";
import { isHtml } from "./is-html.ts";
import { isAccount, nameCause } from "./name-cause.ts";
import type { UpstreamSettings } from "./upstream-options.ts";

/** More paths would take longer than a person waits. */
const mostTried = 6;
/** For one response, and for all of them: at two requests per second, six wait for three seconds. */
const answerMs = 5_000;
const allMs = 15_000;

const limits = { headMs: answerMs, bodyMs: answerMs, maxBytes: 1024 * 1024 };

const withoutLastPart = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/**
 * The paths where the API may be, the configured one first: each is the configured path without its end, or with a
 * usual one. Scheme, host and port are always those of the configured address.
 */
const likelyPaths = (basePath: string): string[] => {
  const parent = withoutLastPart(basePath);
  const all = [basePath, parent, "", `${parent}/v1`, `${basePath}/v1`, "/api", "/api/v1", "/v2"];
  return [...new Set(all)].slice(0, mostTried);
};

interface Tries {
  readonly forwarder: Pick<Forwarder, "send">;
  readonly settings: Pick<UpstreamSettings, "origin" | "basePath">;
  readonly clock: Clock;
  readonly token: string;
}

const causeOf = ({ answer, verdict }: Outcome): FailureCause | null => {
  if (answer !== undefined) return nameCause(accountOperations.getAccount, answer, verdict) ?? null;
  const isPaused = verdict.kind === "failure" && verdict.failure.kind === "rate-limited";
  return isPaused ? "rate-limit" : "timeout";
};

const describe = (baseUrl: string, outcome: Outcome): TriedAddress => ({
  baseUrl,
  fits: outcome.verdict.kind === "success" && isAccount(outcome.verdict.value),
  status: outcome.verdict.status ?? null,
  cause: causeOf(outcome),
  html: outcome.answer?.kind === "answer" && isHtml(outcome.answer),
});

/**
 * Sends `GET /account` (api 4.1) to each variation of the base address, in the token's queue, once. What has no answer
 * in time is left out of the queue.
 */
const tryAddresses = async ({
  forwarder,
  settings,
  clock,
  token,
}: Tries): Promise<TriedAddress[]> => {
  const operation = accountOperations.getAccount;
  const call: Call = {
    operation,
    path: operation.path,
    body: undefined,
    token,
    urgency: 1,
    person: undefined,
    once: true,
    limits,
  };
  const sent = likelyPaths(settings.basePath).map((basePath) => ({
    baseUrl: settings.origin + basePath,
    ...forwarder.send({ ...call, basePath }),
  }));
  const stop = clock.after(allMs, () => sent.forEach(({ unsubscribe }) => unsubscribe()));
  const tried = await Promise.all(
    sent.map(async ({ baseUrl, result }) => describe(baseUrl, await result)),
  );
  stop();
  return tried;
};

/** Tries the addresses for several clients at once: they get the same answers. */
export const createAddressTries = (
  tries: Omit<Tries, "token">,
): ((token: string) => Promise<TriedAddress[]>) => {
  let underWay: Promise<TriedAddress[]> | undefined;
  return async (token) => {
    underWay ??= tryAddresses({ ...tries, token }).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
};
