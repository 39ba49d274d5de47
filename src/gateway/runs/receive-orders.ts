import { randomUUID } from "node:crypto";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { receivedOrderOperations, type ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import { hashRequest } from "#gateway/changes/chain.ts";
import { findEarlier } from "#gateway/changes/store.ts";
import type { CallLimits } from "#gateway/proxy/call-upstream.ts";
import type { Call, Forwarder } from "#gateway/proxy/forward-call.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { explainUnrecorded, recordInTime, type RunStep } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import { trackWork } from "#gateway/server/stop.ts";
import type { RunRecorder } from "./record-runs.ts";
import { toRunResult, type RunResult, unknownRunResult } from "./run-result.ts";
import { type Begun, readRun, type Repeatable, type RunIntent, type RunUnderWay } from "./store.ts";

/** How a repeated request for the orders of a source is recognized; `key` is the client's Idempotency-Key. */
const describeRepeatable = (key: string | null, sourceId: number | null): Repeatable => {
  const { method, path } = receivedOrderOperations.receiveOrders;
  return { key, hash: hashRequest(method, path, { sourceId }) };
};

type RepeatedRun =
  | { readonly run: ReceivedOrdersRun; readonly isRepeated: true }
  | { readonly failure: Failure };

const retryAfter = 5;

/**
 * What a request with a key that was used before gets: the run that it began, which is never made twice. Undefined for a
 * new request.
 */
export const findRepeatedRun = async (
  sql: Sql,
  upstream: string,
  person: string | null,
  { key, hash }: Repeatable,
): Promise<RepeatedRun | undefined> => {
  const earlier = await findEarlier(sql, upstream, person, key ?? "");
  if (earlier === undefined) return undefined;
  if (earlier.hash !== hash) return { failure: { kind: "key-reused" } };
  const runId = earlier.runId ?? 0;
  if (earlier.state === "pending")
    return { failure: { kind: "change-under-way", retryAfter, runId } };
  if (earlier.state === "unknown") {
    const detail = `This request was sent before, and its result is unknown. Settle run ${runId} under Received orders.`;
    return { failure: { kind: "outcome-unknown", detail, runId } };
  }
  const run = await readRun(sql, upstream, runId);
  return run === undefined ? undefined : { run, isRepeated: true };
};

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
  readonly recorder: RunRecorder;
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
  const { forwarder, recorder, tokenFor, redactor, limits, findRepeated, reached } = options;
  const work = trackWork();

  const callFor = (request: ReceiveRequest, token: string): Call => {
    const { sourceId } = request;
    return {
      operation,
      path: sourceId === null ? operation.path : `${operation.path}?filterSourceId=${sourceId}`,
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

  const sendAndCheck = async (call: Call): Promise<RunResult> => {
    await reached("after-intent");
    const outcome = await forwarder.send(call).result;
    await reached("after-body");
    return toRunResult(outcome, now(), redactor);
  };

  const finish = async (begun: BegunRun, intent: RunIntent, call: Call): Promise<Received> => {
    const { id } = begun;
    const result = await sendAndCheck(call).catch(async (error: unknown) => {
      // Without a result it would stay in progress, and block all others, until this process ends.
      await recorder.end(id, intent.key, unknownRunResult(now()));
      throw error;
    });
    const kept = await recorder.end(id, intent.key, result);
    await reached("before-answer");
    if (kept.kind === "not-kept") return { failure: { kind: "memory-failed", runId: id } };
    if (kept.kind === "kept") return { run: kept.run };
    const run = describeRun(begun, intent, result);
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
    const begun = await recorder.begin(intent);
    if (begun.kind === "unavailable") return { failure: begun.failure };
    if (begun.kind === "busy")
      return { failure: busyWith(begun, "Wait until it finishes. Its orders will be stored.") };
    return finish(begun, intent, call);
  };

  return {
    receive: async (request) => {
      const choice = tokenFor(operation, request.sourceId ?? undefined);
      if ("missing" in choice)
        return { failure: { kind: "token-missing", tokens: choice.missing } };
      return work.add(begin(request, callFor(request, choice.token)));
    },
    idle: work.idle,
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
  result: RunResult,
): ReceivedOrdersRun => ({
  id,
  sourceId: intent.sourceId,
  state: result.state,
  requestedAt,
  requestedBy: intent.requestedBy,
  answeredAt: result.answeredAt,
  orderCount: result.orderCount,
  orderIds: [...result.orderIds],
  reason: result.reason,
  keptBytes: result.kept?.length ?? null,
  settlement: null,
});
