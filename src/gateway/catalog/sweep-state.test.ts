import { describe, expect, it } from "vitest";
import type { ProblemKind } from "#gateway/server/problems.ts";
import { type Reading, startReading } from "./read-pages.ts";
import {
  type Asked,
  chooseReading,
  describeState,
  readState,
  type SweepState,
  takeFailure,
  takePage,
} from "./sweep-state.ts";

const now = Date.UTC(2026, 5, 1);
const [minute, day] = [60_000, 86_400_000];

const swept: Partial<SweepState> = {
  pass: 4,
  swept: { pass: 4, before: 3, from: now - 2 * minute, at: now - minute },
  latest: now - 10 * minute,
  nextCheckAt: now + 1,
};
const old = { ...swept.swept!, from: now - day };
const failed = { problem: { kind: "limit", status: 429, detail: "" } } as const;
const stateOf = (more: Partial<SweepState>): SweepState => ({ ...readState("{}"), ...more });

const tell = (state: SweepState, products: number, asked: Asked | null = null) =>
  describeState({ state: JSON.stringify(state), products, asked }, now);

describe("what is read next", () => {
  const all = startReading("all", 5, 0, now);
  const changes = startReading("changes", 5, now - 11 * minute, now);
  const half: Reading = { ...startReading("changes", 4, 7, now - 1), page: 3, pages: 2 };
  const whole: Reading = { ...half, kind: "all" };
  const cases: readonly [
    string,
    Partial<SweepState>,
    Asked | null,
    boolean,
    Reading | undefined,
  ][] = [
    ["a new channel", {}, null, false, { ...all, pass: 1 }],
    ["up to date", swept, null, true, undefined],
    ["a check is due", { ...swept, nextCheckAt: now }, null, true, changes],
    ["a check is due, but nobody looks", { ...swept, nextCheckAt: now }, null, false, undefined],
    ["a day later", { ...swept, swept: old, nextCheckAt: now }, null, true, { ...all }],
    [
      "a day later, and a person asks for changes",
      { ...swept, swept: old },
      "changes",
      true,
      { ...changes, after: now - day - minute, from: now - day - minute },
    ],
    ["a person asks for changes", swept, "changes", false, changes],
    ["a person asks for everything", swept, "everything", false, all],
    ["the moment is ignored", { ...swept, ignoresMoment: true, nextCheckAt: now }, null, true, all],
    [
      "a moment in the future",
      { ...swept, latest: now + day },
      "changes",
      true,
      { ...changes, after: now - 3 * minute, from: now - 3 * minute },
    ],
    ["a reading under way", { ...swept, reading: half }, null, false, half],
    [
      "a reading under way, and a person asks for changes",
      { ...swept, reading: half },
      "changes",
      true,
      half,
    ],
    [
      "changes under way, and a person asks for everything",
      { ...swept, reading: half },
      "everything",
      true,
      all,
    ],
    [
      "everything under way, and a person asks for it",
      { ...swept, reading: whole },
      "everything",
      true,
      whole,
    ],
    ["waiting", { reading: half, ...failed, waitingUntil: now + 1 }, null, true, undefined],
    ["waited", { reading: half, ...failed, waitingUntil: now }, null, true, half],
    [
      "waiting, and a person asks",
      { reading: half, ...failed, waitingUntil: now + 1 },
      "changes",
      true,
      half,
    ],
    ["stopped", { reading: half, ...failed }, null, true, undefined],
    ["stopped, and a person asks", { reading: half, ...failed }, "changes", true, half],
  ];
  it.each(cases)("%s", (_, state, asked, isUsed, expected) => {
    expect(chooseReading(stateOf(state), { asked, isUsed, now })).toEqual(expected);
  });
});

