import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fewestAlike, type LineOutcome } from "#contract/evidence.ts";
import { migrate } from "#database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import {
  type Asked,
  describeAlike,
  type Feature,
  judge,
  judgeLines,
  listAlike,
  listSteps,
} from "./past-decisions.ts";
import { openCopy } from "./record-store.ts";

const whole = { reason: "LATE", condition: "NEW", source: "3", cost: 12, age: 20 };
type Line = Parameters<typeof listSteps>[0];

describe("what is compared, step by step:", () => {
  test.each<[string, Partial<Line>, string[]]>([
    [
      "all that is known, then without age, cost, source and condition",
      {},
      [
        "reason condition source cost age",
        "reason condition source cost",
        "reason condition source",
        "reason condition",
        "reason",
      ],
    ],
    [
      "an unknown condition is like no other",
      { condition: null },
      ["reason source cost age", "reason source cost", "reason source", "reason"],
    ],
    [
      "neither are unknown amounts and times",
      { cost: null, age: null },
      ["reason condition source", "reason condition", "reason"],
    ],
    [
      "amounts below zero are in no band",
      { cost: -1, source: null, age: null, condition: null },
      ["reason"],
    ],
    ["nothing without a reason", { reason: null }, []],
  ])("%s", (_, line, steps) => {
    expect(listSteps({ ...whole, ...line }).map((step) => step.join(" "))).toEqual(steps);
  });
});

describe("bands:", () => {
  test.each<[Partial<Line>, object]>([
    [
      { cost: 0, age: 0 },
      { cost: { from: 0, to: 10 }, age: { from: 0, to: 8 } },
    ],
    [
      { cost: 9.999, age: 7.9 },
      { cost: { from: 0, to: 10 }, age: { from: 0, to: 8 } },
    ],
    [
      { cost: 10, age: 8 },
      { cost: { from: 10, to: 25 }, age: { from: 8, to: 15 } },
    ],
    [
      { cost: 5_000, age: 181 },
      { cost: { from: 1_000 }, age: { from: 181 } },
    ],
  ])("%j", (line, bands) => {
    const asked = { ...whole, ...line, rma: "1", before: null };
    const texts = { reason: "Late", condition: "New" };
    expect(describeAlike(asked, ["reason", "cost", "age"], texts)).toEqual({
      reason: "Late",
      ...bands,
    });
  });
});

const lines = (
  outcome: "approve" | "deny" | "split",
  count: number,
  creditPercent: number | null = null,
) => ({
  outcome,
  creditPercent,
  lines: count,
});

describe("a proposal:", () => {
  test.each<[string, ReturnType<typeof lines>[], object | undefined]>([
    ["none of four lines", [lines("approve", 4, 100)], undefined],
    [
      "of five that agree",
      [lines("approve", 5, 100)],
      { outcome: "approve", creditPercent: 100, agreed: 5 },
    ],
    [
      "of four in five",
      [lines("approve", 4, 100), lines("deny", 1)],
      { outcome: "approve", creditPercent: 100, agreed: 4 },
    ],
    ["none of 15 in 19", [lines("approve", 15, 100), lines("deny", 4)], undefined],
    ["denied", [lines("deny", 9), lines("split", 1)], { outcome: "deny", agreed: 9 }],
    ["split lines are none", [lines("split", 9)], undefined],
    [
      "a part of the cost",
      [lines("approve", 9, 85), lines("approve", 1, 100)],
      { outcome: "approve", creditPercent: 85, agreed: 9 },
    ],
    ["no credit", [lines("approve", 9, 0)], { outcome: "approve", creditPercent: 0, agreed: 9 }],
    [
      "different credits",
      [lines("approve", 5, 100), lines("approve", 5, 85)],
      { outcome: "approve", agreed: 10 },
    ],
    ["unknown credits", [lines("approve", 6)], { outcome: "approve", agreed: 6 }],
  ])("%s", (_, groups, proposal) => {
    expect(judge(groups)?.proposal).toEqual(proposal);
  });
});

