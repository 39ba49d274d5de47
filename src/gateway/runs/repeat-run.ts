import { receivedOrderOperations, type ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Sql } from "#database/sql.ts";
import { hashRequest } from "#gateway/changes/chain.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { findEarlier } from "#gateway/changes/store.ts";
import { readRun } from "./store.ts";
import type { Repeatable } from "./run-changes.ts";

/** How a repeated request for the orders of a source is recognized; `key` is the client's Idempotency-Key. */
export const describeRepeatable = (key: string | null, sourceId: number | null): Repeatable => {
  const { method, path } = receivedOrderOperations.receiveOrders;
  return { key, hash: hashRequest(method, path, { sourceId }) };
};

export type RepeatedRun =
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
