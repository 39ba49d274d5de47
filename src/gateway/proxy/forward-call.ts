import { requestRate } from "#contract/limits.ts";
import type { Operation } from "#contract/operation.ts";
import { record, type Tracer } from "#http/tracer.ts";
import { delayBeforeRetry, pauseAfterRefusals, type Tries } from "./back-off.ts";
import type { CallLimits, CallWatch, Upstream, UpstreamResult } from "./call-upstream.ts";
import type { Clock } from "#gateway/server/clock.ts";
import { checkAnswer, describeNotSent, type Verdict } from "./check-answer.ts";
import {
  addQueues,
  attemptStep,
  type GatewayObserver,
  reportResult,
  resultOf,
  retryStep,
  waitStep,
} from "./observe-calls.ts";
import { createPacer, type Pacer } from "./pace-requests.ts";
import type { Urgency } from "./queue.ts";
import type { ShareSlots } from "./share-rate.ts";
import { createSharedReads, type InFlightRequest, type Subscription } from "./share-reads.ts";
import { type ConnectionWatch, watchConnection } from "./watch-connection.ts";

/** One checked request on its way to the upstream. */
export interface Call {
  readonly operation: Operation;
  /** Path and query, without the base address's own path. */
  readonly path: string;
  readonly body: string | undefined;
  /** True for an update that changes nothing, by which its record is read (`readsWith`). */
  readonly onlyReads?: boolean;
  /** The version of the record that a change was made to, as an ETag. */
  readonly ifMatch?: string | undefined;
  readonly token: string;
  readonly urgency: Urgency;
  readonly person: string | undefined;
  /** The gateway's ID of the client's request; of those that share a read, the first one's is sent. */
  readonly requestId?: string | undefined;
  /** True for a call that is not retried. */
  readonly once?: boolean;
  /** True for a read whose response must not be older than the request. */
  readonly fresh?: boolean;
  readonly limits?: CallLimits;
  readonly watch?: CallWatch;
  /** Another path of the base address, to find the right one: the answer says nothing about the connection. */
  readonly basePath?: string;
}

/** Whether a call may change records: it is then sent once, and without a response its result is unknown. */
export const isChange = ({
  operation,
  onlyReads,
}: Pick<Call, "operation" | "onlyReads">): boolean => operation.changesState && onlyReads !== true;

export interface Outcome {
  readonly verdict: Verdict;
  /** The response, byte for byte; undefined when nothing was sent. */
  readonly answer?: UpstreamResult;
  /** Waiting for a turn and between tries, and waiting for the upstream, in milliseconds. */
  readonly queueMs: number;
  readonly upstreamMs: number;
}

export interface Forwarder {
  send(call: Call): Subscription<Outcome>;
  pacerOf(token: string): Pacer;
  /** The state of the connection, according to the responses. */
  readonly seen: Pick<ConnectionWatch, "news" | "failures" | "served">;
  /** Sends nothing more; calls in progress continue. */
  close(): void;
}

interface ForwarderOptions {
  readonly upstream: Upstream;
  readonly origin: string;
  readonly basePath: string;
  readonly rateLimit: number;
  /** Counts the calls of a token together with other gateways; by default this one counts alone. */
  readonly shareSlots?: ShareSlots | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly wallClock: () => number;
  /** Called after the upstream rejected a token itself (401). */
  readonly onTokenRefused: () => void;
  readonly observer?: GatewayObserver | undefined;
  readonly tracer?: Tracer | undefined;
}

