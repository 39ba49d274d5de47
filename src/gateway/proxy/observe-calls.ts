import { type EndedRequest, nameOperation } from "#http/observe-requests.ts";
import type { Operation } from "#contract/operation.ts";
import type { Span, Step } from "#http/tracer.ts";
import type { UpstreamResult } from "./call-upstream.ts";
import type { NotAdmitted, Pacer } from "./pace-requests.ts";
import type { Urgency } from "./queue.ts";

/** The wait for the upstream's rate limit. */
export const waitStep = (urgency: Urgency): Step => ({
  name: "wait for the rate limit",
  kind: "internal",
  facts: { "supercargo.lane": urgency },
});

/** The wait after a failed attempt. */
export const retryStep: Step = { name: "wait before a retry", kind: "internal", facts: {} };

/** One call of the upstream. The path is the operation's pattern: no ids, no query. */
export const attemptStep = (operation: Operation, origin: string, resends: number): Step => {
  const { method, path } = operation;
  const { hostname, port, protocol } = new URL(origin);
  return {
    name: `${method} ${path}`,
    kind: "client",
    facts: {
      "http.request.method": method,
      "url.template": path,
      "server.address": hostname,
      "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      "supercargo.operation": nameOperation(operation) ?? "other",
      ...(resends === 0 ? {} : { "http.request.resend_count": resends }),
    },
  };
};

/** Adds an attempt's result to its span. */
export const reportResult = (span: Span | undefined, result: EndedAttempt["result"]): void => {
  if (typeof result === "number") span?.add({ "http.response.status_code": result });
  if (typeof result === "string" || result >= 400) span?.fail(String(result));
};

/** One call of the upstream, after its wait in the queue. */
interface EndedAttempt {
  readonly operation: Operation;
  readonly urgency: Urgency;
  readonly queueMs: number;
  readonly upstreamMs: number;
  /** The upstream's status, or why there is no answer that could be read. */
  readonly result: number | "unreachable" | "timeout" | "reset" | "unreadable";
}

/** The queues of all tokens together. */
export interface QueueState {
  /** Waiting calls at each urgency, 0 to 7. */
  readonly waiting: readonly number[];
  /** Calls per second that the upstream allows all of them; 0: no limit. */
  readonly slots: number;
  readonly slotsInUse: number;
  readonly pausedTokens: number;
}

/** What measures the gateway. It is told nothing that identifies a person, a record or a token. */
export interface GatewayObserver {
  requestEnded(request: EndedRequest): void;
  attemptEnded(attempt: EndedAttempt): void;
  /** A call was refused in the queue. */
  notSent(why: NotAdmitted): void;
  /** Called once, with a function that reads the queues. */
  watchQueues(read: () => QueueState): void;
}

export const resultOf = (result: UpstreamResult): EndedAttempt["result"] => {
  if (result.kind === "answer") return result.status;
  return result.kind === "lost" ? result.why : result.kind;
};

/** Adds the queues of several tokens. */
export const addQueues = (pacers: Iterable<Pacer>, limit: number): QueueState => {
  const all = [...pacers];
  const add = (read: (pacer: Pacer) => number) => all.reduce((sum, pacer) => sum + read(pacer), 0);
  const lanes = all[0]?.waiting() ?? [];
  return {
    waiting: lanes.map((_, lane) => add((pacer) => pacer.waiting()[lane] ?? 0)),
    slots: limit * all.length,
    slotsInUse: add((pacer) => pacer.used()),
    pausedTokens: all.filter((pacer) => pacer.pausedMs() > 0).length,
  };
};
