import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "#contract/audit.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { openTestMemory, problemOf, type TestMemory } from "#gateway/testing/receive.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import { canary, patch, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { verifyAudit } from "./audit-command.ts";

let memory: TestMemory;
let upstream: TestUpstream;
let gateway: TestGateway;
const keep = keepOpen();

beforeAll(async () => {
  memory = await openTestMemory();
});
afterAll(async () => memory.close());
beforeEach(async () => {
  upstream = keep(await startUpstream((_request, response) => answer(response, 200, { id: 5 })));
  gateway = keep(await memory.gateway(upstream.baseUrl));
});

const key = () => ({ "idempotency-key": crypto.randomUUID() });
const close = { returnStatus: "closed" };
const change = async (headers: Record<string, string> = {}, body: unknown = close) =>
  gateway.call("/api/returns/5", patch(body, headers));

const list = async (query = "", from = gateway): Promise<Change[]> =>
  (await (await from.call(`/api/audit${query}`)).json()) as Change[];
const settle = async (id: number, made: boolean) =>
  gateway.call(`/api/audit/${id}/settlement`, { ...patch({ made }), method: "POST" });

describe("each change is recorded", () => {
  it("fault 60: before it is sent, and its result before the response", async () => {
    const seen: unknown[] = [];
    upstream.behave(async (_request, response) => {
      const rows = await memory.database.sql<{ state: string }[]>`
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
    ["broken", 500, "unknown"],
    ["redirected", 302, "unknown"],
  ])("with its result: %s", async (_, status, state) => {
    upstream.behave((_request, response) => answer(response, status, { error: "no" }));
    await change();
    expect((await list())[0]).toMatchObject({ state, status });
    expect(upstream.arrivals).toHaveLength(1);
  });

  it("names the record that it created, and several lines of one", async () => {
    upstream.behave((_request, response) => answer(response, 200, { id: 77, name: "木" }));
    await gateway.call("/api/mapping-set", { ...patch({ name: "木" }), method: "POST" });
    const items = [
      { id: 1, approvedQuantity: 2, note: null },
      { id: 2, approvedQuantity: 1, note: "x" },
    ];
    await gateway.call("/api/rmas/9/items", patch(items));
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

  it("not if it is refused before, and not if it only reads", async () => {
    const before = (await list()).length;
    await gateway.call("/api/returns/5");
    await gateway.call("/api/returns/0", patch(close));
    await gateway.call("/api/returns/5", patch("{"));
    await gateway.call("/api/returns/5", { ...patch(close), headers: { "x-requested-by": "" } });
    expect(await list()).toHaveLength(before);
  });

  it("without tokens, values, and what changes how a line looks (faults 6 and 59)", async () => {
    const person = 'Ada\r\n\u001b[2J\u202Egnp\u2028{"kind":"intent"}';
    const named = keep(await memory.gateway(upstream.baseUrl, { personOf: () => person }));
    const body = { refundAdjustment: 12.75, [`note\r\n${canary}`]: "Grace Hopper" };
    upstream.behave((_request, response) => answer(response, 400, { error: canary }));
    await named.call("/api/returns/5", patch(body, key()));
    const rows = await memory.database.sql<{ content: string }[]>`
      select content from gateway.audit_rows order by seq desc limit 2`;
    const text = rows.map(({ content }) => content).join("\n");
    expect(text).not.toMatch(/12\.75|Hopper/);
    expect(text).not.toContain(canary);
    expect(text.replace("\n", "")).toMatch(/^[\x20-\x7e]*$/);
    expect((await list(`?person=${encodeURIComponent(person)}`, named))[0]?.person).toBe(person);
    const [stored] = await memory.database.sql<{ answer: string }[]>`
      select answer from gateway.changes where answer is not null order by id desc limit 1`;
    expect(stored?.answer).not.toContain(canary);
  });
});

describe("a request with an Idempotency-Key", () => {
  it("fault 28: is sent once, however often it arrives, and each gets the same response", async () => {
    const headers = key();
    upstream.behave(async (_request, response) => {
      await sleep(100);
      answer(response, 200, { id: 5, returnNumber: "R-5" });
    });
    const responses = await Promise.all(Array.from({ length: 5 }, async () => change(headers)));
    responses.push(await change(headers));
    const texts = await Promise.all(responses.map(async (response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("R-5");
    expect(upstream.arrivals).toHaveLength(1);
    expect(responses.at(-1)?.headers.get("idempotency-replayed")).toBe("true");
  });

  it("fault 28: gets the same refusal, too", async () => {
    const headers = key();
    upstream.behave((_request, response) => answer(response, 400, { error: "Too late" }));
    for (const response of [await change(headers), await change(headers)])
      expect([response.status, await problemOf(response)]).toEqual([
        400,
        expect.objectContaining({ detail: "Too late", outcome: "refused" }),
      ]);
    expect(upstream.arrivals).toHaveLength(1);
  });

  it("fault 29: with another body, path or operation is refused", async () => {
    const headers = key();
    await change(headers, { returnStatus: "closed", refundAdjustment: 1 });
    for (const response of [
      await change(headers, { returnStatus: "open", refundAdjustment: 1 }),
      await gateway.call("/api/returns/6", patch(close, headers)),
      await gateway.call("/api/rmas/5/items", patch([], headers)),
    ])
      expect([response.status, (await problemOf(response)).outcome]).toEqual([422, "refused"]);
    // The order of names means nothing.
    expect((await change(headers, { refundAdjustment: 1, returnStatus: "closed" })).status).toBe(
      200,
    );
    expect(upstream.arrivals).toHaveLength(1);
  });

  it("belongs to one person", async () => {
    const headers = key();
    await change(headers);
    const ada = keep(await memory.gateway(upstream.baseUrl, { personOf: () => "ada" }));
    expect(
      (await ada.call("/api/returns/5", patch({ returnStatus: "open" }, headers))).status,
    ).toBe(200);
  });

  it("can be sent again after a refusal that looked at nothing, and after nothing was sent", async () => {
    const headers = key();
    const gone = await startUpstream();
    await gone.close();
    const cut = keep(await memory.gateway(gone.baseUrl));
    expect((await cut.call("/api/returns/5", patch(close, headers))).status).toBe(502);
    upstream.behave((_request, response) => answer(response, 429, { error: "later" }));
    expect((await change(headers)).status).toBe(429);
    upstream.behave((_request, response) => answer(response, 200, { id: 5 }));
    expect((await change(headers)).status).toBe(200);
  });

  it("fault 30: whose result is unknown stays unknown, also after a restart, until it is settled", async () => {
    const headers = key();
    let moved = 0;
    upstream.behave((request) => {
      moved += 1;
      request.socket.destroy();
    });
    expect(await problemOf(await change(headers))).toMatchObject({ outcome: "unknown" });
    await gateway.close();
    gateway = keep(await memory.gateway(upstream.baseUrl));
    upstream.behave((_request, response) => {
      moved += 1;
      answer(response, 200, { id: 5 });
    });
    expect(await problemOf(await change(headers))).toMatchObject({ outcome: "unknown" });
    const [unknown] = await list("?state=unknown");
    const id = unknown?.id ?? 0;
    expect(moved).toBe(1);

    expect(await (await settle(id, true)).json()).toMatchObject({
      state: "settled",
      settlement: { made: true, settledBy: null },
    });
    expect([(await settle(id, false)).status, (await change(headers)).status]).toEqual([409, 409]);
    expect(moved).toBe(1);
  });

  it("is free again when its change was not made", async () => {
    const headers = key();
    upstream.behave((request) => void request.socket.destroy());
    await change(headers);
    const [unknown] = await list("?state=unknown");
    await settle(unknown?.id ?? 0, false);
    upstream.behave((_request, response) => answer(response, 200, { id: 5 }));
    expect((await change(headers)).status).toBe(200);
    expect(upstream.arrivals).toHaveLength(2);
  });

  it("is not stored with a response that contains a secret", async () => {
    const headers = key();
    upstream.behave((_request, response) => answer(response, 200, { secret: "whsec_abc" }));
    const rotate = async () =>
      gateway.call("/api/webhook/configurations/3/rotate-secret", {
        ...patch({}, headers),
        method: "POST",
      });
    expect([(await rotate()).status, (await rotate()).status]).toEqual([200, 409]);
    const [row] = await memory.database.sql`
      select 1 from gateway.changes where answer like '%whsec_abc%'`;
    expect([row, upstream.arrivals.length]).toEqual([undefined, 1]);
  });

  it.each(["", " ", "a b", "x".repeat(129), "\u00e4"])("is refused as %j", async (value) => {
    expect((await change({ "idempotency-key": value })).status).toBe(400);
    expect(upstream.arrivals).toEqual([]);
  });
});

describe("without the gateway's database", () => {
  it("fault 40: changes are refused and not sent, reads go on, and it comes back by itself", async () => {
    let away = true;
    const open = async () => {
      if (away) throw new Error("no database");
      const sql = memory.database.connect();
      return { sql, close: async () => sql.end() };
    };
    const cut = keep(await memory.gateway(upstream.baseUrl, { memory: { open } }));
    const refused = await cut.call("/api/returns/5", patch(close));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await problemOf(refused)).toMatchObject({ outcome: "refused" });
    expect(upstream.arrivals).toEqual([]);
    expect((await cut.call("/api/returns/5")).status).toBe(200);
    away = false;
    await eventually(async () => (await cut.call("/api/returns/5", patch(close))).status === 200);
  });

  it("fault 40: a result that can't be stored is stored later, and the client gets its response", async () => {
    const { sql } = memory.database;
    const waiting = keep(await memory.gateway(upstream.baseUrl, { memory: { storeWaitMs: 10 } }));
    upstream.behave(async (_request, response) => {
      await sql`alter table gateway.audit_head rename to audit_head_away`;
      answer(response, 200, { id: 5 });
    });
    expect((await waiting.call("/api/returns/5", patch(close))).status).toBe(200);
    await sql`alter table gateway.audit_head_away rename to audit_head`;
    await eventually(async () => (await list("?pageSize=1"))[0]?.state === "done");
  });
});

it("several gateways write one chain that proves what happened", async () => {
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => keep(await memory.gateway(upstream.baseUrl))),
  );
  await Promise.all(
    [gateway, ...others].flatMap((one) =>
      Array.from({ length: 10 }, async () => one.call("/api/returns/5", patch(close, key()))),
    ),
  );
  expect(upstream.arrivals).toHaveLength(40);
  expect(await verifyAudit(memory.database.sql)).toMatchObject({ kind: "intact" });
});
