import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FoundRecords } from "#contract/record-search.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, readProblem, type TestStorage } from "#gateway/testing/storage.ts";

let storage: TestStorage;
let upstream: TestUpstream;
let isListing: boolean;
/** What the upstream has, by the path of its list. */
let records: Readonly<Record<string, readonly object[]>>;
const keep = keepOpen();

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

const at = new Date().toISOString();
const address = { name: "Zoë Müller", email: "zoe@example.com" };
const rma = {
  id: 31,
  rmaNumber: "RMA-30031",
  rmaStatus: "Waiting",
  updatedAt: at,
  items: [{ id: 1, sku: "TNT-4", title: "Tent" }],
  rmaShipments: [{ shippingAddress: address, shipment: { trackingNumber: "1Z77" } }],
};
const orders = [
  { id: 7, purchaseOrderNumber: "PO-200387", lastModifiedAt: at, shippingAddress: address },
  { id: 8, purchaseOrderNumber: "PO-200388", lastModifiedAt: at },
];
const usual: Readonly<Record<string, readonly object[]>> = {
  "/purchase-orders": orders,
  "/rma": [rma],
  "/returns": [
    { id: 5, returnNumber: "RTN-60005", status: "open", updatedAt: at, items: [], rmas: [rma] },
  ],
};

beforeEach(async () => {
  isListing = true;
  records = usual;
  upstream = keep(
    await startUpstream((_request, response, { url }) => {
      const { pathname, searchParams } = new URL(url, "http://api.test");
      const page = searchParams.get("filterPageNumber") ?? searchParams.get("pageNumber");
      const [, list = "", id] = /^(\/[a-z-]+?)s?(?:\/(\d+).*)?$/.exec(pathname) ?? [];
      const all = records[list] ?? records[`${list}s`];
      if (all === undefined || (id === undefined && !isListing))
        return answer(response, 404, { error: "Not found" });
      if (id === undefined) return answer(response, 200, page === "1" ? all : []);
      const one = all.find((record) => "id" in record && record.id === Number(id));
      return one ? answer(response, 200, one) : answer(response, 404, { error: "Not found" });
    }),
  );
});
beforeEach(() => async () => {
  for (const table of ["records", "record_words", "record_copies", "copy_leases"])
    await storage.database.sql`delete from ${storage.database.sql(`gateway.${table}`)}`;
});

const copies = { copies: { share: 1 }, recordsDays: 400 };
const open = async (options: object = copies) =>
  keep(await storage.gateway(upstream.baseUrl, options));

const search = async (gateway: TestGateway, query: string) => {
  const response = await gateway.call(`/api/search?${query}`);
  return ((await response.json()) as { groups: FoundRecords[] }).groups;
};
const namesOf = (groups: readonly FoundRecords[]) =>
  groups.flatMap(({ hits }) => hits.map(({ name }) => name));
const lists = () =>
  upstream.arrivals.filter(({ method, url }) => method === "GET" && /page.?number=/i.test(url));

test("nothing is copied before somebody has asked for something; then all three kinds are found", async () => {
  const gateway = await open();
  await gateway.call("/healthz");
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(lists()).toEqual([]);
  const first = await search(gateway, "text=zoe+muller");
  expect(first.map(({ kind, state }) => [kind, state.phase])).toEqual([
    ["purchase-orders", "loading"],
    ["rmas", "loading"],
    ["returns", "loading"],
  ]);
  await eventually(async () =>
    (await search(gateway, "text=zoe")).every(({ state }) => state.phase === "ready"),
  );
  const found = await search(gateway, "text=zoe+muller");
  expect(namesOf(found)).toEqual(["PO-200387", "RMA-30031", "RTN-60005"]);
  expect(found[1]?.hits[0]).toMatchObject({
    matched: { field: "customer", value: "Zoë Müller" },
    status: "Waiting",
  });
  const [orders] = await search(gateway, "text=200387&kinds=purchase-orders&records=true");
  expect(orders?.hits[0]?.record).toMatchObject({ id: 7, shippingAddress: address });
  expect(namesOf(await search(gateway, "text=1z77&kinds=rmas,returns"))).toEqual([
    "RMA-30031",
    "RTN-60005",
  ]);
});

