import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { verifyAudit } from "#gateway/changes/audit-command.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { post, readProblem } from "#gateway/testing/storage.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";

const given = receiveSetUp();
const { start } = given;

/** Receives orders with an Idempotency-Key. */
const receiveBy =
  (key: string) =>
  async ({ call }: TestGateway, sourceId: number | null = null) => {
    const init = post({ sourceId });
    const headers = { ...init.headers, "idempotency-key": key };
    const response = await call("/api/received-orders", { ...init, headers });
    return { response, isReplayed: response.headers.get("idempotency-replayed") === "true" };
  };

const runIn = async ({ response }: { response: Response }) =>
  (await response.json()) as ReceivedOrdersRun;

describe("a repeated request for orders, with the same key", () => {
  it("gets the run of the first one at any gateway, and moves no orders", async () => {
    const [one, other] = [await start(), await start()];
    const receive = receiveBy(randomUUID());
    given.upstream.add(1, 2);
    const first = await receive(one.gateway);
    given.upstream.add(1, 1);
    const second = await receive(other.gateway);
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
    const run = await runIn(first);
    expect(run).toMatchObject({ state: "received", orderIds: [1, 2] });
    expect(await runIn(second)).toEqual(run);
    expect(given.upstream.moves).toEqual([[1, 2]]);
    expect(await verifyAudit(given.storage.database.sql, { auditDays: 400 })).toMatchObject({
      kind: "intact",
    });
    // Another key is another request.
    expect(await runIn(await receiveBy(randomUUID())(one.gateway))).toMatchObject({
      orderIds: [3],
    });
  });

  it("fault 29: for another source gets 422", async () => {
    const { gateway } = await start();
    const receive = receiveBy(randomUUID());
    await receive(gateway, 1);
    const { response } = await receive(gateway, 2);
    expect([response.status, (await readProblem(response)).type]).toEqual([
      422,
      "urn:supercargo:problem:key-reused",
    ]);
    expect(given.upstream.moves).toHaveLength(1);
  });

  it("fault 28: is told that the first one is in progress, and its run", async () => {
    let letGo = () => {};
    given.upstream.afterMove(async (response, text) => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      answer(response, 200, text);
    });
    const { gateway, runs } = await start();
    const receive = receiveBy(randomUUID());
    const first = receive(gateway);
    await eventually(() => given.upstream.moves.length === 1);
    const { response } = await receive(gateway);
    const [run] = await runs();
    expect([response.headers.get("retry-after"), await readProblem(response)]).toEqual([
      "5",
      expect.objectContaining({ status: 409, outcome: "unknown", runId: run?.id }),
    ]);
    letGo();
    expect((await first).response.status).toBe(200);
    expect(given.upstream.moves).toHaveLength(1);
  });

  it.each([
    ["recovered-elsewhere", [{ state: "settled" }, true, 1]],
    ["nothing-moved", [{ state: "received" }, false, 2]],
  ] as const)(
    "fault 30: stays unknown until the run is settled as %s",
    async (kind, [state, isReplayed, calls]) => {
      given.upstream.afterMove((response) => void response.destroy());
      const { gateway, settle } = await start();
      const receive = receiveBy(randomUUID());
      const { id } = await runIn(await receive(gateway));
      const { response } = await receive(gateway);
      expect(await readProblem(response)).toMatchObject({
        type: "urn:supercargo:problem:outcome-unknown",
        outcome: "unknown",
        runId: id,
        detail: expect.stringContaining(`Settle run ${id} under Received orders.`),
      });
      given.upstream.afterMove((later, text) => answer(later, 200, text));
      await settle(id, { kind });
      const last = await receive(gateway);
      expect([last.isReplayed, given.upstream.moves.length]).toEqual([isReplayed, calls]);
      expect(await runIn(last)).toMatchObject(state);
    },
  );

  it("is a new one where the API refused the first", async () => {
    given.upstream.insteadOfMoving((_q, response) => answer(response, 403, { error: "No" }));
    const { gateway } = await start();
    const receive = receiveBy(randomUUID());
    expect(await runIn(await receive(gateway))).toMatchObject({ state: "refused" });
    given.upstream.insteadOfMoving(undefined);
    const [id] = given.upstream.add(1, 1);
    expect(await runIn(await receive(gateway))).toMatchObject({ orderIds: [id] });
  });

  it("sends nothing while the database can't look it up", async () => {
    const { gateway, run } = await start();
    await run();
    const { sql } = given.storage.database;
    await sql`alter table gateway.changes rename to away`;
    const { response } = await receiveBy(randomUUID())(gateway);
    await sql`alter table gateway.away rename to changes`;
    expect(await readProblem(response)).toMatchObject({ status: 503, outcome: "refused" });
    expect(given.upstream.moves).toHaveLength(1);
  });
});

it("a key of another form is refused, and nothing is sent", async () => {
  const { gateway } = await start();
  const { response } = await receiveBy("a key")(gateway);
  expect([response.status, given.upstream.moves]).toEqual([400, []]);
});
