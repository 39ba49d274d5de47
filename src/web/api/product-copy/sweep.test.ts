import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import {
  emptySweep,
  earliestMoment,
  type KnownRow,
  resumeSweep,
  startSweep,
  type SweepState,
} from "./sweep-state.ts";
import { applyAnswer } from "./sweep.ts";
import { endMarking } from "./sweep-end.ts";
import { nextStep } from "./sweep-step.ts";
import {
  type Change,
  type ChangingUpstream,
  createChangingUpstream,
  type Order,
  orders,
} from "#web/testing/changing-upstream.ts";

interface CopiedRow extends KnownRow {
  readonly price: number;
  readonly gone: boolean;
}

interface CopyOptions {
  readonly totals?: boolean;
  /** The offset of this machine's monotonic clock from the upstream's time; it changes with each crash. */
  readonly origin?: number;
}

/** A copy in memory that runs the same state functions as the real one. */
const createCopy = (
  upstream: ChangingUpstream,
  size: number,
  { totals, origin = 0 }: CopyOptions,
) => {
  const rows = new Map<number, CopiedRow>();
  let offset = origin;
  const now = () => upstream.now() + offset;
  let state: SweepState = emptySweep(size, now());
  let requests = 0;

  /** Executes one step; false if there was nothing to do. */
  const step = (check = false): boolean => {
    const next = nextStep(state, { now: now(), check });
    if (next.kind === "wait") {
      if (next.until !== undefined) upstream.wait(next.until - now());
      return next.until !== undefined;
    }
    if (next.kind === "mark-gone") {
      for (const [id, row] of rows) if (row.pass < next.pass) rows.set(id, { ...row, gone: true });
      state = endMarking(state);
      return true;
    }
    requests += 1;
    const total = totals ? upstream.countAfter(next.request.after) : undefined;
    const answer = upstream.answer(next.request);
    const shifted = {
      ...answer,
      total,
      askedAt: answer.askedAt + offset,
      now: answer.now + offset,
    };
    const taken = applyAnswer(state, next.request, shifted, (id) => rows.get(id));
    for (const { facts, product, pass, stale } of taken.rows) {
      const known = rows.get(facts.id);
      const price = stale ? (known?.price ?? 0) : (product.variants[0]?.price ?? 0);
      const content = stale && known ? known : facts;
      const { updated, newestVariant } = content;
      rows.set(facts.id, { updated, newestVariant, price, pass, gone: false });
    }
    state = taken.state;
    return true;
  };
  const runDown = (check = false) => {
    if (check) step(true);
    for (let steps = 0; state.sweep || state.delta; steps += 1) {
      if (steps > 3_000) throw new Error("The sweep does not end");
      step();
    }
  };
  return {
    rows,
    step,
    runDown,
    state: () => state,
    requests: () => requests,
    sweep: () => {
      state = startSweep(state, rows.size > 0, now());
    },
    crash: (by: number) => {
      offset += by;
      state = resumeSweep(JSON.parse(JSON.stringify(state)), now()) ?? state;
    },
  };
};

const changes = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  fc.record({ kind: fc.constant("add" as const), rows: fc.integer({ min: 1, max: 7 }) }),
  fc.record({
    kind: fc.constantFrom("update" as const, "delete" as const, "price" as const),
    pick: fc.nat(60),
  }),
  fc.record({ kind: fc.constant("bulk" as const), every: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant("late" as const),
    pick: fc.nat(60),
    ms: fc.integer({ min: 0, max: 59_900 }),
  }),
);

/** The events before a step: changes in the upstream, a check for changes, another sweep, or a crash. */
const turns = fc.array(
  fc.record({
    changes: fc.array(changes, { maxLength: 4 }),
    check: fc.boolean(),
    sweep: fc.boolean(),
    crash: fc.option(fc.integer({ min: -100_000, max: 100_000 }), { freq: 8 }),
  }),
  { maxLength: 60 },
);

const scenario = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  aheadMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  totals: fc.boolean(),
  origin: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  before: fc.array(changes, { maxLength: 12 }),
  turns,
});
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

const play = (order: Order, { size, aheadMs, before, turns: all, ...options }: Scenario) => {
  const upstream = createChangingUpstream(order, size, aheadMs);
  const happen = (list: readonly Change[]) => list.forEach((change) => upstream.change(change));
  happen(before);
  const copy = createCopy(upstream, size, options);
  copy.sweep();
  for (const turn of all) {
    happen(turn.changes);
    if (turn.crash !== null) copy.crash(turn.crash);
    if (turn.sweep && !copy.state().sweep) copy.sweep();
    copy.step(turn.check);
  }
  copy.runDown();
  return { upstream, copy };
};

const shownOf = (upstream: ChangingUpstream) =>
  upstream.rows().map(({ id, updated, price }) => ({ id, updated, price }));
const copiedOf = (copy: ReturnType<typeof createCopy>) =>
  [...copy.rows]
    .filter(([, { gone }]) => !gone)
    .map(([id, { updated, price }]) => ({ id, updated, price }))
    .toSorted((a, b) => a.id - b.id);

