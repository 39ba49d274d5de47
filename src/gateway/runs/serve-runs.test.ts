import { afterEach, describe, expect, it, vi } from "vitest";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { askFor, readProblem } from "#gateway/testing/storage.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";

const given = receiveSetUp();
const { keep, start } = given;

type Started = Awaited<ReturnType<typeof start>>;

/** A run whose orders were moved and never arrived. */
const loseRun = async ({ run }: Started, sourceId: number | null = null): Promise<number> => {
  given.upstream.afterMove((response) => {
    response.socket?.resetAndDestroy();
  });
  const { id, state } = await run(sourceId);
  given.upstream.afterMove((response, text) => answer(response, 200, text));
  expect(state).toBe("unknown");
  return id;
};

afterEach(() => {
  vi.useRealTimers();
});

/** A run whose orders are moved, and whose response arrives when it is finished. */
const holdRun = async ({ run, runs }: Started, sourceId: number | null) => {
  let release: (() => void) | undefined;
  given.upstream.afterMove(async (response, text) => {
    await new Promise<void>((resolve) => (release = resolve));
    answer(response, 200, text);
  });
  const running = run(sourceId);
  await eventually(() => release !== undefined);
  const [underWay] = await runs("?state=dispatching");
  const finish = async () => {
    release?.();
    return running;
  };
  return { finish, runId: underWay?.id };
};

const idsOf = (orders: readonly { id?: number | null | undefined }[]) => orders.map(({ id }) => id);

describe("comparing an unknown run with the upstream's list", () => {
  it("finds the orders that it moved, and neither another source's nor those of another run", async () => {
    const started = await start();
    given.upstream.add(1, 1);
    given.upstream.add(2, 1);
    await started.run(1);
    given.upstream.add(1, 60);
    const id = await loseRun(started, 1);
    await started.run(2);
    given.upstream.add(1, 1);
    await started.run();
    const { orders, ...rest } = await started.candidates(id);
    expect(idsOf(orders)).toEqual(Array.from({ length: 60 }, (_, index) => 62 - index));
    expect(rest).toMatchObject({ comparable: true, whole: true, reason: null });
  });

  it("finds the orders of a run of all sources", async () => {
    const started = await start();
    given.upstream.add(1, 1);
    given.upstream.add(2, 1);
    const id = await loseRun(started);
    expect(idsOf((await started.candidates(id)).orders)).toEqual([2, 1]);
  });

  it.each([86_400_000, -86_400_000])(
    "fault 56: finds them though the upstream's clock is off by %d ms",
    async (skewMs) => {
      const started = await start();
      // Moved long before, by that clock.
      given.upstream.skewMs = skewMs - 600_000;
      given.upstream.add(1, 1);
      await loseRun(started);
      given.upstream.skewMs = skewMs;
      given.upstream.add(1, 1);
      const id = await loseRun(started);
      expect(idsOf((await started.candidates(id)).orders)).toEqual([2]);
    },
  );

  it.each([
    ["of the gateway that sent it is five minutes ahead", 300_000, 0],
    ["of the gateway that sent it is a day behind", -86_400_000, 0],
    ["of the comparing gateway is a day ahead", 0, 86_400_000],
    ["of the comparing gateway is a day behind", 0, -86_400_000],
  ])("fault 56: finds them though the clock %s", async (_, sentMs, comparedMs) => {
    const started = await start();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    /** Sets this program's clock; the database and the upstream keep the time. */
    const shift = (ms: number) => {
      vi.setSystemTime(now + ms);
      given.upstream.skewMs = -ms;
    };
    given.upstream.skewMs = -600_000;
    given.upstream.add(1, 1);
    await loseRun(started);
    shift(sentMs);
    given.upstream.add(1, 1);
    const id = await loseRun(started);
    shift(comparedMs);
    expect(idsOf((await started.candidates(id)).orders)).toEqual([2]);
  });

  it("reports an upstream without a list", async () => {
    const started = await start();
    const id = await loseRun(started);
    given.upstream.hasList = false;
    const compared = await started.candidates(id);
    expect(compared).toMatchObject({ comparable: false, whole: false, orders: [] });
    expect(compared.reason).toMatch(/no list of orders/);
  });

  it("reports that no token may list orders", async () => {
    const channelTokens = new Map([[1, "channel-one"]]);
    const started = await start({ upstream: { accountToken: undefined, channelTokens } });
    const id = await loseRun(started);
    const compared = await started.candidates(id);
    expect([compared.comparable, compared.reason]).toEqual([false, expect.stringMatching(/token/)]);
  });

  it.each([
    [403, false],
    [405, false],
    [500, undefined],
  ])("explains a list with %i", async (status, comparable) => {
    const broken = keep(await startUpstream(({ socket }) => void socket.resetAndDestroy()));
    const gateway = keep(await given.storage.gateway(broken.baseUrl, { random: () => 0 }));
    const { run } = askFor(gateway);
    const { id } = await run();
    broken.behave((_q, response) => answer(response, status, { error: "No" }));
    const response = await gateway.call(`/api/received-orders/${id}/candidates`);
    const json = (await response.json()) as { comparable?: boolean };
    expect([response.status, json.comparable]).toEqual([status === 500 ? 502 : 200, comparable]);
  });

  it("is available for unknown runs only", async () => {
    const started = await start();
    const { id } = await started.run();
    expect(await started.candidates(id)).toMatchObject({
      status: 409,
      type: "urn:supercargo:problem:run-not-unknown",
    });
  });
});