/** Sends checked calls: each in its token's queue, reads shared and repeated where that is safe, writes once. */
export const createForwarder = (options: ForwarderOptions): Forwarder => {
  const { upstream, origin, basePath, rateLimit, shareSlots } = options;
  const { clock, random, wallClock, onTokenRefused, observer, tracer } = options;
  const pacers = new Map<string, Pacer>();
  const refusalsInARow = new WeakMap<Pacer, number>();
  const reads = createSharedReads<Outcome>();
  const seen = watchConnection({ now: () => clock.now(), wallClock });
  let closed = false;
  let order = 0;
  observer?.watchQueues(() => addQueues(pacers.values(), rateLimit));

  // Keyed by the token itself: two owners with one token share one window at the upstream too.
  const pacerOf = (token: string): Pacer => {
    const known = pacers.get(token);
    if (known !== undefined) return known;
    const { windowMs } = requestRate;
    const pacer = createPacer({
      limit: rateLimit,
      windowMs,
      clock,
      shareSlots: shareSlots?.({ token, limit: rateLimit, windowMs }),
    });
    if (closed) pacer.close();
    pacers.set(token, pacer);
    return pacer;
  };

  const learn = (pacer: Pacer, verdict: Verdict) => {
    const { status } = verdict;
    if (verdict.kind === "failure" && verdict.tokenRefused) {
      pacer.refuseToken();
      onTokenRefused();
    } else if (status !== undefined && status < 500 && status !== 429 && status !== 401)
      pacer.answer(isFromApi(verdict));
    restAfterRefusal(pacer, verdict);
  };
  const restAfterRefusal = (pacer: Pacer, verdict: Verdict) => {
    if (verdict.status !== 429) {
      if (verdict.status !== undefined) refusalsInARow.delete(pacer);
      return;
    }
    // Calls that were in flight together are refused together: that is one refusal.
    const refusals = (refusalsInARow.get(pacer) ?? 0) + (pacer.pausedMs() > 0 ? 0 : 1);
    refusalsInARow.set(pacer, refusals);
    const retryAfterMs = verdict.kind === "failure" ? verdict.retryAfterMs : undefined;
    pacer.pause(pauseAfterRefusals(refusals, retryAfterMs, random));
  };

  /** One attempt: waits for a turn, calls the upstream, and checks the response. */
  const tryOnce = async (
    call: Call,
    inFlight: InFlightRequest,
    resends: number,
  ): Promise<Outcome> => {
    const { operation, token } = call;
    if (inFlight.signal.aborted) return neverSent(operation);
    const pacer = pacerOf(token);
    const enteredAt = clock.now();
    const leaveQueue = () => pacer.leave(inFlight.ticket);
    inFlight.signal.addEventListener("abort", leaveQueue, { once: true });
    const { urgency } = inFlight.ticket;
    const admission = await record(tracer, waitStep(urgency), async (span) => {
      const admitted = await pacer.enter(inFlight.ticket);
      if (admitted.kind === "not-admitted") span?.fail(admitted.why);
      return admitted;
    });
    inFlight.signal.removeEventListener("abort", leaveQueue);
    const admittedAt = clock.now();
    if (admission.kind === "not-admitted") {
      observer?.notSent(admission.why);
      const verdict = describeNotSent(operation, admission.why, admission.retryAfterMs);
      return { verdict, queueMs: admittedAt - enteredAt, upstreamMs: 0 };
    }
    inFlight.markSent();
    const changesState = isChange(call);
    const { method } = operation;
    const request = {
      ...call,
      method,
      path: (call.basePath ?? basePath) + call.path,
      changesState,
    };
    const answer = await record(tracer, attemptStep(operation, origin, resends), async (span) => {
      const { traceparent } = span ?? {};
      const result = await upstream.call({ ...request, traceparent }, admission.slot);
      reportResult(span, resultOf(result));
      return result;
    });
    const timing = { queueMs: admittedAt - enteredAt, upstreamMs: clock.now() - admittedAt };
    observer?.attemptEnded({ operation, urgency, ...timing, result: resultOf(answer) });
    const verdict = checkAnswer({ ...operation, changesState }, answer, wallClock());
    if (call.basePath === undefined) {
      seen.report(operation, answer, verdict);
      learn(pacer, verdict);
    } else restAfterRefusal(pacer, verdict);
    if (changesState) reads.invalidate();
    return { verdict, answer, ...timing };
  };

  /** Retries until the result may be returned (`delayBeforeRetry`). */
  const sendWithRetries = async (
    call: Call,
    inFlight: InFlightRequest,
    tries: Tries = { rateLimited: 0, broken: 0 },
  ): Promise<Outcome> => {
    const outcome = await tryOnce(call, inFlight, tries.rateLimited + tries.broken);
    const repeatable = !isChange(call) && call.once !== true && !inFlight.signal.aborted;
    const delay = repeatable ? delayBeforeRetry(outcome.verdict, tries, random) : undefined;
    if (delay === undefined) return outcome;
    const waitedFrom = clock.now();
    if (delay > 0)
      await record(tracer, retryStep, async () => waitFor(clock, delay, inFlight.signal));
    const waitedMs = clock.now() - waitedFrom;
    const failed = outcome.verdict.status === 429 ? "rateLimited" : "broken";
    const next = await sendWithRetries(call, inFlight, { ...tries, [failed]: tries[failed] + 1 });
    return {
      ...next,
      queueMs: outcome.queueMs + waitedMs + next.queueMs,
      upstreamMs: outcome.upstreamMs + next.upstreamMs,
    };
  };

  const sendAlone = (call: Call, ticket: InFlightRequest["ticket"]): Subscription<Outcome> => {
    const controller = new AbortController();
    const { signal } = controller;
    const result = sendWithRetries(call, { ticket, signal, markSent: () => undefined });
    return { result, unsubscribe: () => controller.abort() };
  };

  return {
    send: (call) => {
      order += 1;
      const ticket = { urgency: call.urgency, person: call.person, order };
      const shared =
        call.basePath === undefined &&
        call.operation.method === "GET" &&
        !call.operation.changesState;
      return shared
        ? reads.subscribe(
            `${call.token} ${call.path}`,
            ticket,
            async (inFlight) => sendWithRetries(call, inFlight),
            call.fresh ?? false,
          )
        : sendAlone(call, ticket);
    },
    pacerOf,
    seen,
    close: () => {
      closed = true;
      for (const pacer of pacers.values()) pacer.close();
    },
  };
};

const hasId = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "number";

/** Whether a response is the API's own records, which it sends for a valid token only, and not any server's JSON. */
const isFromApi = (verdict: Verdict): boolean => {
  if (verdict.kind !== "success") return false;
  const { value } = verdict;
  return Array.isArray(value) ? value.length === 0 || value.some(hasId) : hasId(value);
};

/** The outcome of a call whose clients all disconnected before it was queued. */
export const neverSent = (operation: Operation): Outcome => ({
  verdict: describeNotSent(operation, "gone", 0),
  queueMs: 0,
  upstreamMs: 0,
});

const waitFor = async (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
