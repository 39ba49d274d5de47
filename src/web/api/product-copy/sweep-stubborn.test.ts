import { describe, expect, it } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { emptySweep, type KnownRow, type PageRequest, startSweep } from "./sweep-state.ts";
import { applyAnswer } from "./sweep.ts";
import { endMarking } from "./sweep-state.ts";
import { nextStep } from "./sweep-state.ts";

const size = 5;
const wall = Date.UTC(2026, 5, 1);

const row = (id: number, updated: number | null): ResellerProductParent =>
  ({
    id,
    updated_at: updated === null ? "never" : new Date(updated).toISOString(),
    variants: [],
  }) as unknown as ResellerProductParent;
const rows = (count: number, updatedOf: (id: number) => number | null) =>
  Array.from({ length: count }, (_, at) => row(at + 1, updatedOf(at + 1)));
const dated = (id: number) => Date.UTC(2026, 0, 1) + id * 100_000;
const pageOf = (all: readonly ResellerProductParent[], page: number) =>
  all.slice((page - 1) * size, page * size);

type Answer = (request: PageRequest, requests: number) => readonly ResellerProductParent[];

/**
 * Upstreams that ignore parts of a request, with their number of products and the maximum requests of a sweep and a
 * check.
 */
const stubborn: readonly [string, number, number, number, Answer][] = [
  ["one product without a date, for every request", 1, 20, 5, () => rows(1, () => null)],
  ["one product with a date, for every request", 1, 20, 5, () => rows(1, dated)],
  ["always a full page without dates", size, 20, 5, () => rows(size, () => null)],
  ["always a full page with dates", size, 20, 5, () => rows(size, dated)],
  ["always a full page of one moment", size, 20, 5, () => rows(size, () => dated(1))],
  [
    "always products without an id",
    0,
    20,
    5,
    () => Array<ResellerProductParent>(size).fill({} as never),
  ],
  [
    "a new page for each request",
    size,
    40,
    5,
    (_, requests) => rows(size, () => wall + requests * 1_000),
  ],
  [
    "all pages, latest first, for every requested moment",
    23,
    30,
    5,
    ({ page }) => pageOf(rows(23, dated).toReversed(), page),
  ],
  [
    "the first page again after the last",
    20,
    40,
    16,
    ({ page }) => pageOf(rows(20, dated), ((page - 1) % 4) + 1),
  ],
];

const run = (answer: Answer) => {
  let state = startSweep(emptySweep(size, 0), false, 0);
  const known = new Map<number, KnownRow>();
  let requests = 0;
  let now = 0;
  const runDown = (first: boolean): number => {
    const before = requests;
    for (
      let check = first;
      (check || state.sweep || state.delta) && requests < 500;
      check = false
    ) {
      now += 500;
      const step = nextStep(state, { now, check });
      if (step.kind === "mark-gone") state = endMarking(state);
      if (step.kind === "wait") now = step.until ?? now;
      if (step.kind !== "request") continue;
      requests += 1;
      const products = answer(step.request, requests);
      const page = { products, total: undefined, age: undefined, askedAt: now, now, wall };
      const taken = applyAnswer(state, step.request, page, (id) => known.get(id));
      for (const { facts, pass } of taken.rows) known.set(facts.id, { ...facts, pass });
      state = taken.state;
    }
    return requests - before;
  };
  return {
    known,
    sweep: () => runDown(false),
    check: () => runDown(true),
    restless: () => state.restless,
  };
};

describe("an upstream that ignores parts of a request", () => {
  it.each(stubborn)(
    "%s: is read completely, and then only checked",
    (_, products, bySweep, byCheck, answer) => {
      const copy = run(answer);
      expect(copy.sweep()).toBeLessThanOrEqual(bySweep);
      expect(copy.known.size).toBe(products);
      expect(copy.check()).toBeLessThanOrEqual(byCheck);
      expect(copy.check()).toBeLessThanOrEqual(byCheck);
    },
  );

  it("that changes with every page, without an order: a check ends as restless, and the next one continues", () => {
    const updated = new Map(Array.from({ length: 23 }, (_, at) => [at + 1, dated(23 - at)]));
    let busy = false;
    const copy = run(({ after, page }, requests) => {
      if (busy) updated.set((requests % 23) + 1, dated(100 + requests));
      const later = [...updated].filter(([, moment]) => moment > after);
      return pageOf(
        later.map(([id, moment]) => row(id, moment)),
        page,
      );
    });
    copy.sweep();
    copy.check();
    expect(copy.restless()).toBe(false);
    busy = true;
    // All pages and the empty page after them, three times.
    expect(copy.check()).toBeLessThanOrEqual(18);
    expect(copy.restless()).toBe(true);
    busy = false;
    copy.check();
    expect(copy.restless()).toBe(false);
    expect(new Map([...copy.known].map(([id, one]) => [id, one.updated]))).toEqual(updated);
  });
});
