import { randomUUID } from "node:crypto";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { receivedOrderOperations, type ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import { hashRequest } from "#gateway/changes/chain.ts";
import { findEarlier } from "#gateway/changes/store.ts";
import type { CallLimits } from "#gateway/proxy/call-upstream.ts";
import type { Call, Forwarder } from "#gateway/proxy/forward-call.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import {
  explainUnrecorded,
  type GatewayDatabase,
  recordInTime,
  type RunStep,
} from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import type { Redactor } from "#gateway/server/redact-secrets.ts";
import { Stop } from "#gateway/server/serve-own-operation.ts";
import { trackWork } from "#gateway/server/stop.ts";
import type { RunRecorder } from "./record-runs.ts";
import { toRunResult, type RunResult, unknownRunResult } from "./run-result.ts";
import { type Begun, readRun, type Repeatable, type RunIntent, type RunUnderWay } from "./store.ts";

/**
 * The run that an earlier request with the same key began, which is never made twice; undefined for a new request. Throws
 * where that run has no result yet, or the request was another one.
 */
const findRepeated = async (
  sql: Sql,
  upstream: string,
  person: string | null,
  { key, hash }: Repeatable,
): Promise<ReceivedOrdersRun | undefined> => {
  const earlier = await findEarlier(sql, upstream, person, key ?? "");
  if (earlier === undefined) return undefined;
  if (earlier.hash !== hash) throw new Stop({ kind: "key-reused" });
  const runId = earlier.runId ?? 0;
  if (earlier.state === "pending")
    throw new Stop({ kind: "change-under-way", retryAfter: 5, runId });
  if (earlier.state === "unknown") {
    const detail = `This request was sent before, and its result is unknown. Settle run ${runId} under Received orders.`;
    throw new Stop({ kind: "outcome-unknown", detail, runId });
  }
  return readRun(sql, upstream, runId);
};

/** A request to receive orders. */
interface ReceiveRequest extends Pick<Call, "person" | "urgency"> {
  readonly requestId: string;
  readonly sourceId: number | null;
  /** The client's Idempotency-Key. */
  readonly key: string | null;
}

type BegunRun = Extract<Begun, { readonly kind: "begun" }>;

/** `isRepeated`: the run is of an earlier request with the same key. */
interface Received {
  readonly run: ReceivedOrdersRun;
  readonly isRepeated: boolean;
}

export interface OrderReceiver {
  /**
   * Takes the orders out of Processing, once, and stores them; continues even if the client disconnects. Throws `Stop` where
   * that can't be.
   */
  receive(request: ReceiveRequest): Promise<Received>;
  /** Resolves when no run is in progress. */
  idle(): Promise<void>;
}

export interface ReceiverOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly forwarder: Forwarder;
  readonly recorder: RunRecorder;
  readonly tokenFor: TokenFor;
  readonly redactor: Redactor;
  readonly limits: CallLimits;
  readonly reached: (step: RunStep) => void | Promise<void>;
}

const operation = purchaseOrderOperations.retrieveProcessingPurchaseOrders;

const now = () => new Date().toISOString();

/** Takes orders out of Processing (api 4.3) without losing any: recorded before the call, stored before the response. */
export const createOrderReceiver = (options: ReceiverOptions): OrderReceiver => {
  const { database, upstream, forwarder, recorder, tokenFor, redactor, limits, reached } = options;
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

  const finish = async (
    begun: BegunRun,
    intent: RunIntent,
    call: Call,
  ): Promise<ReceivedOrdersRun> => {
    const { id } = begun;
    const result = await sendAndCheck(call).catch(async (error: unknown) => {
      // Without a result it would stay in progress, and block all others, until this process ends.
      await recorder.end(id, intent.key, unknownRunResult(now()));
      throw error;
    });
    const kept = await recorder.end(id, intent.key, result);
    await reached("before-answer");
    if (kept.kind === "not-kept") throw new Stop({ kind: "memory-failed", runId: id });
    if (kept.kind === "kept") return kept.run;
    const run = describeRun(begun, intent, result);
    return kept.kind === "filed" ? { ...run, reason: run.reason ?? inFile } : run;
  };

  const lookUp = async (person: string | null, repeatable: Repeatable) => {
    const looking = database
      .sql()
      .then(async (sql) => findRepeated(sql, upstream, person, repeatable));
    return recordInTime(looking).catch((error: unknown) => {
      throw error instanceof Stop ? error : new Stop(explainUnrecorded(error));
    });
  };

  const receive = async (request: ReceiveRequest, token: string): Promise<Received> => {
    const { requestId, sourceId, key } = request;
    const requestedBy = request.person ?? null;
    const { method, path } = receivedOrderOperations.receiveOrders;
    const repeatable = { key, hash: hashRequest(method, path, { sourceId }) };
    const repeated = key === null ? undefined : await lookUp(requestedBy, repeatable);
    if (repeated !== undefined) return { run: repeated, isRepeated: true };
    const intent = { key: randomUUID(), sourceId, requestId, requestedBy, repeatable };
    await reached("before-intent");
    const begun = await recorder.begin(intent);
    if (begun.kind === "busy")
      throw new Stop(busyWith(begun, "Wait until it finishes. Its orders will be stored."));
    return { run: await finish(begun, intent, callFor(request, token)), isRepeated: false };
  };

  return {
    receive: async (request) => {
      const choice = tokenFor(operation, request.sourceId ?? undefined);
      if ("missing" in choice) throw new Stop({ kind: "token-missing", tokens: choice.missing });
      return work.add(receive(request, choice.token));
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
