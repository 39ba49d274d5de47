import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { migrate } from "#database/migrate.ts";
import type { CopyJob, Fence } from "#gateway/copying/copying.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import { createRecordJob, describeCopy, readProgress } from "./copy-records.ts";
import { openCopy } from "./record-store.ts";
import { searchRecords } from "./search-records.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const folder = new URL("../migrations/", import.meta.url);
  await migrate(database.sql, { schema: "gateway", folder });
});
afterAll(async () => database.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.parse("2026-05-01T12:00:00Z");

interface Order {
  readonly id: number;
  readonly lastModifiedAt: string;
  readonly [name: string]: unknown;
}

let now: number;
let orders: Map<number, Order>;
/** Status of the answers to lists, and the token with which they are asked for. */
let listStatus: number;
let token: string;
let asked: string[];

const put = (id: number, more: object = {}) =>
  orders.set(id, {
    id,
    purchaseOrderNumber: `PO-${1_000 + id}`,
    lastModifiedAt: new Date(now).toISOString(),
    shippingAddress: { name: `Ana Number${id}`, email: `ana${id}@example.com` },
    ...more,
  });

beforeEach(async () => {
  now = start;
  orders = new Map();
  listStatus = 200;
  token = "one";
  asked = [];
  await database.sql`delete from gateway.record_copies`;
  await database.sql`delete from gateway.record_words`;
});

const succeed = (value: unknown): Verdict => ({
  kind: "success",
  status: 200,
  value,
  totalCount: undefined,
  etag: undefined,
  contractIssues: 0,
});
const refuse = (status: number): Verdict => ({
  kind: "failure",
  failure: { kind: "upstream-refused", status },
  status,
  tokenRefused: false,
  retryAfterMs: undefined,
});

/** Answers as the API does: newest first, changed later than a time, page by page. */
const answer = (path: string): Verdict => {
  asked.push(path);
  const { pathname, searchParams } = new URL(path, "http://api.test");
  const id = /^\/purchase-orders\/(\d+)$/.exec(pathname)?.[1];
  if (id !== undefined)
    return orders.has(Number(id)) ? succeed(orders.get(Number(id))) : refuse(404);
  if (listStatus !== 200) return refuse(listStatus);
  const after = searchParams.get("filterUpdatedAfter") ?? "";
  const [page, size] = ["filterPageNumber", "filterPageSize"].map((name) =>
    Number(searchParams.get(name)),
  );
  const fitting = [...orders.values()]
    .filter(({ lastModifiedAt }) => lastModifiedAt > after)
    .toSorted((a, b) => b.id - a.id);
  return succeed(fitting.slice((page! - 1) * size!, page! * size!));
};

const fence: Fence = async (write) => database.sql.begin(async (sql) => write(sql));

const openJob = async (days = 400, of: Fence = fence): Promise<CopyJob> => {
  const job = createRecordJob({
    kind: "purchase-orders",
    upstream: "test",
    sql: async () => database.sql,
    fence: of,
    days,
    tokenOf: () => token,
    now: () => now,
  });
  await job.begin();
  return job;
};

/** Does what the job asks for, at most so many requests; returns how long it would then wait. */
const run = async (job: CopyJob, most = 100): Promise<number> => {
  for (let requests = 0; requests < most; requests += 1) {
    const next = await job.next();
    if (typeof next === "number") return next;
    await next.store(answer(next.path));
  }
  return 0;
};
/** Runs it for a time, in steps. */
const runFor = async (job: CopyJob, ms: number): Promise<void> => {
  for (const end = now + ms; now < end;) {
    const rest = await run(job);
    now = Math.min(end, now + Math.max(1, rest));
  }
};

const find = async (text: string): Promise<number[]> => {
  const { id } = await openCopy(database.sql, "test", "purchase-orders");
  const kinds = ["purchase-orders"] as const;
  const wanted = { kinds, text, first: 0, count: 50, records: false };
  const [found] = await searchRecords(database.sql, new Map([[kinds[0], id]]), wanted);
  return (found?.hits ?? []).map((hit) => hit.id);
};
const readState = async () =>
  describeCopy(readProgress((await openCopy(database.sql, "test", "purchase-orders")).progress));

test("the first reading copies all records, the newest first", async () => {
  for (let id = 1; id <= 120; id += 1) put(id);
  const job = await openJob();
  await run(job, 1);
  expect(await find("Ana Number120")).toEqual([120]);
  expect(await find("Ana Number1")).toEqual([
    120, 119, 118, 117, 116, 115, 114, 113, 112, 111, 110, 109, 108, 107, 106, 105, 104, 103, 102,
    101, 100,
  ]);
  expect((await readState()).phase).toBe("loading");
  await run(job);
  expect(await find("PO-1001")).toEqual([1]);
  expect(await readState()).toEqual({ phase: "ready", checkedAt: start });
});

test("a gateway that ends in the middle of the first reading is continued by the next one", async () => {
  for (let id = 1; id <= 120; id += 1) put(id);
  await run(await openJob(), 2);
  asked = [];
  await run(await openJob());
  const first = `After=${encodeURIComponent(new Date(start - 400 * day).toISOString())}&filterPageNumber=1&`;
  expect(asked.filter((path) => path.includes(first))).toEqual([]);
  expect(await find("PO-1001")).toEqual([1]);
  const [{ count } = { count: 0 }] = await database.sql<{ count: number }[]>`
    select count(*) from gateway.records`;
  expect(count).toBe(120);
});

test("a page that could not be stored is asked for again", async () => {
  for (let id = 1; id <= 60; id += 1) put(id);
  let fails = 1;
  const job = await openJob(400, async (write) => {
    if (fails > 0 && asked.length === 2) {
      fails -= 1;
      throw new Error("Another gateway copies now");
    }
    return fence(write);
  });
  await expect(run(job)).rejects.toThrow("Another gateway copies now");
  await run(job);
  expect(await find("PO-1060")).toEqual([60]);
  expect(await find("PO-1001")).toEqual([1]);
});

test("later changes and new records are found within minutes, without reading all again", async () => {
  now -= day;
  for (let id = 1; id <= 60; id += 1) put(id);
  now += day;
  const job = await openJob();
  await run(job);
  now += 10 * minute;
  put(7, { shippingAddress: { name: "José Ibáñez" } });
  put(61);
  asked = [];
  await run(job);
  expect(await find("jose ibanez")).toEqual([7]);
  expect(await find("Number7")).toEqual([]);
  expect(await find("PO-1061")).toEqual([61]);
  // A page, and an empty one.
  expect(asked).toHaveLength(2);
  asked = [];
  await runFor(job, 60 * minute);
  // After each minute at first, then after longer pauses, up to five minutes.
  expect(asked.length).toBeGreaterThanOrEqual(24);
  expect(asked.length).toBeLessThanOrEqual(36);
});

test("a redacted address is wiped, also without a newer time of its order", async () => {
  for (let id = 1; id <= 60; id += 1) put(id);
  const job = await openJob();
  await run(job);
  expect(await find("ana9@example.com")).toEqual([9]);
  const { lastModifiedAt } = orders.get(9)!;
  put(9, {
    lastModifiedAt,
    note: "Call Ana Number9",
    orderFFL: { name: "Ana Number9" },
    shippingAddress: { id: 5, name: "Ana Number9", email: "ana9@example.com", redacted: true },
  });
  now += 7 * day;
  await runFor(job, 10 * minute);
  expect(await find("ana9@example.com")).toEqual([]);
  expect(await find("Number9")).toEqual([]);
  expect(await find("PO-1009")).toEqual([9]);
  const [row] = await database.sql<{ record: string }[]>`
    select record from gateway.records where record_id = 9`;
  expect(row?.record).not.toContain("Ana");
  expect(JSON.parse(row!.record)).toMatchObject({ shippingAddress: { id: 5, redacted: true } });
});

test("a removed record is found by the second reading, one that only moved between pages stays", async () => {
  for (let id = 1; id <= 60; id += 1) put(id);
  const job = await openJob();
  await run(job);
  orders.delete(30);
  const moved = orders.get(10)!;
  now += 7 * day + minute;
  await run(job, 1);
  // The list leaves it out this time.
  orders.delete(10);
  while (!asked.includes("/purchase-orders/10")) {
    const next = await job.next();
    if (typeof next === "number") now += next;
    else {
      if (next.path === "/purchase-orders/10") orders.set(10, moved);
      await next.store(answer(next.path));
    }
  }
  await runFor(job, 10 * minute);
  expect(await find("PO-1030")).toEqual([]);
  expect(await find("PO-1010")).toEqual([10]);
  const [words] = await database.sql<{ count: number }[]>`
    select count(*) from gateway.record_words where record_id = 30`;
  expect(words?.count).toBe(0);
});

test("what was not changed for the kept days is removed", async () => {
  for (let id = 1; id <= 3; id += 1) put(id);
  const job = await openJob(10);
  await run(job);
  now += 6 * day;
  put(2);
  await run(job);
  now += 5 * day;
  await run(job);
  expect(await find("Ana")).toEqual([2]);
});

test.each([404, 405, 501])(
  "an API that answers %i to the list is asked again an hour later",
  async (status) => {
    listStatus = status;
    const job = await openJob();
    await run(job);
    expect((await readState()).phase).toBe("unlisted");
    await runFor(job, 59 * minute);
    expect(asked).toHaveLength(1);
    listStatus = 200;
    put(1);
    await runFor(job, 2 * minute);
    expect((await readState()).phase).toBe("ready");
    expect(await find("PO-1001")).toEqual([1]);
  },
);

test("a refused token is not tried again for an hour, a new one is at once", async () => {
  listStatus = 401;
  put(1);
  const job = await openJob();
  await runFor(job, 59 * minute);
  expect(asked).toHaveLength(1);
  [listStatus, token] = [200, "two"];
  await run(job);
  expect(await find("PO-1001")).toEqual([1]);
});

test("failures are repeated after longer and longer pauses", async () => {
  listStatus = 502;
  const job = await openJob();
  await runFor(job, 10 * minute);
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.length).toBeLessThan(9);
});

test("a check ends at the first page if the API ignores the time", async () => {
  for (let id = 1; id <= 120; id += 1) put(id, { lastModifiedAt: "2026-04-01T00:00:00Z" });
  const job = await openJob();
  await run(job);
  now += 10 * minute;
  asked = [];
  const next = await job.next();
  if (typeof next === "number") throw new Error("No check is due");
  await next.store(succeed([...orders.values()].slice(0, 50)));
  expect(await job.next()).toBeTypeOf("number");
});