let database: TestDatabase;
let copyId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const folder = new URL("../migrations/", import.meta.url);
  await migrate(database.sql, { schema: "gateway", folder });
  ({ id: copyId } = await openCopy(database.sql, "test", "rmas"));
});
afterAll(async () => database.close());

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const line = fc.record({
  rma: few("1", "2", "3", "4"),
  // Some values are frequent, so that each step is the first with enough lines in some runs.
  reason: few("LATE", "LATE", "LATE", "BROKEN", null),
  condition: few("NEW", "NEW", "NEW", "USED", null),
  source: few("1", "1", "1", "2", null),
  cost: few(5, 9.99, 10, 60, null),
  age: few(7.5, 8, 40, null),
  outcome: few<LineOutcome | null>("approve", "approve", "deny", "split", null),
  creditPercent: few(100, 100, 85, null),
  at: fc.integer({ min: 0, max: 9 }),
});
type Stored = typeof line extends fc.Arbitrary<infer T> ? T : never;

const bandOf = (asked: Asked, feature: "cost" | "age") =>
  describeAlike(asked, [feature], { reason: "", condition: "" })[feature];

const isAlike = (one: Stored, asked: Asked, features: readonly Feature[]): boolean =>
  features.every((feature) => {
    if (feature !== "cost" && feature !== "age") return one[feature] === asked[feature];
    const [value, band] = [one[feature], bandOf(asked, feature)];
    return (
      value !== null && band !== undefined && value >= band.from && value < (band.to ?? Infinity)
    );
  });

/** The same by reading all lines, without a database. */
const judgeAll = (all: readonly Stored[], asked: Asked) => {
  const past = all.filter(
    (one) =>
      one.outcome !== null &&
      one.rma !== asked.rma &&
      (asked.before === null || day(one.at) < asked.before),
  );
  for (const features of listSteps(asked)) {
    const alike = past.filter((one) => isAlike(one, asked, features));
    if (alike.length < fewestAlike) continue;
    const groups = alike.map((one) => lines(one.outcome!, 1, one.creditPercent));
    const merged = [...new Set(groups.map((one) => `${one.outcome} ${one.creditPercent}`))].map(
      (key) => {
        const same = groups.filter((one) => `${one.outcome} ${one.creditPercent}` === key);
        return { ...same[0]!, lines: same.length };
      },
    );
    return { features, counts: judge(merged)! };
  }
  return undefined;
};

test("what is counted equals what reading all lines finds, of any lines", async () => {
  const { sql } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 10, maxLength: 400 }),
      fc.array(
        fc.record({
          rma: few("2", "9"),
          reason: few("LATE", "BROKEN", null),
          condition: few("NEW", "USED", null),
          source: few("1", "2", null),
          cost: few(5, 12, null),
          age: few(3, 10, null),
          before: few(null, day(5)),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      async (stored, asked: Asked[]) => {
        await sql`delete from gateway.records`;
        await sql`
          insert into gateway.records (copy_id, record_id, record, changed_at)
          select ${copyId}::integer, unnest(${["1", "2", "3", "4"]}::bigint[]), '{}', now()`;
        const rows = stored.map((one, place) => ({
          ...one,
          place,
          percent: one.creditPercent,
          decided: day(one.at),
        }));
        await sql`
          insert into gateway.rma_lines (copy_id, rma_id, line_id, reason, condition, source_id, cost,
            age, counted, quantity, approved, denied, outcome, credit_percent, decided_at)
          select ${copyId}::integer, rma, place, reason, condition, source, cost, age, true, 1, 0, 0,
            outcome, percent, decided
          from json_to_recordset(${JSON.stringify(rows)}::text::json) as line (
            rma bigint, place bigint, reason text, condition text, source bigint, cost float8,
            age float8, outcome text, percent integer, decided timestamptz)`;
        const judged = await judgeLines(sql, copyId, asked);
        expect(judged).toEqual(asked.map((one) => judgeAll(stored, one)));
        for (const [place, one] of judged.entries()) {
          if (one === undefined) continue;
          const all = await listAlike(sql, copyId, asked[place]!, one, { first: 0, count: 500 });
          const rest = await listAlike(sql, copyId, asked[place]!, one, { first: 3, count: 500 });
          expect(all).toHaveLength(one.counts.total);
          expect(rest).toEqual(all.slice(3));
        }
      },
    ),
    { numRuns: 40 },
  );
});
