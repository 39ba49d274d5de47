import type { Operation } from "#contract/operation.ts";
import {
  maxKeptAnswerShown,
  ReceiveOrdersRequest,
  receivedOrderOperations,
  type ReceivedOrdersRun,
  SettlementRequest,
} from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import { toRoutePath } from "#http/route-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import {
  answerJson,
  answerProblem,
  type Answering,
  answerText,
  readTarget,
} from "./answer-request.ts";
import type { OrderComparer } from "./compare-orders.ts";
import { guardCall } from "./guard-browsers.ts";
import type { Failure } from "./problems.ts";
import { readBody } from "./read-body.ts";
import { readPriority } from "./read-priority.ts";
import type { OrderReceiver } from "./receive-orders.ts";
import { apiPrefix } from "./route-operations.ts";
import { notUnknown, settle } from "./settle-run.ts";
import { listRuns, readStoredAnswer, readRun } from "./store/received-orders.ts";

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

/** Thrown where a call ends; it is answered in one place. */
class Stop extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

const check = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message: message === "" ? "This value is not allowed here." : message,
  }));
  throw new Stop({ kind: "bad-request", issues });
};

const bodyOf = (operation: Pick<Operation, "body">, request: FastifyRequest): unknown => {
  const read = readBody(operation, request);
  if ("failure" in read) throw new Stop(read.failure);
  return read.value;
};

const askerOf = (request: FastifyRequest, personOf: ReceivedOrdersRoutes["personOf"]) => {
  const { priority } = request.headers;
  return {
    person: personOf(request),
    urgency: readPriority(typeof priority === "string" ? priority : priority?.join(",")),
  };
};

const { receiveOrders, listReceivedOrders, getReceivedOrders, settleReceivedOrders } =
  receivedOrderOperations;

const findRun = async (checked: Checked): Promise<ReceivedOrdersRun> => {
  const { id } = check(getReceivedOrders.params, checked.request.params);
  const run = await readRun(await checked.sql(), checked.upstream, id);
  if (run === undefined)
    throw new Stop({ kind: "unknown-path", detail: `Run ${id} doesn't exist.` });
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
    const { sourceId } = check(ReceiveOrdersRequest, bodyOf(receiveOrders, request));
    const received = await receiver.receive({ sourceId, ...asker });
    return "failure" in received
      ? answerProblem(reply, received.failure, answering)
      : answerJson(reply, 200, received.run, answering);
  },
  listReceivedOrders: async ({ request, reply, answering, sql, upstream }) => {
    const query = check(listReceivedOrders.query, Object.fromEntries(readTarget(request).query));
    const page = { ...query, state: query.state };
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
    const compared = await checked.compare(run, checked.asker);
    if ("failure" in compared) throw new Stop(compared.failure);
    return answerJson(checked.reply, 200, compared.candidates, checked.answering);
  },
  settleReceivedOrders: async (checked) => {
    const request = check(SettlementRequest, bodyOf(settleReceivedOrders, checked.request));
    const run = await findRun(checked);
    const { upstream, compare, asker } = checked;
    const sql = await checked.sql();
    const failure = await settle(run, request, asker, { sql, upstream, compare });
    if (failure !== undefined) throw new Stop(failure);
    return answerJson(checked.reply, 200, await findRun(checked), checked.answering);
  },
};

/** The response to a database failure; bugs are handled elsewhere. */
const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);

const retryAfterSeconds = 5;

const serve = async (
  operation: Operation,
  handle: (checked: Checked) => Promise<FastifyReply>,
  request: FastifyRequest,
  reply: FastifyReply,
  { receiving, answering, personOf }: ReceivedOrdersRoutes,
): Promise<FastifyReply> => {
  const stranger = guardCall(request);
  if (stranger !== undefined) return answerProblem(reply, stranger, answering);
  if (receiving === undefined)
    return answerProblem(reply, { kind: "memory-unavailable" }, answering);
  try {
    return await handle({
      ...receiving,
      request,
      reply,
      answering,
      asker: askerOf(request, personOf),
    });
  } catch (error) {
    if (error instanceof Stop) return answerProblem(reply, error.failure, answering);
    if (!isDatabaseError(error)) throw error;
    // The message may quote an order, and orders contain addresses.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    request.log.error({ code }, "the gateway's database failed");
    const outcome = operation.changesState ? "unknown" : "refused";
    const failure = { kind: "memory-failed", outcome, retryAfter: retryAfterSeconds } as const;
    return answerProblem(reply, failure, answering);
  }
};

/** The gateway's own operations under /api: receiving orders, and the list of received orders. */
export const serveReceivedOrders = (app: FastifyInstance, routes: ReceivedOrdersRoutes): void => {
  for (const [name, operation] of Object.entries(receivedOrderOperations)) {
    const handle = handlers[name as keyof typeof receivedOrderOperations];
    app.route({
      method: operation.method,
      url: apiPrefix + toRoutePath(operation.path),
      exposeHeadRoute: false,
      handler: async (request, reply) => serve(operation, handle, request, reply, routes),
    });
  }
};
