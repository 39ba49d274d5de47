import fc from "fast-check";
import { dueTimesList, findWorkingDaysBefore } from "#contract/due-times.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ageLimits, exceptionKinds, type Figures, findWeeks } from "#contract/figures.ts";
import { countUndecidedUnits, hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { findDayStart } from "#contract/wall-clock.ts";
import { migrate } from "#database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { listExceptions } from "./exceptions.ts";
import { readPresent, readTrends } from "./figures.ts";
import { openCopy, removeRecords, storeRecords } from "./record-store.ts";

const upstream = "test";
const timeZone = "America/New_York";
/** A Wednesday. */
const now = Date.parse("2026-11-18T17:00:00Z");
const dayMs = 86_400_000;

let database: TestDatabase;
let copies: Map<string, number>;
const copyOf = (kind: string) => copies.get(kind)!;

beforeAll(async () => {
  database = await createTestDatabase();
  const folder = new URL("../migrations/", import.meta.url);
  await migrate(database.sql, { schema: "gateway", folder });
});
afterAll(async () => database.close());
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from gateway.record_copies`;
  await sql`delete from gateway.shared_entries`;
  await sql`delete from gateway.changes`;
  copies = new Map();
  for (const kind of ["rmas", "purchase-orders", "returns", "webhooks"])
    copies.set(kind, (await openCopy(sql, upstream, kind)).id);
});

const figures = async (person?: string) => ({
  ...(await readPresent(database.sql, { upstream, copies, now, timeZone, person })),
  ...(await readTrends(database.sql, { copies, now, timeZone })),
});
const exceptions = async (more: Partial<Parameters<typeof listExceptions>[1]> = {}) =>
  listExceptions(database.sql, {
    upstream,
    copies,
    now,
    timeZone,
    pageNumber: 1,
    pageSize: 50,
    ...more,
  });

const dayAt = (days: number) => new Date(now - days * dayMs).toISOString();
const age = fc.double({ min: 0, max: 120, noNaN: true, noDefaultInfinity: true });

const line = fc.record({
  quantity: fc.integer({ min: 0, max: 4 }),
  approvedQuantity: fc.constantFrom(0, 0, 1, 2),
  deniedQuantity: fc.constantFrom(0, 0, 1, null),
  returnReason: fc.constantFrom("Arrived too late", "Too small", "", null),
  cost: fc.constantFrom(12.5, 3.005, 0, 99.99, 10),
});
const anyRma = fc.record({
  created: age,
  took: age,
  sourceId: fc.constantFrom(11, 12, 13, null),
  rmaStatus: fc.constantFrom("Waiting", "Partially Approved", "Approved", "Denied", "Canceled"),
  accountingError: fc.constantFrom("", "", null, "No such account"),
  items: fc.array(line, { maxLength: 3 }),
});
type AnyRma = typeof anyRma extends fc.Arbitrary<infer T> ? T : never;

const toRma = ({ created, took, ...rest }: AnyRma, index: number) => ({
  id: index + 1,
  rmaNumber: `RMA-${index + 1}`,
  createdAt: dayAt(created),
  updatedAt: dayAt(created - Math.min(took, created)),
  rmaShipments: [],
  ...rest,
});

const median = (times: readonly number[]): number | null => {
  const [low, high] = [Math.floor((times.length - 1) / 2), Math.ceil((times.length - 1) / 2)];
  const sorted = times.toSorted((a, b) => a - b);
  return times.length === 0 ? null : (sorted[low]! + sorted[high]!) / 2;
};
const near = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 10));

const rank = <K>(entries: readonly (readonly [K, number])[]) => {
  const sums = new Map<K, number>();
  for (const [key, count] of entries) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
};

/** The same figures, counted one record after the other. */
const countAll = (all: readonly ReturnType<typeof toRma>[]) => {
  const rmas = all as unknown as (Rma & { id: number })[];
  const created = (one: Rma) => Date.parse(one.createdAt ?? "");
  const open = rmas.filter(hasUndecidedUnits);
  const decided = rmas.filter(
    (one) =>
      !hasUndecidedUnits(one) &&
      ["Approved", "Denied", "Partially Approved"].includes(one.rmaStatus ?? ""),
  );
  const took = (one: Rma) => Date.parse(one.updatedAt ?? "") - created(one);
  const decidedBetween = (from: number, to: number) =>
    decided.filter(({ updatedAt }) => {
      const at = Date.parse(updatedAt ?? "");
      return at > from && at <= to;
    });
  const weeks = findWeeks(now, timeZone);
  const starts = weeks.map((day) => findDayStart(day, timeZone));
  const recent = rmas.filter((one) => created(one) > starts.at(-4)!);
  const cents = open.map((one) =>
    one.items.reduce(
      (sum, item) =>
        sum + Math.round((Math.round((item.cost ?? 0) * 1e6) * countUndecidedUnits(item)) / 1e4),
      0,
    ),
  );
  const describe = (list: readonly Rma[]) => ({
    median: near(median(list.map(took))),
    count: list.length,
  });
  const late = findWorkingDaysBefore(now, 3, timeZone);
  return {
    rmas: open.length,
    units: open
      .flatMap(({ items }) => items)
      .reduce((sum, one) => sum + countUndecidedUnits(one), 0),
    credit: cents.reduce((sum, one) => sum + one, 0) / 100,
    ages: ageLimits.map(
      (limit, step) =>
        open.filter((one) => {
          const days = (now - created(one)) / dayMs;
          return days < limit && days >= (ageLimits[step - 1] ?? -Infinity);
        }).length,
    ),
    longest: open
      .toSorted((a, b) => created(a) - created(b) || a.id - b.id)
      .slice(0, 16)
      .map(({ id }) => id),
    now: describe(decidedBetween(now - 28 * dayMs, now)),
    before: describe(decidedBetween(now - 56 * dayMs, now - 28 * dayMs)),
    weeks: weeks.map((from, place) => {
      const [start, end] = [starts[place]!, starts[place + 1] ?? Infinity];
      const its = decidedBetween(start, end);
      return {
        from,
        created: rmas.filter((one) => created(one) > start && created(one) < end).length,
        decided: its.length,
        median: near(median(its.map(took))),
      };
    }),
    sources: rank(recent.map(({ sourceId }) => [sourceId ?? null, 1])),
    reasons: rank(
      recent.flatMap(({ items }) =>
        items.map((item) => [item.returnReason ?? "", item.quantity ?? 0] as const),
      ),
    ),
    lateDecisions: open.filter((one) => created(one) < late).length,
    errors: rmas.filter(({ accountingError }) => accountingError).length,
  };
};

const toCounted = ({ waiting, timeToDecide, ...read }: Omit<Figures, "states">) => ({
  rmas: waiting.rmas,
  units: waiting.units,
  credit: waiting.credit,
  ages: waiting.ages,
  longest: waiting.longest.map(({ id }) => id),
  now: { ...timeToDecide.now, median: near(timeToDecide.now.median ?? null) },
  before: { ...timeToDecide.before, median: near(timeToDecide.before.median ?? null) },
  weeks: read.weeks.map((week) => ({ ...week, median: near(week.median ?? null) })),
  sources: new Map(read.sources.map(({ sourceId, rmas }) => [sourceId ?? null, rmas])),
  reasons: new Map(read.reasons.map(({ reason, units }) => [reason, units])),
  lateDecisions: read.exceptions["late-decision"],
  errors: read.exceptions["return-error"],
});

test("figures are what counting each record gives, as they were stored and after they changed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRma, { maxLength: 40 }),
      fc.array(anyRma, { maxLength: 40 }),
      async (first, second) => {
        const { sql } = database;
        const copyId = copyOf("rmas");
        await sql`delete from gateway.records`;
        await sql`delete from gateway.record_waits`;
        await sql`delete from gateway.rma_facts`;
        const before = first.map(toRma);
        await storeRecords(sql, copyId, "rmas", before);
        expect(toCounted(await figures())).toEqual(countAll(before));
        // New versions of some, and what is only known now.
        const later = second.map(toRma);
        await storeRecords(
          sql,
          copyId,
          "rmas",
          later.map((one) => ({ ...one, updatedAt: new Date(now + 1).toISOString() })),
        );
        const counted = await figures();
        const all = [...later, ...before.slice(later.length)];
        const expected = countAll(all);
        expect(counted.waiting.rmas).toBe(expected.rmas);
        expect(counted.waiting.credit).toBe(expected.credit);
        expect(counted.exceptions["late-decision"]).toBe(expected.lateDecisions);
        await removeRecords(
          sql,
          copyId,
          all.map(({ id }) => String(id)),
        );
        expect((await figures()).waiting).toMatchObject({ rmas: 0, units: 0, credit: 0 });
      },
    ),
    { numRuns: 15 },
  );
});

test("an RMA without a cost is counted, and the credit says so", async () => {
  const item = { quantity: 2, approvedQuantity: 0, deniedQuantity: 0 };
  const rma = { rmaStatus: "Waiting", createdAt: dayAt(1), updatedAt: dayAt(1) };
  await storeRecords(database.sql, copyOf("rmas"), "rmas", [
    { ...rma, id: 1, items: [item] },
    { ...rma, id: 2, items: [{ ...item, cost: 10.005 }] },
    // Anything may arrive.
    { id: 3, rmaStatus: 5, items: "none", createdAt: "long ago", rmaShipments: [null] },
    { ...rma, id: 4, items: [{ ...item, cost: 1 }], createdAt: "+275760-09-13T00:00:00Z" },
  ]);
  const { waiting } = await figures();
  expect(waiting).toMatchObject({ rmas: 3, units: 6, credit: 22.01, withoutCost: 1 });
  expect(waiting.longest.map(({ id }) => id)).toEqual([1, 2, 4]);
});

const order = (id: number, more: object) => ({
  id,
  purchaseOrderNumber: `PO-${id}`,
  sourceId: 11,
  sentAt: dayAt(30),
  lastModifiedAt: dayAt(2),
  purchaseOrderStatus: { name: "Acknowledged", handle: "acknowledged" },
  purchaseOrderFulfillmentStatus: { name: "Awaiting Shipment", handle: "awaiting_shipment" },
  purchaseOrderItems: [{ quantity: 3, shippedQuantity: 1 }],
  ...more,
});

describe("an order", () => {
  test.each<[is: string, order: object, kinds: string[]]>([
    ["that was sent long ago", {}, ["late-shipment"]],
    [
      "with the names of its statuses only",
      {
        purchaseOrderStatus: { name: "Acknowledged" },
        purchaseOrderFulfillmentStatus: { name: "Awaiting Shipment" },
      },
      ["late-shipment"],
    ],
    ["that was sent yesterday", { sentAt: dayAt(1) }, []],
    ["that was never sent", { sentAt: null }, []],
    ["that has shipped", { purchaseOrderFulfillmentStatus: { handle: "shipped" } }, []],
    ["that was canceled", { purchaseOrderStatus: { handle: "canceled" } }, []],
    [
      "that failed",
      { purchaseOrderStatus: { handle: "processing_error" }, processingErrorReason: "No such SKU" },
      ["order-error"],
    ],
    [
      "that failed, without a reason",
      { purchaseOrderStatus: { handle: "duplicate", name: "Duplicate PO/FR #" } },
      ["order-error"],
    ],
    [
      "that failed once and was sent again",
      { processingErrorReason: "No such SKU", sentAt: dayAt(1) },
      [],
    ],
    [
      "whose shipment was refused",
      { shipments: [{ syncError: "" }, { syncError: "No such carrier" }], sentAt: dayAt(1) },
      ["order-error"],
    ],
    [
      "with both",
      { shipments: [{ syncError: "No such carrier" }] },
      ["order-error", "late-shipment"],
    ],
  ])("%s is listed as %j", async (_, fields, kinds) => {
    await storeRecords(database.sql, copyOf("purchase-orders"), "purchase-orders", [
      order(1, fields),
    ]);
    const { rows, total } = await exceptions();
    expect(rows.map(({ kind }) => kind)).toEqual(kinds);
    expect(total).toBe(kinds.length);
  });

  test("that was corrected is no longer listed; an error keeps its beginning", async () => {
    const store = async (fields: object) =>
      storeRecords(database.sql, copyOf("purchase-orders"), "purchase-orders", [
        order(1, { sentAt: dayAt(1), ...fields }),
      ]);
    const failed = { purchaseOrderStatus: { handle: "processing_error" } };
    await store({ ...failed, processingErrorReason: "No such SKU" });
    await store({
      ...failed,
      processingErrorReason: "No such SKU",
      note: "?",
      lastModifiedAt: dayAt(1),
    });
    const { rows } = await exceptions();
    expect(rows).toMatchObject([{ detail: "No such SKU", name: "PO-1", recordId: 1 }]);
    expect(new Date(rows[0]!.since!).toISOString()).toBe(dayAt(2));
    await store({ lastModifiedAt: dayAt(0.5) });
    expect((await exceptions()).total).toBe(0);
  });
});

test("due times are those of the source, else those of all", async () => {
  const { sql } = database;
  await storeRecords(sql, copyOf("purchase-orders"), "purchase-orders", [
    order(1, { sentAt: dayAt(10) }),
    order(2, { sentAt: dayAt(10), sourceId: 12 }),
    order(3, { sentAt: dayAt(40), sourceId: 12 }),
    order(4, { sentAt: dayAt(10), sourceId: null }),
  ]);
  const late = async () =>
    (await exceptions()).rows
      .map(({ recordId }) => recordId)
      .toSorted((a, b) => Number(a) - Number(b));
  expect(await late()).toEqual([1, 2, 3, 4]);
  const share = async (name: string, value: unknown) =>
    sql`
      insert into gateway.shared_entries (upstream, list, name, value)
      values (${upstream}, ${dueTimesList}, ${name}, ${JSON.stringify(value)})`;
  await share("12", { decide: 3, ship: 20 });
  expect(await late()).toEqual([1, 3, 4]);
  await share("all", { decide: 3, ship: 15 });
  expect(await late()).toEqual([3]);
  await share("11", { decide: 3, ship: 1 });
  expect(await late()).toEqual([1, 3]);
  expect((await exceptions({ sourceId: 12 })).rows).toHaveLength(1);
  // What is no due time counts as none.
  await share("13", "soon");
  expect(await late()).toEqual([1, 3]);
});

test("exceptions come in pages, the most urgent kind first, of each kind the oldest", async () => {
  const { sql } = database;
  await storeRecords(
    sql,
    copyOf("purchase-orders"),
    "purchase-orders",
    Array.from({ length: 30 }, (_, index) =>
      order(index + 1, {
        sentAt: dayAt(10 + index),
        ...(index % 3 === 0 && {
          purchaseOrderStatus: { handle: "processing_error" },
          processingErrorReason: "No such SKU",
          lastModifiedAt: dayAt(index + 1),
        }),
      }),
    ),
  );
  await sql`
    insert into gateway.changes (id, upstream, operation, resource, record_id, record_name, fields, request_id, requested_at, state, hash)
    values (1, ${upstream}, 'updateRmaItems', 'rmas', 7, 'RMA-7', '[]', 'r', ${dayAt(1)}, 'unknown', ''),
      (2, ${upstream}, 'updateRmaItems', 'rmas', 8, null, '[]', 'r', ${dayAt(1)}, 'done', ''),
      (3, 'another', 'updateRmaItems', 'rmas', 9, null, '[]', 'r', ${dayAt(1)}, 'unknown', '')`;
  const all = await exceptions({ pageSize: 100 });
  expect(all.counts).toMatchObject({ "unknown-change": 1, "order-error": 10, "late-shipment": 20 });
  expect(all.total).toBe(31);
  expect((await figures()).exceptions).toEqual(all.counts);
  const keys = all.rows.map(({ kind, since }) => [
    exceptionKinds.indexOf(kind),
    new Date(since!).getTime(),
  ]);
  expect(keys).toEqual(keys.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!));
  expect(all.rows[0]).toMatchObject({ kind: "unknown-change", name: "RMA-7", changeId: 1 });
  const pages = await Promise.all(
    [1, 2].map((pageNumber) => exceptions({ pageNumber, pageSize: 16 })),
  );
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
  const of = await exceptions({ kind: "order-error", pageSize: 5 });
  expect([of.total, of.rows.length]).toEqual([10, 5]);
});

test("decided today are the RMAs that this console decided, each once", async () => {
  const { sql } = database;
  const today = new Date(findDayStart("2026-11-18", timeZone)).getTime();
  const decision = JSON.stringify([{ name: "approvedQuantity", count: 1 }]);
  const note = JSON.stringify([{ name: "note", count: 1 }]);
  const change = async (id: number, record: number, more: object = {}) => {
    const {
      person = "Ana (1)",
      at = today + 1,
      state = "done",
      fields = decision,
      settlement = null,
    } = more as {
      person?: string;
      at?: number;
      state?: string;
      fields?: string;
      settlement?: string | null;
    };
    await sql`
      insert into gateway.changes (id, upstream, person, operation, resource, record_id, fields, request_id, requested_at, state, hash, settlement)
      values (${id}, ${upstream}, ${person}, 'updateRmaItems', 'rmas', ${record}, ${fields}::text::json, 'r',
        ${new Date(at).toISOString()}, ${state}, '', ${settlement}::text::json)`;
  };
  await change(1, 1);
  await change(2, 1);
  await change(3, 2, { person: "Ben (2)" });
  await change(4, 3, { at: today - 1 });
  await change(5, 4, { state: "refused" });
  await change(6, 5, { fields: note });
  await change(7, 6, { state: "settled", settlement: '{"made":true}' });
  await change(8, 7, { state: "settled", settlement: '{"made":false}' });
  expect((await figures("Ana (1)")).decided).toEqual({ you: 2, team: 3 });
  expect((await figures()).decided).toEqual({ you: 0, team: 3 });
});
