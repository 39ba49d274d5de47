import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isComplete, type Reading } from "./read-pages.ts";
import { chooseReading, readState, type SweepState, takePage } from "./sweep-state.ts";

const size = 50;
const start = Date.UTC(2026, 0, 1);

interface Row {
  readonly id: number;
  readonly updated: number;
}
type Answer = (request: Reading, requests: number) => readonly Row[];

/** A catalog in memory, read as the job does it. */
const createCopy = (answer: Answer, total: (rows: number) => number | null = () => null) => {
  const known = new Map<number, { updated: number; pass: number; gone: boolean }>();
  let state: SweepState = readState("{}");
  let now = start;
  let requests = 0;

  const take = (reading: Reading): boolean => {
    requests += 1;
    now += 500;
    const rows = answer(reading, requests);
    const one = { added: 0, changed: 0 };
    for (const { id, updated } of rows) {
      const before = known.get(id);
      if (before?.pass !== reading.pass) one.added += 1;
      if (before?.updated !== updated || before.gone) one.changed += 1;
      known.set(id, { updated, pass: reading.pass, gone: false });
    }
    const taken = takePage(
      state,
      reading,
      {
        moments: rows.map(({ updated }) => updated),
        added: one.added,
        changed: one.changed > 0,
        total: total(rows.length),
        products: known.size,
        unreadable: 0,
      },
      now,
    );
    const { over } = taken;
    if (over?.kind === "all") {
      const { pass, before } = taken.state.swept!;
      const since = isComplete(over, known.size) ? pass : before;
      for (const row of known.values()) row.gone ||= row.pass < since;
    }
    ({ state } = taken);
    return over !== undefined;
  };
  const read = (asked: "changes" | "everything"): number => {
    const before = requests;
    for (let isOver = false; !isOver && requests - before < 1_000;) {
      const isBegun = state.reading !== null;
      const reading = chooseReading(state, { asked: isBegun ? null : asked, isUsed: true, now });
      isOver = take(reading!);
    }
    return requests - before;
  };
  return {
    known,
    sweep: () => read("everything"),
    check: () => read("changes"),
    wait: (ms: number) => {
      now += ms;
    },
    now: () => now,
    state: () => state,
    listed: () =>
      [...known]
        .filter(([, { gone }]) => !gone)
        .map(([id, { updated }]): Row => ({ id, updated }))
        .toSorted((a, b) => a.id - b.id),
  };
};

const rows = (count: number, updatedOf: (id: number) => number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, updated: updatedOf(at + 1) }));
const dated = (id: number) => start - 1e9 + id * 10_000;
const later = (all: readonly Row[], after: number) =>
  all.filter(({ updated }) => !(updated <= after)).toSorted((a, b) => a.updated - b.updated);
const pageOf = <T>(all: readonly T[], page: number, most = size) =>
  all.slice((page - 1) * most, page * most);
const latestFirst = rows(230, dated).toReversed();
const undated = rows(120, () => Number.NaN);

/** Upstreams, their number of products, and the most requests of a sweep and of the checks after it. */
const upstreams: readonly [string, number, number, number, Answer][] = [
  ["no products", 0, 1, 1, () => []],
  ["one page", 20, 2, 2, ({ after, page }) => pageOf(later(rows(20, dated), after), page)],
  ["as documented", 230, 7, 2, ({ after, page }) => pageOf(later(rows(230, dated), after), page)],
  [
    "all of one moment",
    230,
    7,
    7,
    ({ after, page }) =>
      pageOf(
        later(
          rows(230, () => start),
          after,
        ),
        page,
      ),
  ],
  [
    "a moment that fills three pages, among others",
    330,
    12,
    4,
    ({ after, page }) =>
      pageOf(
        later(
          rows(330, (id) => (id > 80 && id < 220 ? dated(100) : dated(id))),
          after,
        ),
        page,
      ),
  ],
  ["short pages", 100, 8, 3, ({ after, page }) => pageOf(later(rows(100, dated), after), page, 20)],
  [
    "whole seconds, compared as such",
    230,
    10,
    10,
    ({ after, page }) =>
      pageOf(
        later(
          rows(230, (id) => start + Math.floor(id / 60) * 1_000),
          Math.floor(after / 1_000) * 1_000,
        ),
        page,
      ),
  ],
  [
    "latest first",
    230,
    7,
    3,
    ({ after, page }) =>
      pageOf(
        latestFirst.filter(({ updated }) => updated > after),
        page,
      ),
  ],
  [
    "by ID, whatever moment",
    230,
    9,
    1,
    ({ page }) =>
      pageOf(
        rows(230, (id) => dated(1_000 - id)),
        page,
      ),
  ],
  ["latest first, whatever moment", 230, 8, 1, ({ page }) => pageOf(latestFirst, page)],
  ["in order, whatever moment", 230, 9, 1, ({ page }) => pageOf(rows(230, dated), page)],
  ["without moments", 120, 5, 5, ({ page }) => pageOf(undated, page)],
  ["one product, whatever page", 1, 6, 6, () => rows(1, dated)],
  ["a full page, whatever page", size, 8, 8, () => rows(size, dated)],
  ["a full page without moments", size, 8, 8, () => rows(size, () => Number.NaN)],
  [
    "the first page again after the last",
    200,
    20,
    1,
    ({ page }) => pageOf(rows(200, dated), ((page - 1) % 4) + 1),
  ],
  [
    "other moments for each request",
    size,
    8,
    8,
    (_, requests) => rows(size, () => start + requests * 1_000),
  ],
];