test("returns and RMAs are found by the customer and the number of their order, not by its other items", async () => {
  isListing = false;
  const gateway = await open();
  const order = { orderId: 900, purchaseOrderItems: [{ sku: "LAMP-1" }] };
  records = {
    "/purchase-orders": [{ ...orders[0], ...order }],
    "/returns": [{ id: 6, orderId: 900, returnNumber: "RTN-60006", updatedAt: at, items: [] }],
    "/rma": [{ id: 32, returnId: 6, rmaNumber: "RMA-30032", updatedAt: at, items: [] }],
  };
  for (const path of ["purchase-orders/7", "returns/6", "rma/32"])
    await gateway.call(`/api/${path}`);
  await eventually(async () => namesOf(await search(gateway, "text=30032")).length === 1);
  const all = ["PO-200387", "RMA-30032", "RTN-60006"];
  const found = await search(gateway, "text=muller");
  expect(namesOf(found)).toEqual(all);
  const customer = { field: "customer", value: "Zoë Müller" };
  expect(found.flatMap(({ hits }) => hits.map(({ matched }) => matched))).toEqual([
    customer,
    customer,
    customer,
  ]);
  expect(namesOf(await search(gateway, "text=PO-200387"))).toEqual(all);
  expect(namesOf(await search(gateway, "text=zoe&kinds=rmas"))).toEqual(["RMA-30032"]);
  expect(namesOf(await search(gateway, "text=lamp"))).toEqual(["PO-200387"]);
});

test.each(["text=a&first=-1", "text=a&count=0", "text=a&count=201", `text=${"a".repeat(201)}`, ""])(
  "%s is refused",
  async (query) => {
    const gateway = await open();
    expect((await gateway.call(`/api/search?${query}`)).status).toBe(400);
  },
);

test("two gateways copy once, and each finds what the other has copied", async () => {
  const [one, other] = [await open(), await open()];
  await search(one, "text=x");
  await search(other, "text=x");
  await eventually(async () =>
    (await search(other, "text=zoe")).every(({ state }) => state.phase === "ready"),
  );
  expect(namesOf(await search(one, "text=zoe"))).toHaveLength(3);
  expect(namesOf(await search(other, "text=zoe"))).toHaveLength(3);
  const firstPages = lists().filter(({ url }) => /page.?number=1&/i.test(url));
  // One reading and at most one check of each kind, and one of the RMAs and returns that wait.
  expect(firstPages.length).toBeLessThanOrEqual(8);
});

test("where the API lists nothing, what passes through the gateway is found", async () => {
  isListing = false;
  const gateway = await open();
  await gateway.call("/api/purchase-orders/7");
  await gateway.call("/api/returns/5", patch({ returnStatus: "open" }));
  const sees = async (text: string, count: number) =>
    eventually(async () => namesOf(await search(gateway, `text=${text}`)).length === count);
  await sees("200387", 1);
  // The RMA of the return, too.
  await sees("30031", 2);
  await eventually(async () =>
    (await search(gateway, "text=x")).every(({ state }) => state.phase === "unlisted"),
  );
});

test("RECORDS_DAYS=0 keeps nothing, and removes what was stored", async () => {
  const before = await open({ ...copies, copies: undefined });
  await before.call("/api/purchase-orders/7");
  await eventually(async () => namesOf(await search(before, "text=zoe")).length === 1);
  await before.close();
  const gateway = await open({ copies: { share: 1 }, recordsDays: 0 });
  await gateway.call("/api/purchase-orders/8");
  const groups = await search(gateway, "text=zoe");
  expect(groups.map(({ state, total }) => [state.phase, total])).toEqual([
    ["off", 0],
    ["off", 0],
    ["off", 0],
  ]);
  const { sql } = storage.database;
  await eventually(async () => {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from gateway.records) + (select count(*) from gateway.record_words)
        + (select count(*) from gateway.record_copies) as left`;
    return row?.left === 0;
  });
  expect(lists()).toEqual([]);
});

test("a gateway without copies sends and keeps nothing", async () => {
  const gateway = await open({});
  await gateway.call("/api/purchase-orders/7");
  expect((await search(gateway, "text=zoe")).map(({ state }) => state.phase)).toContain("off");
  expect(upstream.arrivals).toHaveLength(1);
  const { sql } = storage.database;
  expect(await sql`select from gateway.records`).toHaveLength(0);
});

test("without a working database, the search says so", async () => {
  const gateway = await open({
    ...copies,
    database: { open: async () => Promise.reject(new Error("away")) },
  });
  const response = await gateway.call("/api/search?text=zoe");
  expect(response.status).toBe(503);
  expect((await readProblem(response)).outcome).toBe("refused");
});
