import type { ChangeState } from "#contract/audit.ts";
import type { ReceivedOrdersSettlement } from "#contract/received-orders.ts";
import type { TransactionSql } from "#database/sql.ts";
import type { RunEnding } from "./run-result.ts";
import { lockChain } from "#gateway/changes/chain-store.ts";
import { recordIntent, writeEnding, writeSettlement } from "#gateway/changes/store.ts";

/*
 * Runs of received orders are changes too: they are recorded in the chain in the transactions that record the runs.
 */

/** How a repeated request is recognized: by the client's Idempotency-Key and the hash of the request. */
export interface Repeatable {
  readonly key: string | null;
  readonly hash: string;
}

interface BeginningRun {
  readonly requestId: string;
  readonly requestedAt: string;
  readonly requestedBy: string | null;
  readonly repeatable?: Repeatable | undefined;
}

/** Records that a run begins. */
export const recordRunIntent = async (
  sql: TransactionSql,
  upstream: string,
  runId: number,
  { requestId, requestedAt, requestedBy, repeatable = { key: null, hash: "" } }: BeginningRun,
): Promise<void> => {
  const about = { operation: "receiveOrders", resource: "received-orders", recordId: runId };
  const by = { person: requestedBy, requestId, requestedAt };
  const intent = { fields: [], ...repeatable, ...about, ...by };
  await recordIntent(sql, upstream, intent, { runId });
};

/** The change that a run is; runs from before changes were recorded have none. */
const findChange = async (
  sql: TransactionSql,
  runId: number,
): Promise<{ id: number; state: ChangeState } | undefined> => {
  await lockChain(sql);
  const [change] = await sql<{ id: number; state: ChangeState }[]>`
    select id, state from gateway.changes where run_id = ${runId} for update`;
  return change;
};

const stateOfChange = { received: "done", refused: "refused", unknown: "unknown" } as const;

interface EndedRun extends Pick<RunEnding, "state" | "title" | "status"> {
  readonly answeredAt: string | null;
}

/**
 * Records the result of a run without the API's words: they may contain personal data, which the chain couldn't forget. Its
 * key is free again if nothing was moved.
 */
export const recordRunEnding = async (
  sql: TransactionSql,
  runId: number,
  { state, title, status, answeredAt }: EndedRun,
): Promise<void> => {
  const change = await findChange(sql, runId);
  const common = { status, reason: title, recordId: null, answer: null };
  const ending = { ...common, freesKey: state === "refused" };
  const endedAt = answeredAt ?? new Date().toISOString();
  if (change !== undefined)
    await writeEnding(sql, change, { ...ending, endedAt, state: stateOfChange[state] });
};

/** Records how a run was settled. */
export const recordRunSettlement = async (
  sql: TransactionSql,
  runId: number,
  { kind, settledAt, settledBy }: ReceivedOrdersSettlement,
): Promise<void> => {
  const change = await findChange(sql, runId);
  const settling = { made: kind !== "nothing-moved", settledAt, settledBy: settledBy ?? null };
  if (change !== undefined) await writeSettlement(sql, change.id, settling);
};
