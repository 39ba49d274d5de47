import { pageSize } from "#contract/limits.ts";
import { findPurchaseOrderStatusHandle } from "#contract/purchase-order-states.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import type { ReceivedOrdersCandidates, ReceivedOrdersRun } from "#contract/received-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import { type Call, type Forwarder, neverSent, type Outcome } from "#gateway/proxy/forward-call.ts";
import type { GatewayDatabase } from "#gateway/server/database.ts";
import { Stop } from "#gateway/server/serve-own-operation.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { inRuns, readClock } from "./store.ts";

/** The client of a comparison, its request and its urgency. */
interface ComparisonClient extends Pick<Call, "person" | "requestId" | "urgency"> {
  /** The client has disconnected: nothing more is requested. */
  readonly left?: AbortSignal;
}

interface ComparerOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly forwarder: Forwarder;
  readonly tokenFor: TokenFor;
}

const operation = purchaseOrderOperations.listPurchaseOrders;

/** Allowed error of the upstream's clock, which is read from the Date header in whole seconds. */
const marginMs = 60_000;

/** The margin covers smaller clock differences, so the list isn't requested again. */
const skewCoveredMs = 30_000;

/**
 * Pages that hold the orders of three retrievals. After as many requests, and two readings, the list isn't read again until it
 * is stable.
 */
const mostPages = 60;

/** Thrown where the list of orders can't be read, so that a person must look; the message says why. */
class Incomparable extends Error {}

const noList: Readonly<Record<number, string>> = {
  403: "None of the configured tokens can list orders, so check manually which orders were moved.",
  404: "The API has no list of orders, so check manually which orders were moved.",
  405: "The API has no list of orders, so check manually which orders were moved.",
};

const explain = ({ status, failure }: Verdict & { kind: "failure" }): Error => {
  const reason = noList[status ?? 0];
  return reason === undefined ? new Stop(failure) : new Incomparable(reason);
};

/** The upstream's clock, in milliseconds since 1970, when it sent a response; undefined where it doesn't say. */
const readDate = ({ answer }: Outcome): number | undefined => {
  const date = answer?.kind === "answer" ? answer.headers["date"] : undefined;
  const at = typeof date === "string" ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};

const isRecord = (value: unknown): value is PurchaseOrder =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isProcessed = ({ purchaseOrderStatus: status }: PurchaseOrder): boolean =>
  [status?.handle, status?.name].some(
    (word) => typeof word === "string" && findPurchaseOrderStatusHandle(word) === "processed",
  );

/** Checked here as well: an upstream may not support all of the filters. An unreadable time counts as later. */
const fits = (order: PurchaseOrder, sourceId: number | null, since: number): boolean => {
  const moved = readTime(order.lastModifiedAt);
  return (
    isProcessed(order) &&
    (sourceId === null || order.sourceId === sourceId) &&
    (Number.isNaN(moved) || moved > since)
  );
};

type Orders = ReadonlyMap<number, PurchaseOrder>;

/** What one reading of the list found, page by page. */
interface Reading {
  readonly orders: Orders;
  /** The number of requests. */
  readonly pages: number;
  /** False: there are more pages. */
  readonly whole: boolean;
  readonly skewMs: number;
}

interface Listed {
  readonly orders: Orders;
  /** Why orders may be missing; null: all were read. */
  readonly reason: string | null;
}

const tooMany = "There are too many orders to compare them all.";
const changing =
  "The list of orders kept changing while it was compared, so orders may be missing. Check again.";

const haveSameIds = (one: Orders, other: Orders): boolean =>
  one.size === other.size && [...one.keys()].every((id) => other.has(id));

/**
 * Reads the list until two readings in a row find the same orders. Pages have only numbers: an order that leaves the list
 * moves those after it forward, and one of them may come to a page that was read already, so that the reading misses it. The
 * next reading then misses the order that left. A list that never becomes stable gives the orders of all readings.
 */
const readUntilStable = async (
  read: () => Promise<Reading>,
  first: Reading | undefined,
): Promise<Listed> => {
  const seen = new Map<number, PurchaseOrder>();
  let before: Orders | undefined;
  let reading = first ?? (await read());
  for (let pages = 0; ; reading = await read()) {
    const { orders, whole } = reading;
    if (!whole) return { orders, reason: tooMany };
    // An empty list is one page, which can't be out of step with itself.
    if (orders.size === 0 || (before && haveSameIds(before, orders)))
      return { orders, reason: null };
    for (const [id, order] of orders) seen.set(id, order);
    pages += reading.pages;
    if (before && pages >= mostPages) return { orders: seen, reason: changing };
    before = orders;
  }
};

