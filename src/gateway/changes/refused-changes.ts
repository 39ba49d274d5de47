import type { Sql } from "#database/sql.ts";
import { lockChain } from "./chain-store.ts";
import { type ChangeIntent, recordIntent, writeEnding } from "./store.ts";

/** Records a change that was refused before anything was sent: its intent and its result in one transaction. */
export const recordRefusedChange = async (
  sql: Sql,
  upstream: string,
  intent: ChangeIntent,
  { status, reason }: { readonly status: number; readonly reason: string },
): Promise<void> => {
  await sql.begin(async (transaction) => {
    await lockChain(transaction);
    const id = await recordIntent(transaction, upstream, intent, {});
    const nothing = { recordId: null, answer: null, freesKey: true };
    const ending = { ...nothing, status, reason, endedAt: intent.requestedAt };
    const change = { id, state: "pending" } as const;
    await writeEnding(transaction, change, { ...ending, state: "refused" });
  });
};