describe("fault 56, 57: a copy of an upstream that changes between any two requests, its clock up to a day off", () => {
  test.each(Object.keys(orders) as Order[])(
    "equals the upstream after changes stopped and everything was read again (%s)",
    (order) => {
      fc.assert(
        fc.property(scenario, (given) => {
          const { upstream, copy } = play(order, given);
          upstream.calm();
          copy.sweep();
          copy.runDown();
          expect(copiedOf(copy)).toEqual(shownOf(upstream));
          copy.runDown(true);
          upstream.calm();
          copy.runDown(true);
          const sent = copy.requests();
          copy.runDown(true);
          expect(copiedOf(copy)).toEqual(shownOf(upstream));
          expect(copy.requests() - sent).toBe(1);
        }),
        { numRuns: 200 },
      );
    },
  );

  it("has every product after one sweep and the following checks, including late ones", () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const { upstream, copy } = play("updated first", given);
        upstream.calm();
        copy.runDown(true);
        upstream.calm();
        copy.runDown(true);
        const missing = upstream
          .rows()
          .filter(({ id, updated }) => copy.rows.get(id)?.updated !== updated);
        expect(missing).toEqual([]);
      }),
      { numRuns: 800 },
    );
  });
});

describe("a cached page", () => {
  const listed = (updated: number, priced: number) => {
    const [updated_at, variantAt] = [updated, priced].map((time) => new Date(time).toISOString());
    return { id: 1, updated_at, variants: [{ updated_at: variantAt }] };
  };
  const request = { job: "sweep", after: earliestMoment, page: 1 } as const;
  it.each([
    ["cached, with an older product", 5, 5, 30, false, true],
    ["cached, with an older variant", 10, 5, 30, false, true],
    ["cached, and equally new", 10, 10, 30, false, false],
    ["requested past caches", 5, 5, 0, true, false],
    ["not cached", 5, 5, undefined, false, false],
  ])("%s", (_, updated, priced, age, fresh, stale) => {
    const state = startSweep(emptySweep(2, 0), true, 0);
    const products = [listed(updated, priced)] as unknown as ResellerProductParent[];
    const answer = { products, total: undefined, age, askedAt: 0, now: 0, wall: 0 };
    const known: KnownRow = { updated: 10, newestVariant: 10, pass: 0 };
    const { rows } = applyAnswer(state, { ...request, fresh }, answer, () => known);
    expect(rows.map((row) => row.stale)).toEqual([stale]);
  });
});

describe("the cost of a sweep", () => {
  const filled = (count: number, spreadMs: number, size = 50) => {
    const upstream = createChangingUpstream("updated first", size, 0);
    for (let n = 0; n < count; n += 1) {
      upstream.change({ kind: "add", rows: 1 });
      upstream.wait(spreadMs);
    }
    upstream.calm();
    return upstream;
  };

  it("is one request per 49 products, plus five", () => {
    const copy = createCopy(filled(5_000, 1_000), 50, { totals: true });
    copy.sweep();
    copy.runDown();
    expect(copy.rows.size).toBe(5_000);
    expect(copy.requests()).toBeLessThanOrEqual(Math.ceil(5_000 / 49) + 5);
  });

  it("is one request for a check without changes, even right after a bulk change of all products", () => {
    const upstream = filled(400, 0, 10);
    const copy = createCopy(upstream, 10, {});
    copy.sweep();
    copy.runDown();
    upstream.change({ kind: "bulk", every: 1 });
    copy.runDown(true);
    upstream.wait(61_000);
    copy.runDown(true);
    const sent = copy.requests();
    copy.runDown(true);
    expect(copy.requests() - sent).toBe(1);
    expect(copiedOf(copy)).toEqual(shownOf(upstream));
  });
});

describe("malformed records", () => {
  const odd: readonly unknown[] = [
    null,
    7,
    "text",
    {},
    { id: "5" },
    { id: null, updated_at: null },
    { id: 2 ** 60, updated_at: "2026-01-01T00:00:00Z" },
    { id: 1 },
    { id: 2, updated_at: "yesterday", variants: "none" },
    { id: 3, updated_at: "+275760-09-13T00:00:00Z", variants: [null, { updated_at: 5 }] },
    { id: 4, updated_at: "10000-01-01T00:00:00Z" },
    { id: 5, updated_at: "2026-02-30T00:00:00Z" },
    { id: 6, updated_at: "2026-01-01T00:00:00.123456Z" },
    { id: 7, updated_at: "2026-01-01 00:00:01" },
  ];
  it("are skipped or stored, and the sweep ends", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...odd), fc.anything()), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (products, size) => {
          let state = startSweep(emptySweep(size, 0), false, 0);
          const known = new Map<number, KnownRow>();
          let steps = 0;
          for (; state.sweep && steps < 2_000; steps += 1) {
            const step = nextStep(state, { now: steps * 500, check: false });
            if (step.kind === "wait") continue;
            if (step.kind === "mark-gone") {
              state = endMarking(state);
              continue;
            }
            const { page } = step.request;
            const at = { askedAt: steps * 500, now: steps * 500, wall: Date.UTC(2026, 5, 1) };
            const rows = products.slice((page - 1) * size, page * size);
            const answer = { products: rows as ResellerProductParent[], total: 3, age: undefined };
            const taken = applyAnswer(state, step.request, { ...answer, ...at }, (id) =>
              known.get(id),
            );
            for (const { facts, pass } of taken.rows) known.set(facts.id, { ...facts, pass });
            state = taken.state;
          }
          expect(state.sweep).toBeNull();
          expect([...known.keys()].every(Number.isSafeInteger)).toBe(true);
        },
      ),
    );
  });

  it.each([undefined, null, 7, "{}", {}, { version: 2 }])(
    "no state is resumed from %j",
    (written) => {
      expect(resumeSweep(written, 0)).toBeUndefined();
    },
  );
});
