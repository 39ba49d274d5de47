import type { ChangeState } from "#contract/audit.ts";
import type { Query, Sql } from "#database/sql.ts";
import { lockChain } from "./chain-store.ts";
import { type ChangeEnding, writeEnding } from "./store.ts";

interface RecordedRequest {
  readonly id: number;
  readonly state: ChangeState;
  readonly requestId: string;
}

/** Requests whose intents may be recorded, though the database reported a failure; none was sent. */
export interface UnsentRequests {
  readonly requestIds: readonly string[];
  /** The process that recorded them. */
  readonly process: string | null;
}

/** Records the result of those that are recorded, and returns them. */
export const endUnsentChanges = async (
  sql: Sql,
  upstream: string,
  { requestIds, process }: UnsentRequests,
  ending: ChangeEnding,
): Promise<string[]> => {
  const recorded = (query: Query) => query<RecordedRequest[]>`
    select id, state, request_id as "requestId" from gateway.changes
    where upstream = ${upstream} and state = 'pending' and run_id is null
      and process is not distinct from ${process}::text
      and request_id = any(${[...requestIds]}::text[]) order by id`;
  // Usually none is, so no change has to wait for the lock.
  if ((await recorded(sql)).length === 0) return [];
  return sql.begin(async (transaction) => {
    await lockChain(transaction);
    const changes = await transaction<RecordedRequest[]>`${recorded(transaction)} for update`;
    for (const change of changes) await writeEnding(transaction, change, ending);
    return changes.map(({ requestId }) => requestId);
  });
};
