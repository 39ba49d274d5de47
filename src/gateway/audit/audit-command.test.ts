import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#database/sql.ts";
import { appendRow, pruneChain } from "#gateway/store/audit-chain.ts";
import { endChange, recordIntent, settleChange } from "#gateway/store/changes.ts";
import { openMemory } from "#gateway/open-memory.ts";
import { openTestMemory, type TestMemory } from "#gateway/testing/receive.ts";
import { runAuditCommand } from "./audit-command.ts";
import { hashRow } from "./chain.ts";

let memory: TestMemory;
let sql: Sql;
let at = 0;

beforeAll(async () => {
  memory = await openTestMemory();
  const opened = openMemory(async () => ({
    sql: memory.database.sql,
    close: async () => undefined,
  }));
  sql = await opened.sql();
});
afterAll(async () => memory.close());
beforeEach(async () => {
  await tamper("truncate gateway.audit_rows, gateway.changes");
  await sql`update gateway.audit_head set seq = 0, hash = ''`;
});

const run = async (...args: string[]) => {
  const lines: string[] = [];
  const code = await runAuditCommand(sql, args, (line) => lines.push(line));
  return { code, lines };
};

const intent = {
  operation: "updateReturn",
  resource: "returns",
  recordId: 5,
  fields: [{ name: "note", count: 1 }],
  hash: "0",
  person: "Zo\u00eb \u{1f600}",
  key: null,
  requestId: "req-1",
};
const ending = { status: 200, reason: null, recordId: null, answer: null, freesKey: false };

const addChange = async (state: "done" | "unknown" = "done") => {
  at += 1;
  const requestedAt = new Date(1_700_000_000_000 + at).toISOString();
  const id = await recordIntent(sql, "u", { ...intent, requestedAt }, {});
  await endChange(sql, id, { ...ending, state, endedAt: requestedAt });
  return id;
};

/** Changes rows like a person with full access to the database. */
const tamper = async (statement: string) => {
  await sql.script(
    `alter table gateway.audit_rows disable trigger all; ${statement}; alter table gateway.audit_rows enable trigger all`,
  );
};

describe("npm run audit", () => {
  it("explains its use", async () => {
    for (const args of [[], ["prune"], ["verify", "all"], ["toString"]])
      expect(await run(...args)).toEqual({
        code: 1,
        lines: ["Usage: npm run audit -- verify | export"],
      });
  });

  it("verifies an empty chain, and one of several pages", async () => {
    expect(await run("verify")).toEqual({ code: 0, lines: ["There are no audit rows yet."] });
    await sql.begin(async (transaction) => {
      for (let each = 0; each < 1_050; each += 1) await appendRow(transaction, { each });
    });
    expect((await run("verify")).lines[0]).toMatch(
      /^Rows 1 to 1050 are intact\. Hash of row 1050: /,
    );
  });

  it("exports each row as a line of JSON that can be verified without the database", async () => {
    await addChange("unknown");
    await settleChange(sql, "u", 1, {
      made: true,
      settledBy: "Ada",
      settledAt: "2026-01-01T00:00:00Z",
    });
    const { code, lines } = await run("export");
    const rows = lines.map(
      (line) => JSON.parse(line) as { seq: number; hash: string; content: { kind: string } },
    );
    expect([code, rows.map(({ content }) => content.kind)]).toEqual([
      0,
      ["intent", "result", "settlement"],
    ]);
    const text = (line: string) => line.slice(line.indexOf('"content":') + 10, -1);
    let hash = "";
    for (const [index, line] of lines.entries()) {
      hash = hashRow(hash, index + 1, text(line));
      expect(rows[index]?.hash).toBe(hash);
    }
  });

  const attacks = [
    [
      "a changed row",
      "update gateway.audit_rows set content = replace(content, 'done', 'refused') where seq = 4",
      4,
    ],
    [
      "a changed row with a hash that fits",
      "update gateway.audit_rows set content = '{}', hash = encode(sha256(convert_to((select hash from gateway.audit_rows where seq = 3) || ' 4 {}', 'UTF8')), 'hex') where seq = 4",
      5,
    ],
    ["a removed row", "delete from gateway.audit_rows where seq = 3", 3],
    ["the first row removed", "delete from gateway.audit_rows where seq = 1", 1],
    ["the last row removed", "delete from gateway.audit_rows where seq = 6", 6],
    ["all rows removed", "delete from gateway.audit_rows", 1],
    ["another end", "update gateway.audit_head set hash = 'x'", 6],
    [
      "an entry of the list changed",
      "update gateway.changes set state = 'refused' where id = 3",
      3,
    ],
    ["an entry's person changed", "update gateway.changes set person = 'Eve' where id = 5", 5],
    ["an entry removed", "delete from gateway.changes where id = 3", 3],
    [
      "an entry added",
      "insert into gateway.changes (id, upstream, operation, resource, fields, request_id, requested_at, hash) values (99, 'u', 'x', 'x', '[]', 'x', now(), 'x')",
      99,
    ],
  ] as const;
  it.each(attacks)("fault 60: finds %s, and exits with 1", async (_, statement, seq) => {
    for (let each = 0; each < 3; each += 1) await addChange();
    expect((await run("verify")).code).toBe(0);
    await tamper(statement);
    const { code, lines } = await run("verify");
    expect([code, lines]).toEqual([1, [expect.stringContaining(`not intact from row ${seq}:`)]]);
  });

  it("fault 60: the database itself refuses to change, delete or truncate rows", async () => {
    await addChange();
    for (const statement of [
      "update gateway.audit_rows set content = '{}'",
      "delete from gateway.audit_rows",
      "truncate gateway.audit_rows",
    ])
      await expect(sql.script(statement)).rejects.toThrow(/append-only/);
  });
});

describe("pruning", () => {
  const age = async (upTo: number, days: number) =>
    tamper(
      `update gateway.audit_rows set appended_at = now() - interval '${days} days' where seq <= ${upTo}`,
    );

  it("removes old rows, and the rest can still be verified", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    expect(await pruneChain(sql, 400)).toBe(0);
    await age(4, 401);
    expect(await pruneChain(sql, 400)).toBe(4);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 5 to 7 are intact/);
    await age(6, 401);
    expect(await pruneChain(sql, 400)).toBe(2);
    await addChange();
    expect((await run("verify")).lines[0]).toMatch(/^Rows 7 to 10 are intact/);
    await tamper("delete from gateway.audit_rows where seq = 7");
    expect((await run("verify")).code).toBe(1);
  });

  it("of many rows removes some at a time, so that changes can be recorded in between", async () => {
    for (let each = 0; each < 5; each += 1) await addChange();
    await age(8, 401);
    expect(await pruneChain(sql, 400, 3)).toBe(8);
    const pruned = await sql`
      select (content::json ->> 'through')::int as through from gateway.audit_rows
      where content like '{"kind":"pruned"%' order by seq`;
    expect(pruned.map(({ through }) => through)).toEqual([3, 6, 8]);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 9 to 13 are intact/);
    await addChange();
    await age(11, 401);
    expect(await pruneChain(sql, 400, 1)).toBe(3);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 12 to 18 are intact/);
  });

  it("between a change and its result leaves the result", async () => {
    await addChange();
    await addChange();
    await age(3, 500);
    await pruneChain(sql, 400);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 4 to 5 are intact/);
  });
});
