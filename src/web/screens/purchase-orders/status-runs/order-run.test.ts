import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { RunLine, RunLineState } from "#web/records/runs/run-line.ts";
import { runLines } from "#web/records/runs/run-lines.ts";
import { createOrderKind } from "./order-run.ts";

type Line = RunLine<undefined, undefined>;

const orderIn = (id: number, handle: string): PurchaseOrder =>
  readAnswer(PurchaseOrder, { id, purchaseOrderStatus: { handle } }).value;

const lineOf = (id: number, state: RunLineState<undefined> = { kind: "waiting" }): Line => ({
  id,
  name: `PO-${id}`,
  data: undefined,
  state,
});

const lost = (status = 504) => new ApiError("No answer in time.", { status, outcome: "unknown" });
const refused = (status: number, message: string) =>
  new ApiError(message, { status, outcome: "refused" });

type Answered = "acknowledged" | "processing" | Error;

interface World {
  /** The result of sending each order; acknowledged by default. */
  readonly send?: Readonly<Record<number, Answered>>;
  /** The result of reading each order. */
  readonly read?: Readonly<Record<number, string | Error>>;
  readonly keep?: (line: Line) => void;
  readonly pauseAfter?: number;
}

const run = async (lines: readonly Line[], world: World = {}) => {
  const log: string[] = [];
  const kept = new Map(lines.map((line) => [line.id, line]));
  const answer = (id: number, answered: string | Error): PurchaseOrder => {
    if (answered instanceof Error) throw answered;
    return orderIn(id, answered);
  };
  const end = await runLines({
    change: "acknowledge",
    lines,
    paused: () =>
      log.filter((entry) => entry.startsWith("send")).length >= (world.pauseAfter ?? 99),
    keep: async (line) => {
      world.keep?.(line);
      log.push(`keep ${line.id} ${line.state.kind}`);
      kept.set(line.id, line);
    },
    kind: createOrderKind({
      send: async (_, id) => {
        log.push(`send ${id}`);
        return answer(id, world.send?.[id] ?? "acknowledged");
      },
      read: async (id) => {
        log.push(`read ${id}`);
        return answer(id, world.read?.[id] ?? "processing");
      },
    }),
  });
  return {
    end,
    log,
    states: [...kept.values()].map(({ state }) => state),
    lines: [...kept.values()],
  };
};

test("each order is stored before it is sent and after the response", async () => {
  const { end, log } = await run([lineOf(1), lineOf(2)]);
  expect(end).toEqual({ kind: "over" });
  expect(log).toEqual([
    "keep 1 sending",
    "send 1",
    "keep 1 done",
    "keep 2 sending",
    "send 2",
    "keep 2 done",
  ]);
});

describe("the result for one order", () => {
  const status500 = new ApiError("Broken.", { status: 500, outcome: "unknown" });
  const invalid = new ApiError("Not what the document says.", { status: 200, outcome: "invalid" });
  test.each([
    ["acknowledged", undefined, "done", "over"],
    ["processing", undefined, "refused", "over"],
    [refused(400, "This order is already acknowledged."), undefined, "already", "over"],
    [refused(400, "This order is Canceled."), undefined, "refused", "over"],
    [refused(404, "Not found."), undefined, "refused", "over"],
    [refused(403, "Not of this source."), undefined, "refused", "over"],
    [lost(), "acknowledged", "found", "over"],
    [lost(), "processing", "unmoved", "over"],
    [lost(), "canceled", "refused", "over"],
    [lost(), refused(404, "Not found."), "refused", "over"],
    [lost(), lost(), "unknown", "held"],
    [lost(0), "acknowledged", "found", "over"],
    [status500, "acknowledged", "found", "over"],
    [invalid, "acknowledged", "found", "over"],
    [new TypeError("odd"), "processing", "unmoved", "over"],
    [refused(401, "The token is not accepted."), undefined, "waiting", "held"],
    [refused(429, "Too many requests."), undefined, "waiting", "held"],
    [refused(503, "The queue is full."), undefined, "waiting", "held"],
  ] as const)("%s, then read as %s: %s", async (sent, found, kind, ending) => {
    const { end, log, states } = await run([lineOf(1)], {
      send: { 1: sent },
      ...(found === undefined ? {} : { read: { 1: found } }),
    });
    expect(states.map((state) => state.kind)).toEqual([kind]);
    expect(end.kind).toBe(ending);
    // Only the rate limit, which refuses a request without executing it, lets it be sent again.
    const limited = sent instanceof ApiError && sent.status === 429;
    expect(log.filter((entry) => entry === "send 1")).toHaveLength(limited ? 4 : 1);
  });
});

test("an order that was being sent when the page closed is read, not sent", async () => {
  const { log, states } = await run(
    [
      lineOf(1, { kind: "done" }),
      lineOf(2, { kind: "sending", sent: undefined }),
      lineOf(3, { kind: "sending", sent: undefined }),
    ],
    { read: { 2: "acknowledged", 3: "processing" } },
  );
  expect(states.map(({ kind }) => kind)).toEqual(["done", "found", "unmoved"]);
  expect(log.filter((entry) => entry.startsWith("send"))).toEqual([]);
});

test("a pause takes effect after the current order, and the same lines can be continued", async () => {
  const first = await run([lineOf(1), lineOf(2), lineOf(3)], { pauseAfter: 2 });
  expect(first.end).toEqual({ kind: "paused" });
  expect(first.states.map(({ kind }) => kind)).toEqual(["done", "done", "waiting"]);
  const second = await run(first.lines);
  expect(second.end).toEqual({ kind: "over" });
  expect(second.log.filter((entry) => entry.startsWith("send"))).toEqual(["send 3"]);
});

test("an order whose state cannot be stored is not sent", async () => {
  const { end, log } = await run([lineOf(1)], {
    keep: () => {
      throw new Error("QuotaExceededError");
    },
  });
  expect(end.kind).toBe("held");
  expect(log).toEqual([]);
});

test("no order is sent twice, whatever fails and whenever the page closes", async () => {
  const outcome = fc.constantFrom<Answered>(
    "acknowledged",
    lost(),
    refused(400, "already acknowledged"),
    refused(400, "no"),
    refused(429, "later"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
      fc.boolean(),
      async (outcomes, deaths, readable) => {
        const sent: number[] = [];
        let lines: readonly Line[] = outcomes.map((_, place) => lineOf(place + 1));
        for (const death of [...deaths, 1_000]) {
          let steps = 0;
          const step = () => {
            steps += 1;
            if (steps > death) throw new Error("the page died");
          };
          const kept = new Map(lines.map((line) => [line.id, line]));
          await runLines({
            change: "acknowledge",
            lines,
            paused: () => steps > death,
            keep: async (line) => {
              step();
              kept.set(line.id, line);
            },
            kind: createOrderKind({
              send: async (_, id) => {
                sent.push(id);
                const answer = outcomes[id - 1];
                if (answer instanceof Error) throw answer;
                step();
                return orderIn(id, "acknowledged");
              },
              read: async (id) => {
                if (!readable) throw lost();
                return orderIn(id, "processing");
              },
            }),
          });
          lines = [...kept.values()];
        }
        // A refusal that is not about the order leaves it unsent: only such an order may be sent again.
        const again = sent.filter((id, place) => sent.indexOf(id) !== place);
        for (const id of again) expect((outcomes[id - 1] as ApiError).status).toBe(429);
      },
    ),
    { numRuns: 300 },
  );
});