describe("upstreams", () => {
  it.each(upstreams)(
    "%s: all %i products are read in at most %i requests, changes in %i",
    (_, products, bySweep, byCheck, answer) => {
      const copy = createCopy(answer);
      expect(copy.sweep()).toBeLessThanOrEqual(bySweep);
      expect(copy.listed()).toHaveLength(products);
      for (let look = 0; look < 2; look += 1) {
        // Where the moment is ignored, each look for changes is a sweep, and so rarer.
        const most = copy.state().ignoresMoment ? bySweep : byCheck;
        copy.wait(60_000);
        expect(copy.check()).toBeLessThanOrEqual(most);
      }
      expect(copy.listed()).toHaveLength(products);
    },
  );
});

describe("what is gone", () => {
  const all = rows(230, dated);
  const answerOf =
    (isLeft: (id: number) => boolean, limit = Number.POSITIVE_INFINITY): Answer =>
    ({ after, page }) =>
      pageOf(
        later(
          all.filter(({ id }) => isLeft(id)),
          after,
        ).slice(0, limit),
        page,
      );

  it.each([
    ["by its cursor", answerOf((id) => id !== 7), 1],
    ["by page numbers, which rows may move past", answerOf((id) => id !== 7), 2],
    ["nearly all at once, which may be a mistake", answerOf((id) => id < 7), 2],
    ["all at once", () => [], 2],
  ] as const)("%s", (name, then, sweeps) => {
    let answer = answerOf(() => true);
    const copy = createCopy((request, at) => answer(request, at));
    copy.sweep();
    answer = name.startsWith("by page")
      ? ({ page }) => pageOf(all.filter(({ id }) => id !== 7).toReversed(), page)
      : then;
    for (let sweep = 1; sweep < sweeps; sweep += 1) copy.sweep();
    const before = copy.listed().length;
    copy.sweep();
    expect(before).toBe(230);
    expect(copy.listed().map(({ id }) => id)).not.toContain(7);
    answer = answerOf(() => true);
    copy.sweep();
    expect(copy.listed()).toHaveLength(230);
  });
});

type Change =
  | { readonly kind: "add" | "update" | "remove"; readonly pick: number }
  | { readonly kind: "bulk" };

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("add", "update", "remove"),
    pick: fc.nat(10_000),
  }) as fc.Arbitrary<Change>,
  fc.record({ kind: fc.constant("bulk") }) as fc.Arbitrary<Change>,
);

it("after changes during every reading, the copy equals the upstream", () => {
  fc.assert(
    fc.property(
      fc.nat(260),
      fc.array(fc.array(anyChange, { maxLength: 3 }), { maxLength: 30 }),
      (count, script) => {
        const upstream = new Map(rows(count, dated).map((row) => [row.id, row]));
        let lastId = count;
        let at = -1_000;
        const copy = createCopy(({ after, page }) => {
          const answered = pageOf(later([...upstream.values()], after), page);
          for (const change of script[at] ?? []) {
            const row = [...upstream.values()][
              ("pick" in change ? change.pick : 0) % Math.max(1, upstream.size)
            ];
            const put = (id: number) => upstream.set(id, { id, updated: copy.now() });
            if (change.kind === "add") put((lastId += 1));
            if (change.kind === "update" && row) put(row.id);
            if (change.kind === "remove" && row) upstream.delete(row.id);
            if (change.kind === "bulk")
              for (const { id } of upstream.values()) if (id % 3 === 0) put(id);
          }
          at += 1;
          return answered;
        });
        copy.sweep();
        at = 0;
        copy.sweep();
        copy.check();
        at = script.length;
        copy.wait(60_000);
        copy.check();
        const ids = new Map(copy.listed().map(({ id, updated }) => [id, updated]));
        // What changed is up to date at once; what is gone, after the next readings of all.
        copy.sweep();
        copy.sweep();
        const all = [...upstream.values()].toSorted((a, b) => a.id - b.id);
        expect(copy.listed()).toEqual(all);
        for (const { id, updated } of all) expect(ids.get(id)).toBe(updated);
      },
    ),
    { numRuns: 300 },
  );
});
