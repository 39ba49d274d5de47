import { beforeEach, describe, expect, it } from "vitest";
import type { ReceivedOrdersState } from "#contract/received-orders.ts";
import { verifyAudit } from "#gateway/changes/audit-command.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { readProblem } from "#gateway/testing/storage.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import { pruneRuns } from "./store.ts";

const given = receiveSetUp();
const { start } = given;

const sql = () => given.storage.database.sql;

/** Makes everything that is recorded so many days older. */
const age = async (days: number) => {
  await sql().script(`
    update gateway.runs
    set requested_at = requested_at - interval '${days} days', alive_at = alive_at - interval '${days} days';
    alter table gateway.audit_rows disable trigger all;
    update gateway.audit_rows set appended_at = appended_at - interval '${days} days';
    alter table gateway.audit_rows enable trigger all`);
};

/** A run that was requested and ended so many days ago; returns its id. */
const addRun = async (state: ReceivedOrdersState, requested: number, ended = requested) => {
  await sql()`insert into gateway.upstreams (name) values ('u') on conflict do nothing`;
  const [row] = await sql()<{ id: number }[]>`
    insert into gateway.runs (key, upstream_id, state, requested_at, alive_at)
    select gen_random_uuid(), id, ${state}, now() - ${requested}::int * interval '1 day',
      now() - ${ended}::int * interval '1 day'
    from gateway.upstreams where name = 'u' returning id`;
  return row?.id ?? 0;
};

/** The tables, by a gateway that removes nothing. */
const createTables = async () => {
  await (await start({ database: { auditDays: 0 } })).runs();
};

const listIds = async () =>
  (await sql()<{ id: number }[]>`select id from gateway.runs order by id`).map(({ id }) => id);

describe("a gateway with AUDIT_DAYS", () => {
  it("removes what is older, with the orders, and keeps an unknown run, which none of them is offered for", async () => {
    const first = await start();
    given.upstream.afterMove((response) => {
      response.socket?.resetAndDestroy();
    });
    const [lost] = given.upstream.add(1, 1);
    const unknown = await first.run(1);
    given.upstream.afterMove((response, text) => answer(response, 200, text));
    given.upstream.add(1, 2);
    const old = await first.run(1);
    await first.gateway.close();
    await age(31);
    const second = await start({ database: { auditDays: 30 } });
    await eventually(async () => (await second.runs()).length === 1);
    expect([unknown.state, old.orderCount]).toEqual(["unknown", 2]);
    expect(await listIds()).toEqual([unknown.id]);
    for (const table of ["answers", "run_orders"] as const)
      expect(
        await sql()`select from ${sql()(`gateway.${table}`)} where run_id = ${old.id}`,
      ).toEqual([]);
    const gone = await second.gateway.call(`/api/received-orders/${old.id}`);
    expect([gone.status, (await readProblem(gone)).detail]).toEqual([
      404,
      `Run ${old.id} doesn't exist, or was removed because of its age.`,
    ]);
    const candidates = await second.candidates(unknown.id);
    expect(candidates.orders.map(({ id }) => id)).toEqual([lost]);
    expect(await (await second.gateway.call("/api/audit")).json()).toEqual([]);
    expect(await verifyAudit(sql(), { auditDays: 30 })).toMatchObject({ kind: "intact" });
    // Settled now, it is kept as long as one of today.
    const found = { kind: "found", orderIds: [lost] };
    expect((await second.settle(unknown.id, found)).status).toBe(200);
    expect(await pruneRuns(sql(), 30)).toBe(0);
    given.upstream.add(1, 1);
    expect((await second.run(1)).orderCount).toBe(1);
  });

  it("looks again each hour", async () => {
    await createTables();
    const clock = createFakeClock();
    await addRun("received", 31);
    await start({ database: { auditDays: 30 }, clock });
    await eventually(async () => (await listIds()).length === 0);
    await addRun("received", 31);
    await clock.advance(3_600_000);
    await eventually(async () => (await listIds()).length === 0);
  });

  it("of 0 removes nothing", async () => {
    await createTables();
    const clock = createFakeClock();
    const id = await addRun("received", 30_000);
    const addKey = async (change: number) =>
      sql()`
        insert into gateway.changes (id, upstream, operation, resource, fields, request_id, requested_at, hash, key, state)
        values (${change}, 'u', 'x', 'x', '[]', 'x', '2000-01-01', 'x', ${`key-${change}`}, 'done')`;
    /** Keys are forgotten before anything is removed. */
    const isForgotten = async () =>
      (await sql()`select from gateway.changes where key is not null`).length === 0;
    await addKey(1_000_001);
    await start({ database: { auditDays: 0 }, clock });
    await eventually(isForgotten);
    await addKey(1_000_002);
    await clock.advance(3_600_000);
    await eventually(isForgotten);
    expect(await listIds()).toEqual([id]);
    await sql()`delete from gateway.changes where id > 1000000`;
  });
});

describe("pruning runs", () => {
  beforeEach(createTables);

  it("removes those whose result is known, some at a time", async () => {
    const unknown = await addRun("unknown", 99);
    const underWay = await addRun("dispatching", 98);
    for (const state of ["received", "refused", "settled", "received", "received"] as const)
      await addRun(state, 31);
    const young = await addRun("received", 29);
    expect(await pruneRuns(sql(), 30, 2)).toBe(5);
    expect(await listIds()).toEqual([unknown, underWay, young]);
  });

  it("keeps one that ended later, because its orders came late or it was settled late", async () => {
    const late = await addRun("received", 99, 29);
    await addRun("received", 98);
    expect(await pruneRuns(sql(), 30)).toBe(1);
    expect(await listIds()).toEqual([late]);
  });

  it("keeps one that was requested while the clock was behind, after a younger one", async () => {
    await addRun("received", 31);
    const ids = [await addRun("received", 1), await addRun("received", 9_000)];
    expect(await pruneRuns(sql(), 30)).toBe(1);
    expect(await listIds()).toEqual(ids);
  });

  it("isn't stopped by one that was requested while the clock was ahead", async () => {
    const ahead = await addRun("received", -9_000);
    await addRun("received", 31);
    expect(await pruneRuns(sql(), 30)).toBe(1);
    expect(await listIds()).toEqual([ahead]);
  });
});
