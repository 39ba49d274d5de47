import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationEntries } from "#contract/operations.ts";
import { createQuery, type Sql } from "#database/sql.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { prepareService } from "./prepare-service.ts";
import { createService } from "./service.ts";
import { insertProductParents } from "./store/products.ts";
import { insertPurchaseOrders } from "./store/purchase-orders.ts";
import { insertReturns } from "./store/returns.ts";
import { insertRmas } from "./store/rmas.ts";
import {
  addressOf,
  type ListRequest,
  makeListRequests,
  pageParameters,
} from "#service/testing/list-requests.ts";
import { addManyRecords } from "#service/testing/many-records.ts";
import { productParent, purchaseOrder } from "#service/testing/orders.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import { createToken } from "./tokens.ts";

/** The planner decides as for this many rows of each table; the tables contain `rows`. */
const believed = {
  purchase_orders: 1_000_000,
  product_parents: 1_000_000,
  returns: 160_000,
  rmas: 200_000,
};
const rows = 1_000;
const now = new Date("2026-03-02T10:00:00.000Z");

/** The other name of an operation with the same handler. */
const twins: Partial<Record<string, string>> = { listFulfillmentRequests: "listPurchaseOrders" };

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}

let database: TestDatabase;
let app: Awaited<ReturnType<typeof createService>>;
let requests: ListRequest[];
const tokens = new Map<string, string>();
/** The plans of the statements that the service has run. */
let plans: { readonly text: string; readonly plan: Plan }[] = [];

/** Runs statements as the service's pool does, and notes the plan of each. */
const explained = (sql: Sql): Sql =>
  Object.assign(
    createQuery({
      run: async (fragment) => {
        const result = await sql`${fragment}`;
        if (!/^\s*(?:select|with)/.test(fragment.texts[0] ?? "")) return result;
        const [row] = await sql<{ "QUERY PLAN": { Plan: Plan }[] }[]>`
          explain (format json) ${fragment}`;
        const plan = row?.["QUERY PLAN"][0]?.Plan;
        if (plan !== undefined) plans.push({ text: fragment.texts.join("$"), plan });
        return result;
      },
      script: sql.script,
      load: sql.load,
    }),
    { begin: sql.begin, poolState: sql.poolState, end: sql.end },
  );

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const call = async ({ caller = { type: "account" } }: ListRequest, url: string) => {
  const key = JSON.stringify(caller);
  const token = tokens.get(key) ?? (await createToken(database.sql, caller));
  tokens.set(key, token);
  plans = [];
  const response = await fetch(app.listeningOrigin + url, { headers: { "x-api-token": token } });
  expect(response.status, await response.text()).toBe(200);
  return plans;
};

beforeAll(async () => {
  database = await createTestDatabase({ name: "service", fill: prepareService });
  const { sql } = database;
  await insertPurchaseOrders(sql, [purchaseOrder(1)]);
  await insertProductParents(sql, [productParent(1)]);
  await insertReturns(sql, [returnModel(1)]);
  await insertRmas(sql, [rma(1)]);
  await sql`insert into service.mapping_sets (record) values ('{"id":1,"name":"One"}')`;
  await sql`insert into service.webhook_configurations (record) values ('{"id":1,"status":"active"}')`;
  const orderIdStep = believed.purchase_orders / rows;
  const counts = {
    purchaseOrders: rows,
    productParents: rows,
    returns: rows * 0.8,
    rmas: rows,
    orderIdStep,
  };
  await addManyRecords(sql, counts, now);
  for (const [table, tuples] of Object.entries(believed))
    await sql`select pg_restore_relation_stats('schemaname', 'service', 'relname', ${table}::text,
      'relpages', relpages, 'reltuples', ${tuples}::real, 'relallvisible', relpages)
      from pg_class where oid = ${`service.${table}`}::regclass`;
  // The tables have few pages. Reading all of them must cost much, as it does at the believed size.
  const { database: name } = database.target as { database: string };
  await sql`alter database ${sql(name)} set seq_page_cost = 20`;
  requests = await makeListRequests(sql, now);
  app = await createService({ sql: explained(database.connect()), rateLimit: 0, clock: () => now });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

describe("every list", () => {
  test("is requested with each of its filters", () => {
    const single = /^get|^retrieve/;
    const asked = (name: string) =>
      new Set(
        requests.flatMap(({ operation, query }) =>
          operation === name || operation === twins[name] ? Object.keys(query) : [],
        ),
      );
    for (const [name, { method, query }] of operationEntries) {
      if (method !== "GET" || single.test(name)) continue;
      const paging = Object.values(pageParameters[name] ?? {});
      const filters = Object.keys(query?.shape ?? {}).filter((key) => !paging.includes(key));
      expect(requests.map(({ operation }) => operation)).toContain(name);
      expect([name, filters.filter((key) => !asked(name).has(key))]).toEqual([name, []]);
    }
  });

  test("finds its first and a deep page by an index", async () => {
    const scans: object[] = [];
    for (const request of requests)
      for (const page of Object.keys(request.query).length === 0 ? [1, 15] : [1]) {
        const url = addressOf(request, page);
        for (const { text, plan } of await call(request, url))
          for (const node of nodesOf(plan))
            if (node["Node Type"] === "Seq Scan" && (node["Relation Name"] ?? "") in believed)
              scans.push({ url, text, table: node["Relation Name"] });
      }
    expect(scans).toEqual([]);
  });
});
