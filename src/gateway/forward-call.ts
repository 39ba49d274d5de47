import { requestRate } from "#contract/limits.ts";
import type { Operation } from "#contract/operation.ts";
import { delayBeforeRetry, pauseAfterRefusals, type Tries } from "./back-off.ts";
import type { CallLimits, CallWatch, Upstream, UpstreamResult } from "./call-upstream.ts";
import type { Clock } from "./clock.ts";
import { judgeAnswer, judgeNotAdmitted, type Verdict } from "./judge-answer.ts";
import { createPacer, type Pacer } from "./pace-requests.ts";
import type { Urgency } from "./read-priority.ts";
import { createSharedReads, type Flight, type Seat } from "./share-reads.ts";

/** One checked request on its way to the upstream. */
export interface Call {
  readonly operation: Operation;
  /** Path and query, without the base address's own path. */
  readonly path: string;
  readonly body: string | undefined;
  readonly token: string;
  readonly urgency: Urgency;
  readonly person: string | undefined;
  /** True for a call that is not worth a second try. */
  readonly once?: boolean;
  /** True for a question whose answer must not be older than the question. */
  readonly anew?: boolean;
  readonly limits?: CallLimits;
  readonly watch?: CallWatch;
}

export interface Outcome {
  readonly verdict: Verdict;
  /** What came back, byte for byte; undefined when nothing was sent. */
  readonly answer?: UpstreamResult;
  /** Waiting for a turn and between tries, and waiting for the upstream, in milliseconds. */
  readonly queueMs: number;
  readonly upstreamMs: number;
}

/** What the upstream's last answers say about it. */
export interface UpstreamNews {
  readonly lastAnswer: { readonly status: number; readonly at: number } | undefined;
  /** When it last answered without breaking down, on the monotonic clock. */
  readonly healthyAt: number | undefined;
  /** When the first call failed that no answer has followed. */
  readonly silentSince: number | undefined;
}

export interface Forwarder {
  send(call: Call): Seat<Outcome>;
  pacerOf(token: string): Pacer;
  news(): UpstreamNews;
  /** Sends nothing more; calls in progress continue. */
  close(): void;
}

export interface ForwarderOptions {
  readonly upstream: Upstream;
  readonly basePath: string;
  readonly rateLimit: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly wallClock: () => number;
  /** The upstream took a token for none. */
  readonly onTokenRefused: () => void;
}