/** Finds the orders that an unknown run may have moved: Processed, changed since the run's request, and in no run. */
export const createOrderComparer = (options: ComparerOptions) => {
  const { database, upstream, forwarder, tokenFor } = options;
  /** How far the upstream's clock is ahead, according to a response that has just arrived. */
  const readSkew = async (outcome: Outcome): Promise<number> => {
    const date = readDate(outcome);
    return date === undefined ? 0 : date - (await readClock(await database.sql()));
  };

  const requestPage = async (
    run: ReceivedOrdersRun,
    since: number,
    page: number,
    token: string,
    { left, ...client }: ComparisonClient,
  ): Promise<Outcome> => {
    if (left?.aborted) return neverSent(operation);
    const query = new URLSearchParams({
      filterPageNumber: String(page),
      filterPageSize: String(pageSize.maximum),
      ...(typeof run.sourceId === "number" ? { filterSourceId: String(run.sourceId) } : {}),
      filterStatus: "processed",
      filterUpdatedAfter: new Date(since).toISOString(),
    });
    const path = `${operation.path}?${query.toString()}`;
    const call = { operation, path, body: undefined, token, ...client, fresh: true };
    const { result, unsubscribe } = forwarder.send(call);
    left?.addEventListener("abort", unsubscribe);
    try {
      return await result;
    } finally {
      left?.removeEventListener("abort", unsubscribe);
    }
  };

  /** Requests pages until an empty one, because an upstream may return short pages before the last. */
  const readList = async (
    run: ReceivedOrdersRun,
    since: number,
    token: string,
    client: ComparisonClient,
  ): Promise<Reading> => {
    const orders = new Map<number, PurchaseOrder>();
    let skewMs = 0;
    for (let page = 1; page <= mostPages; page += 1) {
      const outcome = await requestPage(run, since, page, token, client);
      const { verdict } = outcome;
      if (verdict.kind === "failure") throw explain(verdict);
      const records = Array.isArray(verdict.value) ? verdict.value.filter(isRecord) : [];
      if (page === 1) skewMs = await readSkew(outcome);
      const before = orders.size;
      for (const order of records) if (typeof order.id === "number") orders.set(order.id, order);
      // A page without new orders: the upstream has no pages, or new orders have moved all others back by a page, which
      // the next reading shows.
      if (records.length === 0 || orders.size === before)
        return { orders, pages: page, whole: true, skewMs };
    }
    return { orders, pages: mostPages, whole: false, skewMs };
  };

  const compare = async (
    run: ReceivedOrdersRun,
    client: ComparisonClient,
  ): Promise<ReceivedOrdersCandidates> => {
    const choice = tokenFor(operation, run.sourceId ?? undefined);
    if ("missing" in choice) throw new Incomparable(noList[403]);
    const readSince = async (since: number) => readList(run, since, choice.token, client);
    const requestedAt = Date.parse(run.requestedAt) - marginMs;
    const first = await readSince(requestedAt);
    const isSkewed = Math.abs(first.skewMs) > skewCoveredMs;
    const since = isSkewed ? requestedAt + first.skewMs : requestedAt;
    const { orders, reason } = await readUntilStable(
      async () => readSince(since),
      isSkewed ? undefined : first,
    );
    const fitting = [...orders.values()].filter((order) =>
      fits(order, run.sourceId ?? null, since),
    );
    const ids = fitting.map(({ id }) => id ?? 0);
    const known = new Set(await inRuns(await database.sql(), upstream, ids));
    return {
      comparable: true,
      reason,
      movedSince: new Date(since).toISOString(),
      whole: reason === null,
      orders: fitting.filter(({ id }) => !known.has(id ?? 0)),
    };
  };

  return async (run: ReceivedOrdersRun, client: ComparisonClient) =>
    compare(run, client).catch((error: unknown): ReceivedOrdersCandidates => {
      if (!(error instanceof Incomparable)) throw error;
      const { message: reason } = error;
      return { comparable: false, reason, movedSince: null, whole: false, orders: [] };
    });
};

/** Finds the orders that a run may have moved. Throws `Stop` if the upstream fails. */
export type OrderComparer = ReturnType<typeof createOrderComparer>;
