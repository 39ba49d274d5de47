import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Sql } from "#database/sql.ts";
import { runAuditCommand } from "#gateway/changes/audit-command.ts";
import { openGatewayDatabase } from "#gateway/server/database.ts";
import {
  type ChangeResult,
  endChange,
  recordIntent,
  settleChange,
} from "#gateway/changes/store.ts";
import { openTestStorage, type TestStorage } from "./storage.ts";

export const intent = {
  operation: "updateReturn",
  resource: "returns",
  recordId: 5,
  fields: [{ name: "note", count: 1 }],
  hash: "0",
  person: "Zo\u00eb \u{1f600}",
  key: null,
  requestId: "req-1",
};
export const ending = {
  status: 200,
  reason: null,
  recordId: null,
  answer: null,
  freesKey: false,
};
export const settling = { made: true, settledBy: "Ada", settledAt: "2026-01-01T00:00:00Z" };

/** The set-up of a file's tests of the chain: a database that is empty before each. */
export const setUpAudit = () => {
  let storage: TestStorage;
  let sql: Sql;
  let at = 0;

  /** Changes rows like a person with full access to the database. */
  const tamper = async (statement: string) => {
    await sql.script(
      `alter table gateway.audit_rows disable trigger all; ${statement}; alter table gateway.audit_rows enable trigger all`,
    );
  };
  /** Computes the hashes from a row on again, like a person who wants changed rows to look intact. */
  const forgeHashes = async (from = 1) =>
    tamper(`
      do $$ declare previous text; each record; begin
        select coalesce(
          (select hash from gateway.audit_rows where seq = ${from} - 1),
          (select content::json ->> 'hash' from gateway.audit_rows where content like '{"kind":"pruned"%' order by seq desc limit 1),
          '') into previous;
        for each in select * from gateway.audit_rows where seq >= ${from} order by seq loop
          previous := encode(sha256(convert_to(concat_ws(' ', previous, each.seq,
            to_char(each.appended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), each.content), 'UTF8')), 'hex');
          update gateway.audit_rows set hash = previous where seq = each.seq;
          update gateway.audit_head set seq = each.seq, hash = previous;
        end loop;
      end $$`);
  /** Makes the first rows older: as old rows are, not as changed ones. */
  const age = async (upTo: number, days: number) => {
    await tamper(
      `update gateway.audit_rows set appended_at = now() - interval '${days} days' where seq <= ${upTo}`,
    );
    await forgeHashes();
  };
  /** A change with its result: two rows. */
  const addChange = async (
    state: "done" | "refused" | "unknown" = "done",
    more: Partial<ChangeResult> = {},
  ) => {
    at += 1;
    const requestedAt = new Date(1_700_000_000_000 + at).toISOString();
    const id = await recordIntent(sql, "u", { ...intent, requestedAt });
    await endChange(sql, id, { ...ending, state, endedAt: requestedAt, ...more });
    return id;
  };

  beforeAll(async () => {
    storage = await openTestStorage();
    const opened = openGatewayDatabase(async () => ({
      sql: storage.database.sql,
      close: async () => undefined,
    }));
    sql = await opened.sql();
  });
  afterAll(async () => storage.close());
  beforeEach(async () => {
    await tamper("truncate gateway.audit_rows, gateway.changes");
    await sql`update gateway.audit_head set seq = 0, hash = ''`;
  });
  return {
    get sql() {
      return sql;
    },
    run: async (...args: string[]) => {
      const lines: string[] = [];
      const print = (line: string) => lines.push(line);
      const code = await runAuditCommand(sql, args, { auditDays: 400, print });
      return { code, lines };
    },
    tamper,
    forgeHashes,
    age,
    addChange,
    /** A change that has something in every column: three rows. */
    addSettled: async () => {
      const id = await addChange("unknown", { status: 502, reason: "The API did not respond" });
      await settleChange(sql, "u", id, settling);
      return id;
    },
  };
};
