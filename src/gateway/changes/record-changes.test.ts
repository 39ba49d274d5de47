import { describe, expect, it } from "vitest";
import { startCuttingProxy } from "#database/testing/cutting-proxy.ts";
import { setUpChanges } from "#gateway/testing/change-set-up.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { askFor, readProblem } from "#gateway/testing/storage.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import { canary, patch } from "#gateway/testing/start-gateway.ts";
import { verifyAudit } from "./audit-command.ts";

const given = setUpChanges();
const { keep, change, list, key, close } = given;

/** The database refuses new rows like one whose disk is full, until the returned function is called. */
const fillDisk = async () => {
  const { sql } = given.storage.database;
  await sql`create function gateway.refuse_row() returns trigger language plpgsql
    as $$ begin raise 'full' using errcode = 'disk_full'; end $$`;
  await sql`create trigger refuse_row before insert on gateway.changes
    execute function gateway.refuse_row()`;
  await sql`create trigger refuse_row before insert on gateway.runs
    execute function gateway.refuse_row()`;
  return async () => void (await sql`drop function gateway.refuse_row cascade`);
};

describe("each change is recorded", () => {
  it("fault 39: on a full disk nothing is sent, and the answer says what to do", async () => {
    // Its tables are there once it has answered.
    await list();
    const empty = await fillDisk();
    const { receive } = askFor(given.gateway);
    for (const refused of [await change(), await receive()])
      expect(await readProblem(refused)).toMatchObject({
        status: 503,
        outcome: "refused",
        title: "The disk of the gateway's database is full, so nothing was sent",
        detail: expect.stringMatching(/^Free some space/),
      });
    expect(given.upstream.arrivals).toEqual([]);
    await empty();
    expect((await change()).status).toBe(200);
  });

  it("logs the chain's end each hour if it changed, also where only warnings are logged", async () => {
    const clock = createFakeClock();
    const lines: string[] = [];
    const gateway = keep(
      await given.storage.gateway(given.upstream.baseUrl, {
        clock,
        log: { level: "warn", write: (line) => lines.push(line) },
      }),
    );
    const ends = () =>
      lines.flatMap((line) => {
        const { end, level } = JSON.parse(line) as { end?: string; level: number };
        return end === undefined ? [] : [{ end, level }];
      });
    const logged = async () => {
      const { sql } = given.storage.database;
      const [end] = await sql<{ text: string }[]>`
        select concat(seq, ':', hash) as text from gateway.audit_head`;
      return { end: end?.text, level: 30 };
    };
    expect((await change()).status).toBe(200);
    expect((await gateway.call("/api/audit")).status).toBe(200);
    const first = await logged();
    await clock.advance(3_600_000);
    await eventually(() => ends().at(-1)?.end === first.end);
    await clock.advance(3_600_000);
    expect((await change()).status).toBe(200);
    const last = await logged();
    await clock.advance(3_600_000);
    await eventually(() => ends().at(-1)?.end === last.end);
    expect(ends()).toEqual(expect.arrayContaining([first, last]));
    expect(new Set(ends().map(({ end }) => end)).size).toBe(ends().length);
  });

  it("fault 60: before it is sent, and its result before the response", async () => {
    const seen: unknown[] = [];
    given.upstream.behave(async (_request, response) => {
      const rows = await given.storage.database.sql<{ state: string }[]>`
        select state from gateway.changes order by id desc limit 1`;
      seen.push(rows[0]?.state);
      answer(response, 200, { id: 5 });
    });
    expect((await change()).status).toBe(200);
    expect(seen).toEqual(["pending"]);
    expect(await list()).toMatchObject([
      {
        operation: "updateReturn",
        resource: "returns",
        recordId: 5,
        fields: [{ name: "returnStatus", count: 1 }],
        state: "done",
        status: 200,
        person: null,
        settlement: null,
      },
    ]);
  });

  it.each([
    ["refused by the API", 400, "refused"],
    ["refused by the rate limit", 429, "refused"],
    ["given up by a proxy", 408, "unknown"],
    ["given up by another proxy", 499, "unknown"],
    ["broken", 500, "unknown"],
    ["redirected", 302, "unknown"],
  ])("with its result: %s", async (_, status, state) => {
    given.upstream.behave((_request, response) => answer(response, status, { error: "no" }));
    await change();
    expect((await list())[0]).toMatchObject({ state, status });
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it("names the record that it created, and several lines of one", async () => {
    given.upstream.behave((_request, response) => answer(response, 200, { id: 77, name: "木" }));
    await given.gateway.call("/api/mapping-set", { ...patch({ name: "木" }), method: "POST" });
    const items = [
      { id: 1, approvedQuantity: 2, note: null },
      { id: 2, approvedQuantity: 1, note: "x" },
    ];
    await given.gateway.call("/api/rmas/9/items", patch(items));
    expect(
      (await list("?pageSize=2")).map(({ recordId, fields }) => ({ recordId, fields })),
    ).toEqual([
      {
        recordId: 9,
        fields: [
          { name: "approvedQuantity", count: 2 },
          { name: "note", count: 1 },
        ],
      },
      { recordId: 77, fields: [{ name: "name", count: 1 }] },
    ]);
  });

  it("names the record as people do, with its status, also where another response has no name", async () => {
    const rma = { id: 9, rmaNumber: "RMA-\u0000\u202E9\ud800", rmaStatus: "Approved" };
    given.upstream.behave((_request, response) => answer(response, 200, rma));
    await given.gateway.call("/api/rmas/9/items", patch([{ id: 1, approvedQuantity: 2 }]));
    given.upstream.behave((_request, response) => answer(response, 400, {}));
    await given.gateway.call("/api/rmas/9/items", patch([{ id: 1, approvedQuantity: 3 }]));
    const about = (await list("?pageSize=2")).map(({ state, recordName, recordStatus }) => [
      state,
      recordName,
      recordStatus,
    ]);
    expect(about).toEqual([
      ["refused", "RMA-9\uFFFD", null],
      ["done", "RMA-9\uFFFD", "Approved"],
    ]);
    expect(await verifyAudit(given.storage.database.sql, { auditDays: 400 })).toMatchObject({
      kind: "intact",
    });
  });

  it("not if it is refused before, and not if it only reads", async () => {
    const before = (await list()).length;
    await given.gateway.call("/api/returns/5");
    await given.gateway.call("/api/returns/0", patch(close));
    await given.gateway.call("/api/returns/5", patch("{"));
    await given.gateway.call("/api/returns/5", {
      ...patch(close),
      headers: { "x-requested-by": "" },
    });
    expect(await list()).toHaveLength(before);
  });

  it("without tokens, values, and what changes how a line looks (faults 6 and 59)", async () => {
    const person = 'Ada\r\n\u001b[2J\u202Egnp\u2028{"kind":"intent"}';
    const named = keep(
      await given.storage.gateway(given.upstream.baseUrl, { personOf: () => person }),
    );
    const body = { refundAdjustment: 12.75, [`note\r\n${canary}`]: "Grace Hopper" };
    given.upstream.behave((_request, response) => answer(response, 400, { error: canary }));
    await named.call("/api/returns/5", patch(body, key()));
    const rows = await given.storage.database.sql<{ content: string }[]>`
      select content from gateway.audit_rows order by seq desc limit 2`;
    const text = rows.map(({ content }) => content).join("\n");
    expect(text).not.toMatch(/12\.75|Hopper/);
    expect(text).not.toContain(canary);
    expect(text.replace("\n", "")).toMatch(/^[\x20-\x7e]*$/);
    expect((await list(`?person=${encodeURIComponent(person)}`, named))[0]?.person).toBe(person);
    const [stored] = await given.storage.database.sql<{ answer: string }[]>`
      select answer from gateway.changes where answer is not null order by id desc limit 1`;
    expect(stored?.answer).not.toContain(canary);
  });
});

it("the response to a request without a key is not stored", async () => {
  expect((await change()).status).toBe(200);
  given.upstream.behave((_request, response) => answer(response, 400, { error: "Too late" }));
  expect((await change()).status).toBe(400);
  const stored = await given.storage.database.sql`
    select 1 from gateway.changes where key is null and answer is not null`;
  expect(stored).toHaveLength(0);
});

it("fault 60: nothing is sent while the chain has no end", async () => {
  await list();
  const { sql } = given.storage.database;
  const [end] = await sql<{ seq: number; hash: string }[]>`
    delete from gateway.audit_head returning seq, hash`;
  const { receive } = askFor(given.gateway);
  expect([(await change()).status, (await receive()).status]).toEqual([503, 503]);
  expect(given.upstream.arrivals).toEqual([]);
  await sql`insert into gateway.audit_head (seq, hash) values (${end?.seq ?? 0}, ${end?.hash ?? ""})`;
  expect((await change()).status).toBe(200);
  expect(await verifyAudit(sql, { auditDays: 400 })).toMatchObject({ kind: "intact" });
});

describe("a change that was recorded and not sent is refused", () => {
  it("fault 40: if its gateway lost the database before it knew that", async () => {
    const { database } = given.storage;
    const text = "insert into gateway.changes";
    const proxy = await startCuttingProxy(database.target, { text, when: "after" });
    const open = async () => {
      const sql = database.connect({ target: proxy.target });
      return { sql, close: async () => sql.end({ timeout: 0 }) };
    };
    const cut = keep(await given.storage.gateway(given.upstream.baseUrl, { database: { open } }));
    const headers = key();
    const refused = await cut.call("/api/returns/5", patch(close, headers));
    expect([proxy.cuts(), refused.status, await readProblem(refused)]).toEqual([
      1,
      503,
      expect.objectContaining({ outcome: "refused" }),
    ]);
    // The client repeats it where the database works.
    expect((await change(headers)).status).toBe(200);
    const [made, unsent] = await list("?pageSize=2");
    expect([made?.state, unsent?.state, unsent?.reason]).toEqual([
      "done",
      "refused",
      "The database did not respond, so nothing was sent.",
    ]);
    expect(given.upstream.arrivals).toHaveLength(1);
    await proxy.close();
  });

  it("fault 61: if its client left and the gateway stops while it is recorded", async () => {
    const { sql } = given.storage.database;
    await list();
    const left = new AbortController();
    let closing: Promise<void> | undefined;
    await sql.begin(async (transaction) => {
      await transaction`select 1 from gateway.audit_head for update`;
      const call = given.gateway.call("/api/returns/5", { ...patch(close), signal: left.signal });
      await eventually(async () => {
        const waiting = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like '%insert into gateway.changes%'`;
        return waiting.length === 1;
      });
      left.abort();
      await expect(call).rejects.toThrow(/abort/i);
      closing = given.gateway.close();
      const read = async () => (await given.gateway.call("/api/returns/5")).status;
      await eventually(async () => (await read()) === 503);
      // It serves on until the change is recorded.
      for (let each = 0; each < 10; each += 1) expect(await read()).toBe(503);
    });
    await closing;
    const [row] = await sql`select state from gateway.changes order by id desc limit 1`;
    const sent = given.upstream.arrivals.filter(({ method }) => method === "PATCH");
    expect([row?.["state"], sent]).toEqual(["refused", []]);
  });
});

describe("without the gateway's database", () => {
  it("fault 40: changes are refused and not sent, reads go on, and it comes back by itself", async () => {
    let away = true;
    const open = async () => {
      if (away) throw new Error("no database");
      const sql = given.storage.database.connect();
      return { sql, close: async () => sql.end() };
    };
    const cut = keep(await given.storage.gateway(given.upstream.baseUrl, { database: { open } }));
    const refused = await cut.call("/api/returns/5", patch(close));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await readProblem(refused)).toMatchObject({ outcome: "refused" });
    expect(given.upstream.arrivals).toEqual([]);
    expect((await cut.call("/api/returns/5")).status).toBe(200);
    away = false;
    await eventually(async () => (await cut.call("/api/returns/5", patch(close))).status === 200);
  });

  it("fault 40: a result that can't be stored is stored later, and the client gets its response", async () => {
    const { sql } = given.storage.database;
    const waiting = keep(
      await given.storage.gateway(given.upstream.baseUrl, { database: { storeWaitMs: 10 } }),
    );
    given.upstream.behave(async (_request, response) => {
      await sql`alter table gateway.audit_head rename to audit_head_away`;
      answer(response, 200, { id: 5 });
    });
    expect((await waiting.call("/api/returns/5", patch(close))).status).toBe(200);
    await sql`alter table gateway.audit_head_away rename to audit_head`;
    await eventually(async () => (await list("?pageSize=1"))[0]?.state === "done");
  });
});

it("the changes of one record are listed, and each filter finds its own", async () => {
  const people = ["ada", "grace"] as const;
  for (const person of people) {
    const named = keep(
      await given.storage.gateway(given.upstream.baseUrl, { personOf: () => person }),
    );
    await named.call("/api/returns/301", patch(close));
    await named.call("/api/rmas/301/items", patch([{ id: 1, note: "x" }]));
  }
  const count = async (query: string) => (await list(query)).length;
  const [newest] = await list("?recordId=301");
  const { requestedAt = "" } = newest ?? {};
  for (const [query, found] of [
    ["/record?resource=returns&recordId=301", 2],
    ["/record?resource=returns&recordId=302", 0],
    ["?recordId=301", 4],
    ["?recordId=301&person=ada", 2],
    ["?recordId=301&person=GRA", 2],
    ["?recordId=301&person=%25", 0],
    ["?recordId=301&personId=ada", 2],
    ["?recordId=301&personId=ad", 0],
    ["?recordId=301&operation=updateReturn&person=ada", 1],
    ["?recordId=301&state=refused", 0],
    [`?recordId=301&after=${requestedAt}`, 1],
    [`?recordId=301&before=${requestedAt}`, 3],
    ["?recordId=301&after=0000-01-01", 4],
    ["?recordId=301&before=9999-12-31T23:59:59-23:59", 4],
    ["?recordId=301&pageSize=3&pageNumber=2", 1],
  ] as const)
    expect([query, await count(query)]).toEqual([query, found]);
  for (const query of [
    "?state=lost",
    "/record",
    "/record?resource=returns",
    "?recordId=x",
    "?after=x",
    "?person=%00",
    "?person=ada&person=alex",
    "?personId=",
    `?personId=${"x".repeat(501)}`,
  ])
    expect((await given.gateway.call(`/api/audit${query}`)).status).toBe(400);
});

it("several gateways write one chain that proves what happened", async () => {
  const others = await Promise.all(
    Array.from({ length: 3 }, async () =>
      keep(await given.storage.gateway(given.upstream.baseUrl)),
    ),
  );
  await Promise.all(
    [given.gateway, ...others].flatMap((one) =>
      Array.from({ length: 10 }, async () => one.call("/api/returns/5", patch(close, key()))),
    ),
  );
  expect(given.upstream.arrivals).toHaveLength(40);
  expect(await verifyAudit(given.storage.database.sql, { auditDays: 400 })).toMatchObject({
    kind: "intact",
  });
});