/** Sends checked calls: each in its token's queue, reads shared and repeated where that is safe, writes once. */
export const createForwarder = (options: ForwarderOptions): Forwarder => {
  const { upstream, basePath, rateLimit, clock, random, wallClock, onTokenRefused } = options;
  const pacers = new Map<string, Pacer>();
  const refusalsInARow = new WeakMap<Pacer, number>();
  const reads = createSharedReads<Outcome>();
  const news: { -readonly [K in keyof UpstreamNews]: UpstreamNews[K] } = {
    lastAnswer: undefined,
    healthyAt: undefined,
    silentSince: undefined,
  };
  let closed = false;
  let order = 0;

  // Keyed by the token itself: two owners with one token share one window at the upstream too.
  const pacerOf = (token: string): Pacer => {
    const known = pacers.get(token);
    if (known !== undefined) return known;
    const pacer = createPacer({ limit: rateLimit, windowMs: requestRate.windowMs, clock });
    if (closed) pacer.close();
    pacers.set(token, pacer);
    return pacer;
  };

  const report = ({ status }: Verdict) => {
    news.healthyAt = status !== undefined && status < 500 ? clock.now() : undefined;
    if (status === undefined) news.silentSince ??= wallClock();
    else {
      news.lastAnswer = { status, at: wallClock() };
      news.silentSince = undefined;
    }
  };
  const learn = (pacer: Pacer, verdict: Verdict) => {
    report(verdict);
    const { status } = verdict;
    if (verdict.kind === "failure" && verdict.tokenRefused) {
      pacer.refuseToken();
      onTokenRefused();
    } else if (status !== undefined && status < 500 && status !== 429 && status !== 401)
      pacer.acceptToken();
    restAfterRefusal(pacer, verdict);
  };
  const restAfterRefusal = (pacer: Pacer, verdict: Verdict) => {
    if (verdict.status !== 429) {
      if (verdict.status !== undefined) refusalsInARow.delete(pacer);
      return;
    }
    // Calls that were out together are refused together: that is one refusal.
    const refusals = (refusalsInARow.get(pacer) ?? 0) + (pacer.pausedMs() > 0 ? 0 : 1);
    refusalsInARow.set(pacer, refusals);
    const asked = verdict.kind === "failure" ? verdict.retryAfterMs : undefined;
    pacer.pause(pauseAfterRefusals(refusals, asked, random));
  };

  /** One try: a turn, the call, and what its answer means. */
  const tryOnce = async (call: Call, flight: Flight): Promise<Outcome> => {
    const { operation, path, body, token } = call;
    if (flight.gone.aborted) return neverSent(operation);
    const pacer = pacerOf(token);
    const entered = clock.now();
    const leave = () => pacer.leave(flight.ticket);
    flight.gone.addEventListener("abort", leave, { once: true });
    const admission = await pacer.enter(flight.ticket);
    flight.gone.removeEventListener("abort", leave);
    const left = clock.now();
    if (admission.kind === "not-admitted") {
      const verdict = judgeNotAdmitted(operation, admission.why, admission.retryAfterMs);
      return { verdict, queueMs: left - entered, upstreamMs: 0 };
    }
    flight.departed();
    const { method, changesState } = operation;
    const { limits, watch } = call;
    const request = { method, path: basePath + path, token, body, changesState, limits, watch };
    const answer = await upstream.call(request, admission.slot);
    const verdict = judgeAnswer(operation, answer, wallClock());
    learn(pacer, verdict);
    if (changesState) reads.wrote();
    return { verdict, answer, queueMs: left - entered, upstreamMs: clock.now() - left };
  };

  /** Tries until there is an answer worth giving. */
  const fly = async (
    call: Call,
    flight: Flight,
    tries: Tries = { rateLimited: 0, broken: 0 },
  ): Promise<Outcome> => {
    const outcome = await tryOnce(call, flight);
    const repeatable = !call.operation.changesState && call.once !== true && !flight.gone.aborted;
    const delay = repeatable ? delayBeforeRetry(outcome.verdict, tries, random) : undefined;
    if (delay === undefined) return outcome;
    const restedFrom = clock.now();
    await rest(clock, delay, flight.gone);
    const restedMs = clock.now() - restedFrom;
    const failed = outcome.verdict.status === 429 ? "rateLimited" : "broken";
    const next = await fly(call, flight, { ...tries, [failed]: tries[failed] + 1 });
    return {
      ...next,
      queueMs: outcome.queueMs + restedMs + next.queueMs,
      upstreamMs: outcome.upstreamMs + next.upstreamMs,
    };
  };

  const sendAlone = (call: Call, ticket: Flight["ticket"]): Seat<Outcome> => {
    const gone = new AbortController();
    const result = fly(call, { ticket, gone: gone.signal, departed: () => undefined });
    return { result, leave: () => gone.abort() };
  };

  return {
    send: (call) => {
      order += 1;
      const ticket = { urgency: call.urgency, person: call.person, order };
      const shared = call.operation.method === "GET" && !call.operation.changesState;
      return shared
        ? reads.join(
            `${call.token} ${call.path}`,
            ticket,
            async (flight) => fly(call, flight),
            call.anew ?? false,
          )
        : sendAlone(call, ticket);
    },
    pacerOf,
    news: () => news,
    close: () => {
      closed = true;
      for (const pacer of pacers.values()) pacer.close();
    },
  };
};

/** A call that everybody left before it was in the queue. */
const neverSent = (operation: Operation): Outcome => ({
  verdict: judgeNotAdmitted(operation, "gone", 0),
  queueMs: 0,
  upstreamMs: 0,
});

const rest = async (clock: Clock, ms: number, gone: AbortSignal): Promise<void> =>
  ms === 0
    ? undefined
    : new Promise((resolve) => {
        const cancel = clock.after(ms, resolve);
        gone.addEventListener("abort", () => {
          cancel();
          resolve();
        });
      });
