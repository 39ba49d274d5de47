import type { ChangeState } from "#contract/audit.ts";
import type { ReceivedOrdersSettlement } from "#contract/received-orders.ts";
import type { TransactionSql } from "#database/sql.ts";
import type { RunEnding } from "#gateway/judge-received.ts";
import { lockChain } from "./audit-chain.ts";
import { recordIntent, writeEnding, writeSettlement } from "./changes.ts";

/*
 * Runs of received orders are changes too: they are recorded in the chain in the transactions that record the runs.
 */

const none = { fields: [], hash: "", key: null } as const;

interface BeginningRun {
  readonly requestId: string;
  readonly requestedAt: string;
  readonly requestedBy: string | null;
}

/** Records that a run begins. */
export const recordRunIntent = async (
  sql: TransactionSql,
  upstream: string,
  runId: number,
  { requestId, requestedAt, requestedBy }: BeginningRun,
): Promise<void> => {
  const about = { operation: "receiveOrders", resource: "received-orders", recordId: runId };
  const intent = { ...none, ...about, person: requestedBy, requestId, requestedAt };
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

/** Records the result of a run without the API's words: they may contain personal data, which the chain couldn't forget. */
export const recordRunEnding = async (
  sql: TransactionSql,
  runId: number,
  { state, title, status, answeredAt }: EndedRun,
): Promise<void> => {
  const change = await findChange(sql, runId);
  const ending = { status, reason: title, recordId: null, answer: null, freesKey: false };
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
