import type { Sql } from "#database/sql.ts";
import { lockChain } from "#gateway/changes/chain-store.ts";
import { type ChangeIntent, recordIntent, writeEnding } from "#gateway/changes/store.ts";
import { markEnded } from "./store.ts";

/** The sessions that one person's request ends. */
export interface SessionsToEnd {
  readonly issuer: string;
  readonly personId: string;
  /** The session that stays: the one of the request. */
  readonly exceptHash: Buffer | undefined;
}

/** The change as the record of changes contains it; `describe` says whose sessions ended. */
export interface RecordedEnd {
  readonly upstream: string;
  readonly intent: ChangeIntent;
  describe(name: string): string;
}

/**
 * Ends the sessions and records it in one transaction: neither happens without the other. Returns their number; with
 * none, nothing is recorded.
 */
export const endSessionsOf = async (
  sql: Sql,
  { issuer, personId, exceptHash }: SessionsToEnd,
  { upstream, intent, describe }: RecordedEnd,
): Promise<number> =>
  sql.begin(async (transaction) => {
    await lockChain(transaction);
    const names = await markEnded(transaction, issuer, personId, exceptHash);
    if (names[0] === undefined) return 0;
    const id = await recordIntent(transaction, upstream, intent, {});
    const reason = describe(names[0]);
    const nothing = { status: null, recordId: null, answer: null, freesKey: true };
    const ending = {
      ...nothing,
      state: "done",
      reason,
      endedAt: new Date().toISOString(),
    } as const;
    await writeEnding(transaction, { id, state: "pending" }, ending);
    return names.length;
  });
