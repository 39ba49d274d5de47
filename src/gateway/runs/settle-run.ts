import type {
  ReceivedOrdersRun,
  ReceivedOrdersSettlement,
  SettlementRequest,
} from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import type { ComparisonClient, OrderComparer } from "./compare-orders.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { busyWith } from "./receive-orders.ts";
import { type FoundOrders, type RunUnderWay, type Settled, settleRun } from "./store.ts";

export interface SettleOptions {
  readonly sql: Sql;
  readonly upstream: string;
  readonly compare: OrderComparer;
}

const listed = (ids: readonly number[]) =>
  `${ids.slice(0, 10).join(", ")}${ids.length > 10 ? ` and ${ids.length - 10} more` : ""}`;

const noCandidates = (ids: readonly number[]): Failure => ({
  kind: "not-candidates",
  detail: `These orders became Processed before this run, belong to another source, or are in another run: ${listed(ids)}. Compare again.`,
});

export const notUnknown = (state: string): Failure => ({
  kind: "run-not-unknown",
  detail: `Only a run with status unknown can be settled. This run is ${state}.`,
});

/** The given orders in their current state; only orders found by comparing can belong to the run. */
const find = async (
  run: ReceivedOrdersRun,
  orderIds: readonly number[],
  compare: OrderComparer,
  client: ComparisonClient,
): Promise<FoundOrders | Failure> => {
  const compared = await compare(run, client);
  if ("failure" in compared) return compared.failure;
  const { orders, reason } = compared.candidates;
  if (!compared.candidates.comparable)
    return { kind: "not-candidates", ...(reason == null ? {} : { detail: reason }) };
  const wanted = new Set(orderIds);
  const found = orders.filter(({ id }) => wanted.has(id ?? 0));
  const ids = found.map(({ id }) => id ?? 0);
  const known = new Set(ids);
  const strangers = [...wanted].filter((id) => !known.has(id));
  return strangers.length > 0
    ? noCandidates(strangers)
    : { orderIds: ids, text: JSON.stringify(found) };
};

/** A run in progress may have moved some of the orders that comparing finds: they are in no run before it ends. */
export const waitFor = (busy: RunUnderWay): Failure =>
  busyWith(
    busy,
    "Some of these orders may belong to it. Wait until it finishes, then check again.",
  );

const failureOf = (settled: Settled | undefined): Failure | undefined => {
  if (settled === undefined) return { kind: "unknown-path" };
  if (settled.kind === "not-unknown") return notUnknown(settled.state);
  if (settled.kind === "busy") return waitFor(settled);
  return settled.kind === "taken" ? noCandidates(settled.orderIds) : undefined;
};

/** Records how an unknown run was settled; returns the failure, if any. */
export const settle = async (
  run: ReceivedOrdersRun,
  request: SettlementRequest,
  client: ComparisonClient,
  { sql, upstream, compare }: SettleOptions,
): Promise<Failure | undefined> => {
  if (run.state !== "unknown") return notUnknown(run.state);
  const found =
    request.kind === "found" ? await find(run, request.orderIds, compare, client) : undefined;
  if (found !== undefined && "kind" in found) return found;
  const settlement: ReceivedOrdersSettlement = {
    kind: request.kind,
    orderIds: [...(found?.orderIds ?? [])],
    note: request.note ?? null,
    settledAt: new Date().toISOString(),
    settledBy: client.person ?? null,
  };
  return failureOf(await settleRun(sql, upstream, run.id, settlement, found));
};
