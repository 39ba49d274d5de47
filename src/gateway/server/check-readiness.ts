import type { FastifyInstance } from "fastify";
import { type Answering, answerJson } from "./answer-request.ts";
import { type Clock, within } from "./clock.ts";

interface Health {
  readonly answering: Answering;
  readonly clock: Clock;
  /** Sends a request to the upstream; true when it responds. */
  readonly probe: () => Promise<boolean>;
  /** When the upstream last responded to another call, on the same clock. */
  readonly lastAnsweredAt: () => number | undefined;
}

/** How long one result is reused: probes cost requests, and the API allows two a second. */
const reusedMs = 10_000;

/** A probe that takes longer proves nothing about the upstream, but the caller needs a response now. */
const probeMs = 5_000;

/** Load balancers may ask with HEAD, too. */
const health = { exposeHeadRoute: true } as const;

/**
 * Whether the gateway runs, and whether the upstream responds: that is checked at most every ten seconds, and not while
 * other calls show it.
 */
export const serveHealth = (
  app: FastifyInstance,
  { answering, clock, probe, lastAnsweredAt }: Health,
): void => {
  let lastCheck: { readonly at: number; readonly isReady: Promise<boolean> } | undefined;
  const isRecent = (at: number | undefined) => at !== undefined && clock.now() - at < reusedMs;
  const isReady = async (): Promise<boolean> => {
    if (isRecent(lastAnsweredAt())) return true;
    if (lastCheck === undefined || !isRecent(lastCheck.at))
      lastCheck = {
        at: clock.now(),
        isReady: within(clock, probeMs, probe()).catch(() => false),
      };
    return lastCheck.isReady;
  };

  app.get("/healthz", health, async (_request, reply) =>
    answerJson(reply, 200, { status: "ok" }, answering),
  );
  app.get("/readyz", health, async (_request, reply) =>
    (await isReady())
      ? answerJson(reply, 200, { status: "ready" }, answering)
      : answerJson(reply, 503, { status: "the API is not responding" }, answering),
  );
};