describe("after a failure", () => {
  const cases: readonly [ProblemKind, number | undefined, number, string, number, number | null][] =
    [
      ["rate-limited", 429, 0, "limit", 429, 5_000],
      ["rate-limited", 429, 3, "limit", 429, 40_000],
      ["rate-limited", undefined, 0, "limit", 429, 5_000],
      ["upstream-error", 503, 20, "upstream", 503, 300_000],
      ["upstream-invalid", 200, 0, "upstream", 200, 5_000],
      ["upstream-unreachable", undefined, 1, "offline", 0, 10_000],
      ["upstream-refused", 404, 0, "channel", 404, null],
      ["upstream-error", 501, 0, "channel", 501, null],
      ["upstream-refused", 403, 0, "token", 403, null],
      ["token-refused", 401, 0, "token", 401, null],
      ["token-refused", undefined, 0, "token", 401, 5_000],
      ["token-missing", undefined, 0, "token", 401, null],
    ];
  it.each(cases)(
    "%s, status %s, the %i failures before: %s",
    (kind, answered, failures, problem, status, ms) => {
      const verdict = {
        failure: { kind, detail: "Why" },
        status: answered,
        retryAfterMs: undefined,
      };
      const state = takeFailure(stateOf({ failures }), verdict, now);
      expect(state.problem).toEqual({ kind: problem, status, detail: "Why" });
      expect(state.waitingUntil).toBe(ms === null ? null : now + ms);
      expect(tell(state, 0).phase).toBe(ms === null ? "stopped" : "waiting");
    },
  );

  it("waits as long as the API asks for", () => {
    const verdict = {
      failure: { kind: "rate-limited" },
      status: 429,
      retryAfterMs: 90_000,
    } as const;
    expect(takeFailure(stateOf({}), verdict, now).waitingUntil).toBe(now + 90_000);
  });
});

describe("the next look for changes", () => {
  const empty = { moments: [], added: 0, changed: false, total: null, products: 0, unreadable: 0 };
  const cases: readonly [string, Partial<SweepState>, boolean, number][] = [
    ["after one with changes", { quiet: 3 }, true, minute],
    ["after one without", { quiet: 0 }, false, 2 * minute],
    ["after many without", { quiet: 9 }, false, 5 * minute],
    ["where each reads everything", { ignoresMoment: true }, true, 40 * minute],
  ];
  it.each(cases)("%s", (_, more, changed, ms) => {
    const reading = { ...startReading("changes", 5, 0, now - 10 * minute), changed };
    const { state, over } = takePage(stateOf({ ...swept, ...more, reading }), reading, empty, now);
    expect(over?.kind).toBe("changes");
    expect(state.nextCheckAt).toBe(now + ms);
  });
});

it("says how long a reading of everything still takes", () => {
  const reading = {
    ...startReading("all", 5, 0, now - 20_000),
    pages: 10,
    seen: 500,
    total: 2_000,
  };
  const { sweep } = tell(stateOf({ reading }), 500);
  expect(sweep).toMatchObject({ first: true, pages: 10, seen: 500, total: 2_000, leftMs: 60_000 });
  const again = tell(stateOf({ ...swept, reading: { ...reading, total: null } }), 1_000);
  expect(again.sweep).toMatchObject({ first: false, total: null, leftMs: 20_000 });
});

describe("the phase", () => {
  const reading = startReading("changes", 5, 0, now);
  const cases: readonly [Partial<SweepState>, Asked | null, string][] = [
    [{}, null, "loading"],
    [swept, null, "fresh"],
    [swept, "changes", "checking"],
    [swept, "everything", "loading"],
    [{ ...swept, reading }, null, "checking"],
    [{ ...swept, reading: { ...reading, kind: "all" } }, null, "loading"],
    [{ ...swept, ...failed, waitingUntil: now + 1 }, null, "waiting"],
    [{ ...swept, ...failed }, null, "stopped"],
    [{ ...swept, ...failed }, "changes", "checking"],
  ];
  it.each(cases)("of %o, asked for %s: %s", (state, asked, phase) => {
    expect(tell(stateOf(state), 1, asked).phase).toBe(phase);
  });
});
