import {
  maxKeptAnswerShown,
  ReceiveOrdersRequest,
  receivedOrderOperations,
  type ReceivedOrdersRun,
  SettlementRequest,
} from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  answerJson,
  answerProblem,
  type Answering,
  answerText,
  onDisconnect,
  readTarget,
} from "#gateway/server/answer-request.ts";
import { readKey } from "#gateway/changes/send-change.ts";
import type { OrderComparer } from "./compare-orders.ts";
import { readPriority } from "#gateway/proxy/read-priority.ts";
import type { OrderReceiver } from "./receive-orders.ts";
import {
  requireBody,
  check,
  serveOwnOperation,
  Stop,
} from "#gateway/server/serve-own-operation.ts";
import { notUnknown, settle, waitFor } from "./settle-run.ts";
import { findRunUnderWay, listRuns, readStoredAnswer, readRun } from "./store.ts";

export interface ReceivedOrdersRoutes {
  readonly answering: Answering;
  readonly personOf: (request: FastifyRequest) => string | undefined;
  /** Undefined where the gateway has no storage: then no orders are received. */
  readonly receiving: Receiving | undefined;
}

export interface Receiving {
  /**
   * The gateway's tables, after the data of an earlier gateway is imported; rejects while the database is unavailable.
   */
  sql(): Promise<Sql>;
  readonly upstream: string;
  readonly receiver: OrderReceiver;
  readonly compare: OrderComparer;
}

/** A call that passed every check, with its database. */
interface Checked extends Receiving {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly answering: Answering;
  readonly asker: ReturnType<typeof askerOf>;
}

const askerOf = (request: FastifyRequest, personOf: ReceivedOrdersRoutes["personOf"]) => {
  const { priority } = request.headers;
  return {
    person: personOf(request),
    requestId: request.id,
    urgency: readPriority(typeof priority === "string" ? priority : priority?.join(",")),
  };
};

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
    if ("failure" in received) return answerProblem(reply, received.failure, answering);
    if (received.isRepeated) reply.header("idempotency-replayed", "true");
    return answerJson(reply, 200, received.run, answering);
  },
  listReceivedOrders: async ({ request, reply, answering, sql, upstream }) => {
    const query = check(listReceivedOrders.query, Object.fromEntries(readTarget(request).query));
    const page = { ...query, state: query.state, orderId: query.orderId };
    const { runs, total } = await listRuns(await sql(), upstream, page);
    return answerJson(reply.header("x-total-count", String(total)), 200, runs, answering);
  },
  getReceivedOrders: async (checked) => {
    const text = await withOrders(checked, await findRun(checked));
    return answerText(checked.reply, 200, text, checked.answering);
  },
  listReceivedOrdersCandidates: async (checked) => {
    const run = await findRun(checked);
    if (run.state !== "unknown") throw new Stop(notUnknown(run.state));
    const { upstream } = checked;
    const busy = await findRunUnderWay(await checked.sql(), upstream, run.sourceId ?? null);
    if (busy !== undefined) throw new Stop(waitFor(busy));
    const left = new AbortController();
    onDisconnect(checked.reply, () => left.abort());
    const compared = await checked.compare(run, { ...checked.asker, left: left.signal });
    if ("failure" in compared) throw new Stop(compared.failure);
    return answerJson(checked.reply, 200, compared.candidates, checked.answering);
  },
  settleReceivedOrders: async (checked) => {
    const request = check(SettlementRequest, requireBody(settleReceivedOrders, checked.request));
    const run = await findRun(checked);
    const { upstream, compare, asker } = checked;
    const sql = await checked.sql();
    const failure = await settle(run, request, asker, { sql, upstream, compare });
    if (failure !== undefined) throw new Stop(failure);
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
