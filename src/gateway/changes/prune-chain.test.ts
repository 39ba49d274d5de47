import { describe, expect, it } from "vitest";
import { createQuery, type Query, type Sql } from "#database/sql.ts";
import { pruneChain } from "./chain.ts";
import { setUpAudit } from "#gateway/testing/audit-set-up.ts";
import { runAuditCommand } from "./audit-command.ts";

const given = setUpAudit();
const { run, addChange, age, forgeHashes, tamper } = given;

/** A connection that does something before its second statement with rows of the chain. */
const interrupt = (sql: Sql, act: () => Promise<unknown>): Sql => {
  let reads = 0;
  const watch = (query: Query): Query =>
    createQuery({
      run: async (fragment) => {
        if (fragment.texts.join("").includes("audit_rows") && (reads += 1) === 2) await act();
        return query`${fragment}`;
      },
      script: query.script,
      load: query.load,
    });
  const begin: Sql["begin"] = (body, options) =>
    sql.begin(
      (transaction) => body(Object.assign(watch(transaction), { isTransaction: true } as const)),
      options,
    );
  return Object.assign(watch(sql), { begin, poolState: sql.poolState, end: sql.end });
};

describe("pruning", () => {
  it("removes old rows, and the rest can still be verified", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    expect(await pruneChain(given.sql, 400)).toBe(0);
    await age(4, 401);
    expect(await pruneChain(given.sql, 400)).toBe(4);
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 5 to 7 are intact/);
    await age(6, 401);
    expect(await pruneChain(given.sql, 400)).toBe(2);
    await addChange();
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 7 to 10 are intact/);
    await tamper("delete from gateway.audit_rows where seq = 7");
    expect((await run("verify")).code).toBe(1);
  });

  it("fault 60: leaves no room for a row that was never there, nor for its entry in the list", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    await age(4, 401);
    await pruneChain(given.sql, 400);
    await given.sql`
      insert into gateway.audit_rows (seq, content, hash)
      select 3, replace(content, 'updateReturn', 'updateRmaItems'), 'x' from gateway.audit_rows where seq = 5`;
    await given.sql`
      insert into gateway.changes (id, upstream, person, operation, resource, record_id, fields, hash, request_id, requested_at)
      select 3, upstream, person, 'updateRmaItems', resource, record_id, fields, hash, request_id, requested_at
      from gateway.changes where id = 5`;
    expect(await run("verify")).toEqual({
      code: 1,
      lines: [
        "The audit rows are not intact from row 3: the chain says that its rows begin after row 4.",
      ],
    });
  });

  it("of many rows removes some at a time, so that changes can be recorded in between", async () => {
    for (let each = 0; each < 5; each += 1) await addChange();
    await age(8, 401);
    expect(await pruneChain(given.sql, 400, 3)).toBe(8);
    const pruned = await given.sql`
      select (content::json ->> 'through')::int as through from gateway.audit_rows
      where content like '{"kind":"pruned"%' order by seq`;
    expect(pruned.map(({ through }) => through)).toEqual([3, 6, 8]);
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 9 to 13 are intact/);
    await addChange();
    await age(11, 401);
    expect(await pruneChain(given.sql, 400, 1)).toBe(3);
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 12 to 18 are intact/);
  });

  it("leaves what is younger, also before a row that was written while the clock was wrong", async () => {
    for (let each = 0; each < 4; each += 1) await addChange();
    await age(2, 401);
    await tamper("update gateway.audit_rows set appended_at = '2000-01-01' where seq in (5, 6)");
    await forgeHashes();
    expect(await pruneChain(given.sql, 400)).toBe(2);
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 3 to 9 are intact/);
  });

  it("isn't stopped by a row that was written while the clock was ahead, and leaves such a row at the end", async () => {
    for (let each = 0; each < 4; each += 1) await addChange();
    await age(4, 401);
    await tamper("update gateway.audit_rows set appended_at = '2099-01-01' where seq in (2, 5)");
    await forgeHashes();
    expect(await pruneChain(given.sql, 400)).toBe(4);
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 5 to 9 are intact/);
  });

  it("during an export leaves no gap in it", async () => {
    await given.sql`
      insert into gateway.audit_rows (seq, content, hash, appended_at)
      select place, '{}', 'x', now() - interval '401 days' from generate_series(1, 1500) as place`;
    await given.sql`update gateway.audit_head set seq = 1500`;
    const lines: string[] = [];
    const pruned = interrupt(given.sql, async () => pruneChain(given.sql, 400));
    await runAuditCommand(pruned, ["export"], {
      auditDays: 400,
      print: (line) => lines.push(line),
    });
    expect([lines.length, lines.at(-1)]).toEqual([1500, expect.stringMatching(/^{"seq":1500,/)]);
    expect((await run("export")).lines).toEqual([expect.stringContaining('"through":1500')]);
  });

  it("between a change and its result leaves the result", async () => {
    await addChange();
    await addChange();
    await age(3, 500);
    await pruneChain(given.sql, 400);
    expect((await run("verify")).lines.at(-1)).toMatch(/^Rows 4 to 5 are intact/);
  });
});
