import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import type { Operation } from "#contract/operation.ts";
import type { Upstream, UpstreamResult } from "./call-upstream.ts";
import { createForwarder, type Outcome } from "./forward-call.ts";
import type { Urgency } from "./queue.ts";
import { createFakeClock } from "#gateway/testing/fake-clock.ts";

const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): UpstreamResult => ({
  kind: "answer",
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(JSON.stringify(value)),
});
const tooMany = (retryAfter?: string) =>
  json(429, {}, retryAfter === undefined ? {} : { "retry-after": retryAfter });

/** A forwarder whose upstream returns the given responses after ten milliseconds each, and repeats the last one. */
const setUp = (answers: UpstreamResult[], wallClock: () => number = () => 0) => {
  const clock = createFakeClock();
  const sentAt: number[] = [];
  const upstream: Upstream = {
    call: async (_request, slot) =>
      new Promise((resolve) => {
        const result = answers[Math.min(sentAt.push(clock.now()), answers.length) - 1];
        clock.after(10, () => {
          slot.answered();
          if (result !== undefined) resolve(result);
        });
      }),
    close: async () => Promise.resolve(),
    destroy: async () => Promise.resolve(),
  };
  const forwarder = createForwarder({
    origin: "http://api.test",
    upstream,
    basePath: "",
    rateLimit: 2,
    clock,
    random: () => 0,
    wallClock,
    onTokenRefused: () => undefined,
  });
  const outcomes: Outcome[] = [];
  let path = 0;
  const send = (operation: Operation = operations.getRma, urgency: Urgency = 3) => {
    const subscription = forwarder.send({
      operation,
      path: `/${(path += 1)}`,
      body: undefined,
      token: "t",
      urgency,
      person: undefined,
    });
    void subscription.result.then((outcome) => outcomes.push(outcome));
    return subscription;
  };
  const statuses = () => outcomes.map(({ verdict }) => verdict.status);
  return { clock, sentAt, send, statuses, outcomes };
};

describe("calls over time", () => {
  it.each([
    ["0", [0, 1_012, 3_024, 7_034, 15_044]],
    ["1", [0, 1_012, 3_024, 7_034, 15_044]],
    ["5", [0, 5_010, 10_020, 15_030, 23_040]],
    [undefined, [0, 1_012, 3_024, 7_034, 15_044]],
    ["soon", [0, 1_012, 3_024, 7_034, 15_044]],
  ])(
    "fault 46: wait longer after every 429 with Retry-After %s, and give up after four more tries",
    async (retryAfter, expected) => {
      const { clock, sentAt, send, statuses } = setUp([tooMany(retryAfter)]);
      send();
      await clock.advance(120_000);
      const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
      expect(sentAt).toHaveLength(5);
      expect(
        gaps.every((gap, index) => gap >= (expected[index + 1] ?? 0) - (expected[index] ?? 0) - 12),
      ).toBe(true);
      expect(statuses()).toEqual([429]);
    },
  );

  it("fault 46: all wait while their token is paused", async () => {
    const { clock, sentAt, send, statuses } = setUp([tooMany("3"), json(200, {})]);
    send();
    await clock.advance(20);
    for (const urgency of [0, 3, 7] as const) send(operations.getRma, urgency);
    await clock.advance(2_900);
    expect(sentAt).toHaveLength(1);
    await clock.advance(60_000);
    expect([sentAt.filter((at) => at > 0 && at < 3_000), statuses()]).toEqual([
      [],
      [200, 200, 200, 200],
    ]);
  });

  it.each([
    ["a write", operations.updateRmaItems],
    ["GET processing", operations.retrieveProcessingPurchaseOrders],
  ])("fault 46: are not repeated automatically when they are %s", async (_, operation) => {
    const { clock, sentAt, send, outcomes } = setUp([tooMany("1"), json(200, {})]);
    send(operation);
    await clock.advance(60_000);
    expect(sentAt).toEqual([0]);
    expect(outcomes[0]?.verdict).toMatchObject({
      failure: { kind: "rate-limited", retryAfter: 1 },
    });
  });

  it("fault 46: pause from 1 s again after a response", async () => {
    const { clock, sentAt, send } = setUp([
      tooMany(),
      tooMany(),
      json(200, {}),
      tooMany(),
      json(200, {}),
    ]);
    send();
    await clock.advance(30_000);
    send();
    await clock.advance(30_000);
    expect(sentAt).toHaveLength(5);
    expect((sentAt[4] ?? 0) - (sentAt[3] ?? 0)).toBeLessThan(1_100);
  });

  it("fault 46: stop waiting for another try after the client disconnects", async () => {
    const { clock, sentAt, send } = setUp([json(503, {}, { "retry-after": "5" })]);
    const subscription = send();
    await clock.advance(1_000);
    subscription.unsubscribe();
    await clock.advance(60_000);
    expect(sentAt).toEqual([0]);
  });

  it("fault 49: are not sent when all clients disconnect at once", async () => {
    const { clock, sentAt, send } = setUp([json(200, {})]);
    send().unsubscribe();
    await clock.advance(10_000);
    expect(sentAt).toEqual([]);
  });

  it("fault 56: keep their pace when the wall clock jumps by a day", async () => {
    let hour = 0;
    const wallClock = () => ((hour += 1) % 2 === 0 ? 1 : -1) * 86_400_000;
    const { clock, sentAt, send, statuses } = setUp([json(200, {})], wallClock);
    for (let i = 0; i < 6; i += 1) send();
    await clock.advance(10_000);
    expect(sentAt).toEqual([0, 0, 1_012, 1_012, 2_024, 2_024]);
    expect(statuses()).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it("report how long they waited and how long the upstream took", async () => {
    const { clock, send, outcomes } = setUp([json(200, {})]);
    for (let i = 0; i < 3; i += 1) send();
    await clock.advance(10_000);
    expect(outcomes.map(({ queueMs, upstreamMs }) => [queueMs, upstreamMs])).toEqual([
      [0, 10],
      [0, 10],
      [1_012, 10],
    ]);
  });
});
