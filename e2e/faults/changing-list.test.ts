import { afterAll, beforeAll, expect, test } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Query } from "#database/sql.ts";
import { insertProductParents } from "#service/store/products.ts";
import { productParent } from "#service/testing/orders.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";
import { createMemoryStore } from "#web/api/product-copy/copy-store.ts";
import {
  nextStep,
  type PageAnswer,
  type PageRequest,
  startSweep,
} from "#web/api/product-copy/sweep-state.ts";

/*
 * The local copy of a channel, with the service and PostgreSQL behind it: a change is under way during each request, so
 * that it reaches the database before, during or after the statements that find the page.
 */

const size = 5;
const count = 24;
/** The products are spread over hours, by which the service counts them. */
const spacingMs = 20 * 60_000;
const began = Date.UTC(2026, 0, 5, 8);
const at = (ms: number) => new Date(began + ms).toISOString();

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const parents = Array.from({ length: count }, (_, index) =>
    productParent(index + 1, { updated_at: at(index * spacingMs), variants: [] }),
  );
  const wrong = productParent(99, { updated_at: "9999-12-31T23:59:59.999Z", variants: [] });
  await insertProductParents(service.sql, [...parents, wrong]);
});
afterAll(() => service.close());

/** The milliseconds since the first product was updated; they pass as the test says. */
let now = count * spacingMs;

const touch = async (sql: Query, id: number, time = at(now)) => {
  await sql`
    update service.product_parents
    set updated_at = ${time}, record = jsonb_set(record::jsonb, '{updated_at}', to_jsonb(${time}::text))::json
    where id = ${id}`;
};
const add = (id: number) =>
  insertProductParents(service.sql, [productParent(id, { updated_at: at(now), variants: [] })]);
const remove = async (id: number) => {
  await service.sql`delete from service.product_parents where id = ${id}`;
};

/** A change that others see only when `commit` is called, with the time at which it was made. */
const touchLate = async (id: number) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let committed: Promise<unknown> = Promise.resolve();
  await new Promise<void>((made, fail) => {
    committed = service.sql.begin(async (transaction) => {
      await touch(transaction, id);
      made();
      await held;
    });
    committed.catch(fail);
  });
  return async () => {
    release();
    await committed;
  };
};

let commit = async () => {};

/** One for each of the first requests. */
const changes: (() => Promise<unknown>)[] = [
  () => touch(service.sql, 2),
  () => touch(service.sql, 20),
  async () => (commit = await touchLate(11)),
  () => add(31),
  () => touch(service.sql, 1),
  () => remove(4),
  () => commit(),
  () => touch(service.sql, 24),
  () => add(32),
  () => touch(service.sql, 31),
];

const request = async ({ after, page }: PageRequest): Promise<PageAnswer> => {
  const askedAt = now;
  const query = `filterUpdatedAfter=${new Date(after).toISOString()}&filterPageNumber=${page}&filterPageSize=${size}`;
  const [answer] = await Promise.all([
    service.call(`/reseller-channels/1/products/parents?${query}&includeVariants=true`),
    changes.shift()?.(),
  ]);
  expect(answer.status).toBe(200);
  now += 500;
  return {
    products: answer.json as ResellerProductParent[],
    total: Number(answer.headers.get("x-total-count")),
    age: undefined,
    askedAt,
    now,
    wall: began + now,
  };
};

const store = createMemoryStore("copy");

/** Runs a full sweep, or a check for changes, to its end. */
const run = async (isSweep: boolean) => {
  const begin = () =>
    store.changeHead((head) =>
      isSweep ? { ...head, sweep: startSweep(head.sweep, head.products > 0, now) } : head,
    );
  let check = !isSweep;
  for (let head = await begin(); head !== undefined; head = await store.head()) {
    const next = nextStep(head.sweep, { now, check });
    check = false;
    if (next.kind === "request") await store.writePage(next.request, await request(next.request));
    else if (next.kind === "mark-gone") await store.markGone(next.pass, began + now);
    else if (next.until === undefined) return;
    else now = next.until;
  }
};

const listCopied = async () => {
  const copied: (readonly [number, string])[] = [];
  for await (const records of store.changedSince(0))
    for (const { product, goneAt } of records)
      if (goneAt === null) copied.push([product.id ?? 0, product.updated_at ?? ""]);
  return copied.toSorted(([a], [b]) => a - b);
};

const listStored = async () => {
  const rows = await service.sql<{ record: ResellerProductParent }[]>`
    select record from service.product_parents order by id`;
  return rows.map(({ record }) => [record.id, record.updated_at] as const);
};

test("fault 56, 57: a full sweep loses no product that moves between pages, is committed late or has a date far ahead", async () => {
  await store.begin(1, size, began);
  await run(true);
  expect(changes).toEqual([]);
  const isCopied = new Set((await listCopied()).map(([id]) => id));
  expect((await listStored()).filter(([id]) => !isCopied.has(id ?? 0))).toEqual([]);
  now += 61_000;
  await run(false);
  const removed = (await listCopied()).filter(([id]) => id === 4);
  expect((await listCopied()).filter(([id]) => id !== 4)).toEqual(await listStored());
  expect(removed).toHaveLength(1);

  // What changes after the product with a wrong date is found by a check, and what was removed by the next sweep.
  await touch(service.sql, 7);
  await run(false);
  await run(true);
  expect(await listCopied()).toEqual(await listStored());
});
