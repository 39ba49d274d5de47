import { expect, test } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import type { RunKind, RunLine } from "./run-line.ts";
import { runLines } from "./run-lines.ts";

const refusal = (status: number) =>
  new ApiError(`Status ${status}.`, { status, outcome: "refused" });

/** Runs records that are read first; `reads` are the failures of the reads, in order. */
const run = async (reads: readonly (ApiError | undefined)[], count = 5) => {
  const left = [...reads];
  let sends = 0;
  const kind: RunKind<string, undefined, string, number> = {
    read: async (id) => {
      const error = left.shift();
      if (error) throw error;
      return id;
    },
    send: async (id) => {
      sends += 1;
      return id;
    },
    prepare: async (_, __, read) => ({ kind: "ready", sent: `change of ${await read()}` }),
    afterResponse: () => ({ kind: "done" }),
    afterLoss: () => ({ kind: "found" }),
  };
  const lines = Array.from({ length: count }, (_, place): RunLine<undefined, string> => ({
    id: place + 1,
    name: `No. ${place + 1}`,
    data: undefined,
    state: { kind: "waiting" },
  }));
  const kept = new Map(lines.map((line) => [line.id, line]));
  const end = await runLines({
    kind,
    change: "approve",
    lines,
    paused: () => false,
    keep: async (line) => void kept.set(line.id, line),
  });
  return { end: end.kind, sends, states: [...kept.values()].map(({ state }) => state.kind) };
};

const broken = refusal(502);
const limited = refusal(429);

test.each<[string, (ApiError | undefined)[], object]>([
  ["no failure", [], { end: "over", sends: 5, states: Array(5).fill("done") }],
  [
    "a record that can't be read is left out",
    [undefined, broken],
    { end: "over", sends: 4, states: ["done", "unread", "done", "done", "done"] },
  ],
  [
    "a record that doesn't exist is refused",
    [refusal(404)],
    { end: "over", sends: 4, states: ["refused", "done", "done", "done", "done"] },
  ],
  [
    "three in a row that can't be read stop the run",
    [undefined, broken, broken, broken],
    { end: "held", sends: 1, states: ["done", "unread", "unread", "unread", "waiting"] },
  ],
  [
    "two in a row don't",
    [broken, broken, undefined, broken],
    { end: "over", sends: 2, states: ["unread", "unread", "done", "unread", "done"] },
  ],
  [
    "the rate limit lets the same record wait",
    [limited, limited, limited],
    { end: "over", sends: 5, states: Array(5).fill("done") },
  ],
  [
    "four times in a row it stops the run",
    [limited, limited, limited, limited],
    { end: "held", sends: 0, states: Array(5).fill("waiting") },
  ],
  [
    "a refused token stops the run",
    [undefined, refusal(401)],
    { end: "held", sends: 1, states: ["done", "waiting", "waiting", "waiting", "waiting"] },
  ],
  [
    "no connection stops the run",
    [new ApiError("No connection.", { status: 0, outcome: "refused" })],
    { end: "held", sends: 0, states: Array(5).fill("waiting") },
  ],
])("%s", async (_, reads, expected) => {
  expect(await run(reads)).toEqual(expected);
});
