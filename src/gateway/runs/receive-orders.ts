import { randomUUID } from "node:crypto";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { buildTarget } from "#gateway/proxy/build-target.ts";
import type { CallLimits } from "#gateway/proxy/call-upstream.ts";
import type { Call, Forwarder } from "#gateway/proxy/forward-call.ts";
import { judgeReceived, type RunEnding, unjudgedEnding } from "./run-result.ts";
import type { RunStep } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import { describeRepeatable, type RepeatedRun } from "./repeat-run.ts";
import type { TokenFor } from "#gateway/proxy/route-operations.ts";
import type { RunKeeper } from "./record-runs.ts";
import { explainUnrecorded, recordInTime } from "#gateway/server/store-patiently.ts";
import type { Begun, RunIntent, RunUnderWay } from "./store.ts";
import type { Repeatable } from "./run-changes.ts";

/** A request to receive orders. */
interface ReceiveRequest extends Pick<Call, "person" | "urgency"> {
  readonly requestId: string;
  readonly sourceId: number | null;
  /** The client's Idempotency-Key. */
  readonly key: string | null;
}

type BegunRun = Extract<Begun, { readonly kind: "begun" }>;

type Received =
  /** `isRepeated`: it is of an earlier request with the same key. */
  { readonly run: ReceivedOrdersRun; readonly isRepeated?: true } | { readonly failure: Failure };

export interface OrderReceiver {
  /** Takes the orders out of Processing, once, and stores them; continues even if the client disconnects. */
  receive(request: ReceiveRequest): Promise<Received>;
  /** Resolves when no run is in progress. */
  idle(): Promise<void>;
}

export interface ReceiverOptions {
  readonly forwarder: Forwarder;
  readonly keeper: RunKeeper;
  readonly tokenFor: TokenFor;
  readonly redactor: Redactor;
  readonly limits: CallLimits;
  /** What a request with a key that was used before gets; undefined for a new one. */
  readonly findRepeated: (
    person: string | null,
    repeatable: Repeatable,
  ) => Promise<RepeatedRun | undefined>;
  readonly reached: (step: RunStep) => void | Promise<void>;
}

const operation = purchaseOrderOperations.retrieveProcessingPurchaseOrders;

const now = () => new Date().toISOString();

/** Takes orders out of Processing (api 4.3) without losing any: recorded before the call, stored before the response. */
export const createOrderReceiver = (options: ReceiverOptions): OrderReceiver => {
  const { forwarder, keeper, tokenFor, redactor, limits, findRepeated, reached } = options;
  const underWay = new Set<Promise<unknown>>();

  const callFor = (request: ReceiveRequest, token: string): Call => {
    const query = new URLSearchParams(
      request.sourceId === null ? {} : { filterSourceId: String(request.sourceId) },
    );
    const built = buildTarget(operation, {}, query);
    return {
      operation,
      path: built.kind === "target" ? built.target.path : operation.path,
      body: undefined,
      token,
      urgency: request.urgency,
      person: request.person,
      requestId: request.requestId,
      once: true,
      limits,
      watch: {
        sent: () => void reached("after-send"),
        head: () => void reached("after-head"),
      },
    };
  };

  const sendAndJudge = async (call: Call): Promise<RunEnding> => {
    await reached("after-intent");
    const outcome = await forwarder.send(call).result;
    await reached("after-body");
    return judgeReceived(outcome, now(), redactor);
  };

  const finish = async (begun: BegunRun, intent: RunIntent, call: Call): Promise<Received> => {
    const { id } = begun;
    const ending = await sendAndJudge(call).catch(async (error: unknown) => {
      // Without a result it would stay in progress, and block all others, until this process ends.
      await keeper.end(id, intent.key, unjudgedEnding(now()));
      throw error;
    });
    const kept = await keeper.end(id, intent.key, ending);
    await reached("before-answer");
    if (kept.kind === "not-kept") return { failure: { kind: "memory-failed", runId: id } };
    if (kept.kind === "kept") return { run: kept.run };
    const run = describeRun(begun, intent, ending);
    return { run: kept.kind === "filed" ? { ...run, reason: run.reason ?? inFile } : run };
  };

  const lookUp: ReceiverOptions["findRepeated"] = async (person, repeatable) =>
    recordInTime(findRepeated(person, repeatable)).catch((error: unknown) => ({
      failure: explainUnrecorded(error),
    }));

  const begin = async (request: ReceiveRequest, call: Call): Promise<Received> => {
    const { requestId, sourceId, person } = request;
    const requestedBy = person ?? null;
    const repeatable = describeRepeatable(request.key, sourceId);
    const repeated = repeatable.key === null ? undefined : await lookUp(requestedBy, repeatable);
    if (repeated !== undefined) return repeated;
    const intent = { key: randomUUID(), sourceId, requestId, requestedBy, repeatable };
    await reached("before-intent");
    const begun = await keeper.begin(intent);
    if (begun.kind === "unavailable") return { failure: begun.failure };
    if (begun.kind === "busy")
      return { failure: busyWith(begun, "Wait until it finishes. Its orders will be stored.") };
    return finish(begun, intent, call);
  };

  return {
    receive: async (request) => {
      const choice = tokenFor(operation, request.sourceId ?? undefined);
      if (choice.kind === "missing")
        return { failure: { kind: "token-missing", tokens: choice.tokens } };
      const run = begin(request, callFor(request, choice.token));
      underWay.add(run);
      const over = () => underWay.delete(run);
      run.then(over, over);
      return run;
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
};

/** Why a run in progress is in the way, and what to do. */
export const busyWith = ({ id, sourceId }: RunUnderWay, advice: string): Failure => ({
  kind: "run-under-way",
  detail: `Run ${id} is receiving the orders of ${sourceId === null ? "all sources" : `source ${sourceId}`}. ${advice}`,
  runId: id,
});

const inFile =
  "The database is not responding. The orders are stored in a file and will be added to the database when it is back.";

/** A run as this process knows it, if the database is not available. */
const describeRun = (
  { id, requestedAt }: BegunRun,
  intent: RunIntent,
  ending: RunEnding,
): ReceivedOrdersRun => ({
  id,
  sourceId: intent.sourceId,
  state: ending.state,
  requestedAt,
  requestedBy: intent.requestedBy,
  answeredAt: ending.answeredAt,
  orderCount: ending.orderCount,
  orderIds: [...ending.orderIds],
  reason: ending.reason,
  keptBytes: ending.kept?.length ?? null,
  settlement: null,
});
