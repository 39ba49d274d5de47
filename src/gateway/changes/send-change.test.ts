import { describe, expect, it } from "vitest";
import { setUpChanges } from "#gateway/testing/change-set-up.ts";
import { eventually, holdAnswers } from "#gateway/testing/hold-answers.ts";
import { readProblem } from "#gateway/testing/storage.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch } from "#gateway/testing/start-gateway.ts";

const given = setUpChanges();
const { keep, change, list, settle, key, close } = given;

describe("a request with an Idempotency-Key", () => {
  it("fault 28, fault 62: is sent once, however often it arrives and at which gateway, and each gets the same response", async () => {
    const headers = key();
    let arrived = 0;
    given.gateway.app.server.on("request", () => (arrived += 1));
    const { held, behaviour } = holdAnswers();
    given.upstream.behave(behaviour);
    const requests = Promise.all(Array.from({ length: 5 }, async () => change(headers)));
    await eventually(() => arrived === 5 && held.length > 0);
    given.upstream.behave((_request, response) => answer(response, 200, { id: 5, note: "again" }));
    for (const release of held) release();
    const responses = [...(await requests), await change(headers)];
    const other = keep(await given.storage.gateway(given.upstream.baseUrl));
    responses.push(await other.call("/api/returns/5", patch(close, headers)));
    const texts = await Promise.all(responses.map(async (response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toBe('{"id":5}');
    expect(given.upstream.arrivals).toHaveLength(1);
    expect(responses.at(-1)?.headers.get("idempotency-replayed")).toBe("true");
  });

  it("fault 28: gets the same refusal, too", async () => {
    const headers = key();
    given.upstream.behave((_request, response) => answer(response, 400, { error: "Too late" }));
    for (const response of [await change(headers), await change(headers)])
      expect([response.status, await readProblem(response)]).toEqual([
        400,
        expect.objectContaining({ detail: "Too late", outcome: "refused" }),
      ]);
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it("fault 29: with another body, path or operation is refused", async () => {
    const headers = key();
    await change(headers, { returnStatus: "closed", refundAdjustment: 1 });
    for (const response of [
      await change(headers, { returnStatus: "open", refundAdjustment: 1 }),
      await given.gateway.call("/api/returns/6", patch(close, headers)),
      await given.gateway.call("/api/rmas/5/items", patch([{ id: 1 }], headers)),
    ])
      expect([response.status, (await readProblem(response)).outcome]).toEqual([422, "refused"]);
    // The order of names means nothing.
    expect((await change(headers, { refundAdjustment: 1, returnStatus: "closed" })).status).toBe(
      200,
    );
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it("belongs to one person", async () => {
    const headers = key();
    await change(headers);
    const ada = keep(
      await given.storage.gateway(given.upstream.baseUrl, { personOf: () => "ada" }),
    );
    expect(
      (await ada.call("/api/returns/5", patch({ returnStatus: "open" }, headers))).status,
    ).toBe(200);
  });

  it("belongs to one API", async () => {
    const headers = key();
    const other = keep(
      await startUpstream((_request, response) => answer(response, 200, { id: 5, note: "other" })),
    );
    const moved = keep(await given.storage.gateway(other.baseUrl));
    const texts = [];
    for (const gateway of [given.gateway, moved, given.gateway, moved])
      texts.push(await (await gateway.call("/api/returns/5", patch(close, headers))).text());
    expect(texts[1]).toContain("other");
    expect([texts[2], texts[3]]).toEqual([texts[0], texts[1]]);
    expect(texts[0]).not.toBe(texts[1]);
    expect([given.upstream.arrivals.length, other.arrivals.length]).toEqual([1, 1]);
  });

  it("can be sent again after a refusal that looked at nothing, and after nothing was sent", async () => {
    const headers = key();
    const gone = await startUpstream();
    await gone.close();
    const cut = keep(await given.storage.gateway(gone.baseUrl));
    expect((await cut.call("/api/returns/5", patch(close, headers))).status).toBe(502);
    given.upstream.behave((_request, response) => answer(response, 429, { error: "later" }));
    expect((await change(headers)).status).toBe(429);
    given.upstream.behave((_request, response) => answer(response, 200, { id: 5 }));
    expect((await change(headers)).status).toBe(200);
  });

  it("fault 30: whose result is unknown stays unknown, also after a restart, until it is settled", async () => {
    const headers = key();
    let moved = 0;
    given.upstream.behave((request) => {
      moved += 1;
      request.socket.destroy();
    });
    expect(await readProblem(await change(headers))).toMatchObject({ outcome: "unknown" });
    await given.restart();
    given.upstream.behave((_request, response) => {
      moved += 1;
      answer(response, 200, { id: 5 });
    });
    expect(await readProblem(await change(headers))).toMatchObject({ outcome: "unknown" });
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

  it("finds a person's own unknown change, which is settled once a check has found its result", async () => {
    const headers = key();
    const settleOwn = async (made: boolean, of: string = headers["idempotency-key"]) =>
      (
        await given.gateway.call("/api/audit/settlement", {
          ...patch({ key: of, made }),
          method: "POST",
        })
      ).json();
    given.upstream.behave((request) => void request.socket.destroy());
    await change(headers);
    expect(await settleOwn(true, "another")).toEqual([]);
    expect(await settleOwn(true)).toMatchObject([
      { recordId: 5, state: "settled", settlement: { made: true, settledBy: null } },
    ]);
    expect(await settleOwn(false)).toEqual([]);
    expect(await list("?state=unknown")).toEqual([]);
    const named = await given.storage.gateway(given.upstream.baseUrl, { personOf: () => "ana" });
    keep(named);
    await named.call("/api/returns/5", patch(close, headers));
    expect(await settleOwn(true)).toEqual([]);
    expect(await list("?state=unknown")).toMatchObject([{ person: "ana" }]);
    expect(await settleOwn(true, "a b")).toMatchObject({ status: 400 });
  });

  it("is free again when its change was not made", async () => {
    const headers = key();
    given.upstream.behave((request) => void request.socket.destroy());
    await change(headers);
    const [unknown] = await list("?state=unknown");
    await settle(unknown?.id ?? 0, false);
    given.upstream.behave((_request, response) => answer(response, 200, { id: 5 }));
    expect((await change(headers)).status).toBe(200);
    expect(given.upstream.arrivals).toHaveLength(2);
  });

  it("is not stored with a response that contains a secret", async () => {
    const headers = key();
    given.upstream.behave((_request, response) => answer(response, 200, { secret: "whsec_abc" }));
    const rotate = async () =>
      given.gateway.call("/api/webhook/configurations/3/rotate-secret", {
        ...patch({}, headers),
        method: "POST",
      });
    expect([(await rotate()).status, (await rotate()).status]).toEqual([200, 409]);
    const [row] = await given.storage.database.sql`
      select 1 from gateway.changes where answer like '%whsec_abc%'`;
    expect([row, given.upstream.arrivals.length]).toEqual([undefined, 1]);
  });

  it("gets the same refusal where only a success would contain a secret", async () => {
    const headers = key();
    given.upstream.behave((_request, response) => answer(response, 404, { error: "No webhook" }));
    const rotate = async () =>
      given.gateway.call("/api/webhook/configurations/3/rotate-secret", {
        ...patch({}, headers),
        method: "POST",
      });
    expect([(await rotate()).status, (await rotate()).status]).toEqual([404, 404]);
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it("fault 40: of a change in progress gets 503 while the database fails, and its response later", async () => {
    const { sql } = given.storage.database;
    const headers = key();
    let arrived = () => {};
    let release = () => {};
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    given.upstream.behave(async (_request, response) => {
      arrived();
      await released;
      answer(response, 200, { id: 5, returnNumber: "R-5" });
    });
    const first = change(headers);
    await isThere;
    const other = keep(
      await given.storage.gateway(given.upstream.baseUrl, {
        database: {
          reached: async (step) => {
            if (step === "change-recorded")
              await sql`alter table gateway.changes rename to changes_away`;
          },
        },
      }),
    );
    const failed = await other.call("/api/returns/5", patch(close, headers));
    await sql`alter table gateway.changes_away rename to changes`;
    release();
    expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await readProblem(failed)).toMatchObject({
      type: "urn:supercargo:problem:memory-failed",
      outcome: "unknown",
    });
    const texts = [await (await first).text(), await (await change(headers)).text()];
    expect(texts).toEqual([expect.stringContaining("R-5"), texts[0]]);
    expect(given.upstream.arrivals).toHaveLength(1);
  });

  it.each(["", " ", "a b", "x".repeat(129), "\u00e4"])("is refused as %j", async (value) => {
    expect((await change({ "idempotency-key": value })).status).toBe(400);
    expect(given.upstream.arrivals).toEqual([]);
  });
});
