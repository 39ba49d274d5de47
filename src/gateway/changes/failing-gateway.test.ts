import { describe, expect, it } from "vitest";
import type { Change } from "#contract/audit.ts";
import type { GatewayObserver } from "#gateway/proxy/observe-calls.ts";
import { post, readProblem } from "#gateway/testing/storage.ts";
import { receiveSetUp } from "#gateway/testing/receive-set-up.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import { canary } from "#gateway/testing/start-gateway.ts";

const given = receiveSetUp();

const nest = (open: string, inner: string, close: string, depth = 20_000): string =>
  open.repeat(depth) + inner + close.repeat(depth);

const deepRules = nest('{"childRules":[', "", "]}");

/** Fails once when a response has arrived, as any mistake in the gateway would. */
const failOnce = (): GatewayObserver => {
  let hasFailed = false;
  return {
    requestEnded: () => undefined,
    notSent: () => undefined,
    watchQueues: () => undefined,
    attemptEnded: () => {
      if (hasFailed) return;
      hasFailed = true;
      throw new TypeError("a mistake in the gateway");
    },
  };
};

type Options = Parameters<typeof given.start>[0];

/** A gateway through which rules are saved. */
const startSaving = async (options?: Options) => {
  const { gateway } = await given.start(options);
  return {
    gateway,
    save: async () =>
      gateway.call(
        "/api/workflow/mapping-rule",
        post({ name: "Rule", eventId: 1, childRules: [] }),
      ),
    readChanges: async () => (await (await gateway.call("/api/audit")).json()) as Change[],
  };
};

describe("fault 31: the result of a change is unknown, not in progress,", () => {
  it("if its response is nested so deeply that it can't be compared with the contract", async () => {
    given.upstream.behave((_request, response) => answer(response, 200, `{"rule":${deepRules}}`));
    const { save, readChanges } = await startSaving();
    const problem = await readProblem(await save());
    expect(problem).toMatchObject({
      type: "urn:supercargo:problem:upstream-invalid",
      status: 502,
      outcome: "invalid",
      detail: "The response is nested too deeply.",
    });
    expect((await readChanges())[0]).toMatchObject({ state: "unknown", status: 200 });
  });

  it("if the gateway fails before it is read", async () => {
    given.upstream.behave((_request, response) => answer(response, 200, { id: 1 }));
    const { save, readChanges } = await startSaving({ observer: failOnce() });
    const problem = await readProblem(await save());
    expect(problem).toMatchObject({ status: 500, outcome: "unknown" });
    expect((await readChanges())[0]).toMatchObject({
      state: "unknown",
      status: null,
      reason: "The gateway failed",
    });
  });
});

it("a read whose response is nested that deeply is refused", async () => {
  given.upstream.behave((_request, response) => answer(response, 200, `[{"rule":${deepRules}}]`));
  const { gateway } = await given.start();
  const problem = await readProblem(await gateway.call("/api/workflow/mapping-rule?ids=1"));
  expect(problem).toMatchObject({ status: 502, outcome: "invalid" });
});

describe("receiving orders", () => {
  it("is unknown if the gateway fails before its response is read, and blocks no other", async () => {
    given.upstream.add(1, 1);
    const { receive, run, runs, candidates } = await given.start({ observer: failOnce() });
    expect(await readProblem(await receive())).toMatchObject({ status: 500, outcome: "unknown" });
    const [lost] = await runs();
    expect(lost).toMatchObject({
      state: "unknown",
      reason: "The gateway failed. The API may have moved orders.",
    });
    expect((await candidates(lost?.id ?? 0)).orders.map(({ id }) => id)).toEqual([1]);
    given.upstream.add(1, 1);
    expect(await run()).toMatchObject({ state: "received", orderIds: [2] });
  });

  it("keeps the bytes of orders that contain a token and are nested too deeply, without the token", async () => {
    const text = `[{"id":1,"note":${nest("[", `"${canary}"`, "]")}}]`;
    given.upstream.insteadOfMoving((_request, response) => answer(response, 200, text));
    const { run } = await given.start();
    const { id, state, keptBytes } = await run();
    expect([state, keptBytes]).toEqual(["unknown", text.replace(canary, "[redacted]").length]);
    const [row] = await given.storage.database.sql<{ kept: Buffer }[]>`
      select kept from gateway.answers where run_id = ${id}`;
    expect(row?.kept.toString()).toBe(text.replace(canary, "[redacted]"));
  });
});