describe("settling an unknown run", () => {
  it("with the orders that were found stores them with it", async () => {
    const started = await start();
    given.upstream.add(1, 3);
    const id = await loseRun(started);
    const response = await started.settle(id, { kind: "found", orderIds: [1, 3], note: "By 木" });
    const run = (await response.json()) as object;
    expect(run).toMatchObject({
      id,
      state: "settled",
      orderCount: 2,
      orderIds: [3, 1],
      settlement: { kind: "found", orderIds: [3, 1], note: "By 木", settledBy: null },
    });
    const detail = await started.detail(id);
    expect([idsOf(detail.orders), detail.settlement?.settledAt]).toEqual([
      [3, 1],
      expect.stringMatching(/Z$/),
    ]);
  });

  it.each(["nothing-moved", "recovered-elsewhere"])(
    "as %s stores a person's statement",
    async (kind) => {
      const started = await start();
      const id = await loseRun(started);
      const response = await started.settle(id, { kind, note: "Asked the source\u0000" });
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({
          state: "settled",
          orderCount: 0,
          settlement: expect.objectContaining({
            kind,
            orderIds: [],
            note: "Asked the source\u0000",
          }),
        }),
      ]);
    },
  );

  it("is done once", async () => {
    const started = await start();
    const id = await loseRun(started);
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await started.settle(id, { kind: "nothing-moved" })).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it("gives no order to two runs", async () => {
    const started = await start();
    given.upstream.add(1, 1);
    const ids = [await loseRun(started), await loseRun(started)];
    const answers = await Promise.all(
      ids.map(async (id) => started.settle(id, { kind: "found", orderIds: [1] })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const states = (await started.runs()).map(({ state, orderIds }) => [state, orderIds]);
    expect(states).toHaveLength(2);
    expect(states).toContainEqual(["settled", [1]]);
    expect(states).toContainEqual(["unknown", []]);
  });

  it.each([
    ["of its source", 1, 1],
    ["of all sources", 1, null],
    ["of one source, if it was of all", null, 1],
  ])(
    "fault 35: with orders waits for a run %s that is in progress",
    async (_, sourceId, otherSourceId) => {
      const started = await start();
      given.upstream.add(1, 1);
      const id = await loseRun(started, sourceId);
      given.upstream.add(1, 2);
      const { finish, runId } = await holdRun(started, otherSourceId);
      const calls = [
        started.gateway.call(`/api/received-orders/${id}/candidates`),
        started.settle(id, { kind: "found", orderIds: [1, 2, 3] }),
      ];
      for (const refused of await Promise.all(calls))
        expect([refused.status, await readProblem(refused)]).toEqual([
          409,
          expect.objectContaining({
            type: "urn:supercargo:problem:run-under-way",
            outcome: "refused",
            runId,
            detail: expect.stringMatching(/Wait until it finishes/),
          }),
        ]);
      expect(await finish()).toMatchObject({ state: "received", orderIds: [2, 3] });
      expect(idsOf((await started.candidates(id)).orders)).toEqual([1]);
      expect((await started.settle(id, { kind: "found", orderIds: [1] })).status).toBe(200);
      const stored = (await started.runs()).flatMap(({ orderIds }) => orderIds);
      expect(stored).toEqual([2, 3, 1]);
    },
  );

  it("with orders does not wait for a run of another source, and without orders for none", async () => {
    const started = await start();
    given.upstream.add(1, 1);
    const [found, empty] = [await loseRun(started, 1), await loseRun(started, 2)];
    const { finish } = await holdRun(started, 2);
    expect(idsOf((await started.candidates(found)).orders)).toEqual([1]);
    const settled = [
      await started.settle(found, { kind: "found", orderIds: [1] }),
      await started.settle(empty, { kind: "nothing-moved" }),
    ];
    expect(settled.map(({ status }) => status)).toEqual([200, 200]);
    expect(await finish()).toMatchObject({ state: "received", orderIds: [] });
  });

  it("rejects an order that comparing does not find", async () => {
    const started = await start();
    given.upstream.add(1, 1);
    await started.run();
    given.upstream.add(1, 1);
    const id = await loseRun(started);
    const response = await started.settle(id, { kind: "found", orderIds: [1, 2, 77] });
    const problem = await readProblem(response);
    expect([problem.status, problem.outcome]).toEqual([409, "refused"]);
    expect(problem.detail).toMatch(/1, 77/);
    expect((await started.detail(id)).state).toBe("unknown");
  });

  it.each([
    [{}],
    [{ kind: "lost" }],
    [{ kind: "found" }],
    [{ kind: "found", orderIds: [] }],
    [{ kind: "found", orderIds: [0] }],
    [{ kind: "nothing-moved", orderIds: [1] }],
    [{ kind: "nothing-moved", note: "x".repeat(2_001) }],
    [{ kind: "nothing-moved", note: 5 }],
  ])("rejects a body like %j", async (body) => {
    const started = await start();
    const id = await loseRun(started);
    expect((await started.settle(id, body)).status).toBe(400);
    expect((await started.detail(id)).state).toBe("unknown");
  });
});
