import { describe, expect, it } from "vitest";
import { type RunStep, runSteps } from "#gateway/server/database.ts";
import { settle } from "#gateway/testing/fake-clock.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { post, readProblem } from "#gateway/testing/receive.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";

const given = receiveSetUp();
const { start } = given;

/** A retrieval that is delayed until the test releases it. */
const holdMove = () => {
  const held: (() => void)[] = [];
  given.upstream.afterMove(async (response, text) => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    answer(response, 200, text);
  });
  return {
    until: async () => eventually(() => given.upstream.moves.length > 0),
    letGo: () => held.forEach((letGo) => letGo()),
  };
};

describe("one run at a time", () => {
  it.each([
    [null, null, true],
    [null, 1, true],
    [1, null, true],
    [1, 1, true],
    [1, 2, false],
  ])("fault 28, fault 35: of %j blocks one of %j: %j", async (first, second, keptOut) => {
    given.upstream.add(1, 1);
    const hold = holdMove();
    const [one, other] = [await start(), await start()];
    const running = one.receive(first);
    await hold.until();
    const [run] = await one.runs();
    expect(run).toMatchObject({ state: "dispatching", sourceId: first });
    const late = other.receive(second);
    const answers = keptOut
      ? await late
      : await eventually(() => given.upstream.moves.length === 2);
    hold.letGo();
    expect([(await running).status, (await late).status]).toEqual([200, keptOut ? 409 : 200]);
    expect(given.upstream.moves).toHaveLength(keptOut ? 1 : 2);
    const { runId, detail = "" } = answers === undefined ? {} : await readProblem(answers);
    expect([runId, detail.includes(`Run ${run?.id} is`)]).toEqual(
      keptOut ? [run?.id, true] : [undefined, false],
    );
  });

  it("fault 35: six gateways that request all the time get 600 orders once each", async () => {
    const sources = [1, 2, 3];
    const ids = sources.flatMap((source) => given.upstream.add(source, 200));
    given.upstream.afterMove(async (response, text) => {
      // Other requests arrive in the meantime.
      for (let turn = 0; turn < 20; turn += 1) await settle();
      answer(response, 200, text);
    });
    const gateways = await Promise.all(Array.from({ length: 6 }, async () => start()));
    await Promise.all(
      gateways.flatMap(({ receive }) =>
        [null, ...sources].map(async (source) => {
          const statuses = [await receive(source), await receive(source)].map(
            ({ status }) => status,
          );
          expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
        }),
      ),
    );
    const last = gateways[0];
    await last?.run();
    const runs = (await last?.runs("?state=received")) ?? [];
    expect(runs.flatMap(({ orderIds }) => orderIds).toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe("the client of a run", () => {
  it.each<RunStep | "while the upstream answers">([...runSteps, "while the upstream answers"])(
    "fault 33: may disconnect at any moment (%s): the orders are kept and listed",
    async (moment) => {
      given.upstream.add(1, 2);
      const leaving = new AbortController();
      given.upstream.afterMove((response, text) => {
        if (moment === "while the upstream answers") leaving.abort();
        answer(response, 200, text);
      });
      const reached = (step: string) => (step === moment ? leaving.abort() : undefined);
      const { gateway } = await start({ database: { reached } });
      await gateway
        .call("/api/received-orders", { ...post({ sourceId: null }), signal: leaving.signal })
        .catch(() => undefined);
      expect(leaving.signal.aborted).toBe(true);
      // It stops when no work is left.
      await gateway.close();
      const { runs } = await start();
      const kept = (await runs()).flatMap(({ orderIds }) => orderIds);
      expect(kept.toSorted((a, b) => a - b)).toEqual(
        given.upstream.moves.flat().toSorted((a, b) => a - b),
      );
      expect((await runs()).filter(({ state }) => state === "dispatching")).toEqual([]);
    },
  );

  it("fault 61: gets a response from a stopping gateway, once the orders are kept", async () => {
    given.upstream.add(1, 1);
    const hold = holdMove();
    const { gateway, receive } = await start();
    const call = receive();
    await hold.until();
    const closing = gateway.close();
    hold.letGo();
    expect(await (await call).json()).toMatchObject({ state: "received", orderIds: [1] });
    await closing;
  });

  it("fault 61: learns that the outcome is unknown from a gateway that stops waiting", async () => {
    given.upstream.add(1, 1);
    const hold = holdMove();
    const { gateway, receive } = await start({ graceMs: 50 });
    const call = receive();
    await hold.until();
    await gateway.close();
    expect(await (await call).json()).toMatchObject({ state: "unknown" });
    const again = await start();
    expect(await again.runs()).toMatchObject([{ state: "unknown" }]);
  });
});
