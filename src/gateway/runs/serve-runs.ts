import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { maxReceivedBytes } from "#contract/limits.ts";
import { operations } from "#contract/operations.ts";
import {
  maxKeptAnswerShown,
  receivedOrderOperations,
  type ReceivedOrdersRun,
  type ReceivedOrdersSettlement,
  ReceiveOrdersRequest,
  SettlementRequest,
} from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import { readKey } from "#gateway/changes/send-change.ts";
import { readPriority } from "#gateway/proxy/queue.ts";
import {
  type Answering,
  answerJson,
  answerPage,
  answerProblem,
  sendJson,
} from "#gateway/server/answer-request.ts";
import type { Clock } from "#gateway/server/clock.ts";
import type { DatabaseOptions } from "#gateway/server/database.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { guardCall } from "#gateway/server/guard-browsers.ts";
import { apiPrefix, onDisconnect, readHeader } from "#gateway/server/read-request.ts";
import {
  check,
  checkQuery,
  requireBody,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import type { BackgroundWork } from "#gateway/server/stop.ts";
import { createOrderComparer, type OrderComparer } from "./compare-orders.ts";
import {
  busyWith,
  createOrderReceiver,
  type OrderReceiver,
  type ReceiverOptions,
} from "./receive-orders.ts";
import { createAnswerFiles, createRunRecorder, type RunRecorderOptions } from "./record-runs.ts";
import {
  findRunUnderWay,
  type FoundOrders,
  listRuns,
  readRun,
  readStoredAnswer,
  type RunUnderWay,
  type Settled,
  settleRun,
} from "./store.ts";

interface ReceivedOrdersRoutes {
  readonly answering: Answering;
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Undefined where the gateway has no storage: then no orders are received. */
  readonly receiving: Receiving | undefined;
}

interface Receiving {
  /**
   * The gateway's tables, after the data of an earlier gateway is imported; rejects while the database is unavailable.
   */
  sql(): Promise<Sql>;
  readonly upstream: string;
  readonly receiver: OrderReceiver;
  readonly compare: OrderComparer;
}

/** `upstream`: the name under which its runs are stored. */
export interface ReceivingOptions extends Pick<
  ReceiverOptions,
  "database" | "upstream" | "forwarder" | "tokenFor" | "redactor"
> {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly log: RunRecorderOptions["log"];
}

type StoringOptions = Pick<DatabaseOptions, "folder" | "mostBytes" | "storeWaitMs"> &
  Pick<RunRecorderOptions, "leaseMs" | "auditDays" | "reached">;

/** Assembles the parts for receiving orders. */
export const prepareReceiving = (
  { folder, mostBytes = maxReceivedBytes, storeWaitMs = 10_000, ...storing }: StoringOptions,
  options: ReceivingOptions,
): BackgroundWork & { readonly routes: Receiving } => {
  const { database, upstream, forwarder, tokenFor, redactor, timeoutMs, clock, log } = options;
  const files = folder === undefined ? undefined : createAnswerFiles(folder);
  const common = { database, upstream, clock, log };
  const recorder = createRunRecorder({ ...common, ...storing, files, storeWaitMs });
  const receiver = createOrderReceiver({
    database,
    upstream,
    forwarder,
    recorder,
    tokenFor,
    redactor,
    limits: { headMs: timeoutMs, bodyMs: timeoutMs, maxBytes: mostBytes },
    reached: storing.reached,
  });
  const compare = createOrderComparer({ database, upstream, forwarder, tokenFor });
  const sql = async () => {
    await recorder.looked;
    return database.sql();
  };
  return {
    routes: { sql, upstream, receiver, compare },
    stopping: recorder.stopping,
    idle: receiver.idle,
    close: recorder.close,
  };
};

/** A call that passed every check, with its database. */
interface Checked extends Receiving {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answering: Answering;
  readonly asker: ReturnType<typeof askerOf>;
}

const askerOf = (request: FastifyRequest, personOf: ReceivedOrdersRoutes["personOf"]) => ({
  person: personOf(request),
  requestId: request.id,
  urgency: readPriority(readHeader(request, "priority")),
});

const { receiveOrders, listReceivedOrders, getReceivedOrders, settleReceivedOrders } =
  receivedOrderOperations;

const findRun = async (checked: Checked): Promise<ReceivedOrdersRun> => {
  const { id } = check(getReceivedOrders.params, checked.request.params);
  const run = await readRun(await checked.sql(), checked.upstream, id);
  if (run === undefined)
    throw new Stop({
      kind: "unknown-path",
      detail: `Run ${id} doesn't exist, or was removed because of its age.`,
    });
  return run;
};

const listed = (ids: readonly number[]) =>
  `${ids.slice(0, 10).join(", ")}${ids.length > 10 ? ` and ${ids.length - 10} more` : ""}`;

const noCandidates = (ids: readonly number[]): Failure => ({
  kind: "not-candidates",
  detail: `These orders became Processed before this run, belong to another source, or are in another run: ${listed(ids)}. Compare again.`,
});

const notUnknown = (state: string): Failure => ({
  kind: "run-not-unknown",
  detail: `Only a run with status unknown can be settled. This run is ${state}.`,
});

/** A run in progress may have moved some of the orders that comparing finds: they are in no run before it ends. */
const waitFor = (busy: RunUnderWay): Failure =>
  busyWith(
    busy,
    "Some of these orders may belong to it. Wait until it finishes, then check again.",
  );

/** The given orders in their current state; only orders found by comparing can belong to the run. */
const findOrders = async (
  run: ReceivedOrdersRun,
  orderIds: readonly number[],
  { compare, asker }: Checked,
): Promise<FoundOrders> => {
  const { orders, reason, comparable } = await compare(run, asker);
  if (!comparable)
    throw new Stop({ kind: "not-candidates", ...(reason == null ? {} : { detail: reason }) });
  const wanted = new Set(orderIds);
  const found = orders.filter(({ id }) => wanted.has(id ?? 0));
  const ids = found.map(({ id }) => id ?? 0);
  const others = [...wanted].filter((id) => !ids.includes(id));
  if (others.length > 0) throw new Stop(noCandidates(others));
  return { orderIds: ids, text: JSON.stringify(found) };
};

const whyNotSettled = (settled: Settled | undefined): Failure | undefined => {
  if (settled === undefined) return { kind: "unknown-path" };
  if (settled.kind === "not-unknown") return notUnknown(settled.state);
  if (settled.kind === "busy") return waitFor(settled);
  return settled.kind === "taken" ? noCandidates(settled.orderIds) : undefined;
};

/** Records how an unknown run was settled. */
const settle = async (
  run: ReceivedOrdersRun,
  { kind, note = null, ...request }: SettlementRequest,
  checked: Checked,
): Promise<void> => {
  if (run.state !== "unknown") throw new Stop(notUnknown(run.state));
  const found =
    "orderIds" in request ? await findOrders(run, request.orderIds, checked) : undefined;
  const settlement: ReceivedOrdersSettlement = {
    kind,
    orderIds: [...(found?.orderIds ?? [])],
    note,
    settledAt: new Date().toISOString(),
    settledBy: checked.asker.person ?? null,
  };
  const sql = await checked.sql();
  const failure = whyNotSettled(await settleRun(sql, checked.upstream, run.id, settlement, found));
  if (failure !== undefined) throw new Stop(failure);
};

/** The run with its orders as stored text: parsing and rewriting would change long numbers. */
const withOrders = async (checked: Checked, run: ReceivedOrdersRun): Promise<string> => {
  const { orders, kept } = await readStoredAnswer(await checked.sql(), run.id, maxKeptAnswerShown);
  const head = { ...run, keptAnswer: kept?.toString("utf8") ?? null };
  return `${JSON.stringify(head).slice(0, -1)},"orders":${orders ?? "[]"}}`;
};

const handlers: Record<
  keyof typeof receivedOrderOperations,
  (checked: Checked) => Promise<FastifyReply>
> = {
  receiveOrders: async ({ request, reply, answering, asker, receiver }) => {
    const { sourceId } = check(ReceiveOrdersRequest, requireBody(receiveOrders, request));
    const key = readKey(request);
    if (typeof key === "object" && key !== null) throw new Stop(key);
    const received = await receiver.receive({ sourceId, key, ...asker });
    if (received.isRepeated) reply.header("idempotency-replayed", "true");
    return answerJson(reply, 200, received.run, answering);
  },
  listReceivedOrders: async ({ request, reply, answering, sql, upstream }) => {
    const query = checkQuery(listReceivedOrders.query, request);
    const page = { ...query, state: query.state, orderId: query.orderId };
    const { runs, total } = await listRuns(await sql(), upstream, page);
    return answerPage(reply, runs, total, answering);
  },
  getReceivedOrders: async (checked) => {
    const { reply, answering } = checked;
    const json = await withOrders(checked, await findRun(checked));
    const { redactor } = answering;
    const isClean = redactor.text(json) === json;
    return sendJson(reply, 200, isClean ? json : redactor.serialise(JSON.parse(json)), answering);
  },
  listReceivedOrdersCandidates: async (checked) => {
    const run = await findRun(checked);
    if (run.state !== "unknown") throw new Stop(notUnknown(run.state));
    const { upstream } = checked;
    const busy = await findRunUnderWay(await checked.sql(), upstream, run.sourceId ?? null);
    if (busy !== undefined) throw new Stop(waitFor(busy));
    const left = new AbortController();
    onDisconnect(checked.reply, () => left.abort());
    const candidates = await checked.compare(run, { ...checked.asker, left: left.signal });
    return answerJson(checked.reply, 200, candidates, checked.answering);
  },
  settleReceivedOrders: async (checked) => {
    const request = check(SettlementRequest, requireBody(settleReceivedOrders, checked.request));
    await settle(await findRun(checked), request, checked);
    return answerJson(checked.reply, 200, await findRun(checked), checked.answering);
  },
};

/** The gateway's own operations under /api: receiving orders, and the list of received orders. */
export const serveReceivedOrders = (
  app: FastifyInstance,
  { receiving, answering, personOf }: ReceivedOrdersRoutes,
): void => {
  for (const [name, operation] of Object.entries(receivedOrderOperations)) {
    const handle = handlers[name as keyof typeof receivedOrderOperations];
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      if (receiving === undefined) throw new Stop({ kind: "memory-unavailable" });
      return handle({ ...receiving, request, reply, answering, asker: askerOf(request, personOf) });
    };
    serveOwnOperation(app, operation, serve, answering);
  }
};

/** Clients that use the API's own address are pointed to the safe one. */
export const refuseProcessing = (app: FastifyInstance, answering: Answering): void => {
  const permission = operations.retrieveProcessingPurchaseOrders;
  app.get(
    apiPrefix + permission.path,
    { config: { permission }, exposeHeadRoute: false },
    async (request, reply) =>
      answerProblem(
        reply.header("allow", ""),
        guardCall(request) ?? {
          kind: "unknown-method",
          detail: `This request moves orders to Processed. To receive orders without losing any, use POST ${apiPrefix}${receivedOrderOperations.receiveOrders.path}.`,
        },
        answering,
      ),
  );
};
