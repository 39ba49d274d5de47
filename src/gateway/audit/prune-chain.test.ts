import { describe, expect, it } from "vitest";
import { pruneChain } from "#gateway/store/audit-chain.ts";
import { setUpAudit } from "#gateway/testing/audit-set-up.ts";

const given = setUpAudit();
const { run, addChange, tamper } = given;

describe("pruning", () => {
  const age = async (upTo: number, days: number) =>
    tamper(
      `update gateway.audit_rows set appended_at = now() - interval '${days} days' where seq <= ${upTo}`,
    );

  it("removes old rows, and the rest can still be verified", async () => {
    for (let each = 0; each < 3; each += 1) await addChange();
    expect(await pruneChain(given.sql, 400)).toBe(0);
    await age(4, 401);
    expect(await pruneChain(given.sql, 400)).toBe(4);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 5 to 7 are intact/);
    await age(6, 401);
    expect(await pruneChain(given.sql, 400)).toBe(2);
    await addChange();
    expect((await run("verify")).lines[0]).toMatch(/^Rows 7 to 10 are intact/);
    await tamper("delete from gateway.audit_rows where seq = 7");
    expect((await run("verify")).code).toBe(1);
  });

  it("of many rows removes some at a time, so that changes can be recorded in between", async () => {
    for (let each = 0; each < 5; each += 1) await addChange();
    await age(8, 401);
    expect(await pruneChain(given.sql, 400, 3)).toBe(8);
    const pruned = await given.sql`
      select (content::json ->> 'through')::int as through from gateway.audit_rows
      where content like '{"kind":"pruned"%' order by seq`;
    expect(pruned.map(({ through }) => through)).toEqual([3, 6, 8]);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 9 to 13 are intact/);
    await addChange();
    await age(11, 401);
    expect(await pruneChain(given.sql, 400, 1)).toBe(3);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 12 to 18 are intact/);
  });

  it("between a change and its result leaves the result", async () => {
    await addChange();
    await addChange();
    await age(3, 500);
    await pruneChain(given.sql, 400);
    expect((await run("verify")).lines[0]).toMatch(/^Rows 4 to 5 are intact/);
  });
});
