import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AlikeLines, Evidence, ProposalQuality } from "#contract/evidence.ts";
import { migrate } from "#database/migrate.ts";
import type { SearchedKind } from "#contract/record-search.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";
import { openCopy, removeRecords, storeRecords } from "./record-store.ts";

let storage: TestStorage;
let upstream: TestUpstream;
/** What the upstream has, by the path of its list. */
let records: Readonly<Record<string, readonly { readonly id: number }[]>>;
const keep = keepOpen();

beforeAll(async () => {
  storage = await openTestStorage();
  const folder = new URL("../migrations/", import.meta.url);
  await migrate(storage.database.sql, { schema: "gateway", folder });
});
afterAll(async () => storage.close());

const dayMs = 24 * 60 * 60_000;
const start = Date.now();
const before = (days: number): string => new Date(start - days * dayMs).toISOString();

const zoe = { name: "Zoë Müller", email: "Zoe@Example.com", phone: "555-0100" };

/** An order of a tent, of which one is returned: order, return and RMA have numbers that end alike. */
const sale = (
  n: number,
  {
    address = {},
    decided,
    ...line
  }: { address?: object; decided?: "approve" | "deny"; [name: string]: unknown } = {},
) => {
  const [approvedQuantity, deniedQuantity] = [
    Number(decided === "approve"),
    Number(decided === "deny"),
  ];
  const status = { approve: "Approved", deny: "Denied", none: "Waiting" }[decided ?? "none"];
  return {
    order: {
      id: n,
      orderId: 100 + n,
      sourceId: 3,
      purchaseOrderNumber: `PO-${n}`,
      purchaseOrderStatus: { name: "Acknowledged" },
      purchaseOrderFulfillmentStatus: { name: "Shipped" },
      generatedAt: before(70 - n),
      lastModifiedAt: before(70 - n),
      shippingAddress: address,
      purchaseOrderItems: [
        {
          id: 10 + n,
          orderItemId: 200 + n,
          sku: "TNT-4",
          quantity: 4,
          shippedQuantity: 4,
          cost: 50,
        },
      ],
      shipments: [
        {
          carrier: "UPS",
          trackingNumber: `1Z${n}`,
          trackingUrl: `https://tracking.example.com/1Z${n}`,
          shippedAt: before(69 - n),
          shipmentItems: [{ orderItemId: 200 + n }],
        },
      ],
    },
    itsReturn: {
      id: 300 + n,
      orderId: 100 + n,
      returnNumber: `RTN-${n}`,
      status: "open",
      insertedAt: before(60 - n),
      updatedAt: before(60 - n),
      items: [{ id: 400 + n, orderItemId: 200 + n, salesPrice: 89.5, refundedAmount: 0 }],
      rmas: [],
    },
    rma: {
      id: 500 + n,
      returnId: 300 + n,
      sourceId: 3,
      rmaNumber: `RMA-${n}`,
      rmaStatus: status,
      createdAt: before(60 - n),
      updatedAt: before(50 - n),
      items: [
        {
          id: 600 + n,
          returnItemId: 400 + n,
          sku: "TNT-4",
          returnReason: "Arrived too late",
          returnCondition: "Like new",
          quantity: 1,
          approvedQuantity,
          deniedQuantity,
          cost: 50,
          creditedAmount: approvedQuantity * 50,
          ...line,
        },
      ],
    },
  };
};
type Sale = ReturnType<typeof sale>;

/** Five approved, one denied, one of another reason, and one to decide by the customer of the first. */
const usual = (): Sale[] => [
  sale(1, { decided: "approve", address: zoe, returnReason: " arrived  too LATE" }),
  ...[2, 3, 4, 5].map((n) => sale(n, { decided: "approve" })),
  sale(6, { decided: "deny" }),
  sale(7, { decided: "deny", returnReason: "Defective" }),
  sale(8, { address: { ...zoe, email: "zoe@example.com " } }),
];

const serve = (sales: readonly Sale[]): void => {
  records = {
    "/purchase-orders": sales.map(({ order }) => order),
    "/returns": sales.map(({ itsReturn }) => itsReturn),
    "/rma": sales.map(({ rma }) => rma),
  };
};

beforeEach(async () => {
  serve(usual());
  upstream = keep(
    await startUpstream((_request, response, { url }) => {
      const { pathname, searchParams } = new URL(url, "http://api.test");
      const page = searchParams.get("filterPageNumber") ?? searchParams.get("pageNumber");
      return answer(response, 200, page === "1" ? records[pathname] : []);
    }),
  );
});
beforeEach(() => async () => {
  for (const table of ["records", "record_words", "record_copies", "copy_leases"])
    await storage.database.sql`delete from ${storage.database.sql(`gateway.${table}`)}`;
});

const read = async <T>(gateway: TestGateway, path: string): Promise<T> => {
  const response = await gateway.call(`/api/evidence${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

const open = async (recordsDays = 400): Promise<TestGateway> => {
  const gateway = keep(
    await storage.gateway(upstream.baseUrl, { copies: { share: 1 }, recordsDays }),
  );
  const isReady = async () => {
    const { copies } = await read<Evidence>(gateway, "?rmaId=508");
    return Object.values(copies).every(({ phase }) => phase !== "loading");
  };
  await eventually(isReady);
  return gateway;
};

const past = {
  alike: {
    reason: "Arrived too late",
    condition: "Like new",
    sourceId: 3,
    cost: { from: 50, to: 100 },
    age: { from: 8, to: 15 },
  },
  total: 6,
  approved: 5,
  denied: 1,
  split: 0,
  proposal: { outcome: "approve", creditPercent: 100, agreed: 5 },
};

test("an RMA has its order, its customer's other returns, rates, and how lines like it were decided", async () => {
  const evidence = await read<Evidence>(await open(), "?rmaId=508");
  const month = /^\d{4}-\d{2}-01$/;
  const rate = {
    returns: 8,
    returnedUnits: 8,
    orderedUnits: 32,
    from: expect.stringMatching(month) as string,
    seenAt: expect.any(Number) as number,
  };
  const seenAt = expect.any(Number) as number;
  expect(evidence).toMatchObject({
    rma: { kind: "rmas", id: 508, name: "RMA-8", status: "Waiting", seenAt },
    return: { kind: "returns", id: 308, name: "RTN-8", status: "open", seenAt },
    orders: [
      {
        id: 8,
        name: "PO-8",
        status: "Acknowledged",
        fulfillmentStatus: "Shipped",
        sourceId: 3,
        seenAt,
      },
    ],
    lines: [
      {
        id: 608,
        sku: "TNT-4",
        pricePaid: 89.5,
        refunded: 0,
        credited: 0,
        ordered: { purchaseOrderId: 8, units: 4, shippedUnits: 4, cost: 50 },
        parcels: [
          {
            carrier: "UPS",
            trackingNumber: "1Z8",
            trackingUrl: "https://tracking.example.com/1Z8",
          },
        ],
        past,
      },
    ],
    customer: {
      name: "Zoë Müller",
      email: "zoe@example.com",
      phone: "555-0100",
      history: {
        by: "email",
        hasMore: false,
        orders: 2,
        returns: 1,
        rmas: 1,
        units: 1,
        approvedUnits: 1,
        deniedUnits: 0,
        credited: 50,
        newest: [{ kind: "rmas", id: 501, name: "RMA-1", status: "Approved" }],
      },
    },
    products: [{ sku: "TNT-4", ...rate }],
    source: { id: 3, ...rate },
    otherRmas: [],
  });
});

test("the lines alike are listed page by page, the newest decisions first", async () => {
  const gateway = await open();
  const list = async (query: string) => {
    const {
      past: of,
      lines,
      hasMore,
    } = await read<AlikeLines>(gateway, `/lines?rmaId=508&${query}`);
    return { of, names: lines.map(({ rma }) => rma.name), hasMore };
  };
  expect(await list("lineId=608&count=4")).toEqual({
    of: past,
    names: ["RMA-6", "RMA-5", "RMA-4", "RMA-3"],
    hasMore: true,
  });
  const rest = await list("lineId=608&first=4&count=4");
  expect([rest.names, rest.hasMore]).toEqual([["RMA-2", "RMA-1"], false]);
  const [line] = (await read<AlikeLines>(gateway, "/lines?rmaId=508&lineId=608&first=5")).lines;
  expect(line).toMatchObject({
    lineId: 601,
    reason: "arrived  too LATE",
    quantity: 1,
    approved: 1,
    credited: 50,
    outcome: "approve",
    creditPercent: 100,
  });
  expect(await list("lineId=999")).toEqual({ of: undefined, names: [], hasMore: false });
});

test("proposals are checked with the decisions before each", async () => {
  serve([...usual(), sale(9, { decided: "approve" }), sale(10, { decided: "deny" })]);
  const { copy: _, ...quality } = await read<ProposalQuality>(await open(), "/quality");
  expect(quality).toMatchObject({
    lines: 9,
    // Those of the sixth, the ninth and the tenth sale: five or more were decided before them.
    proposed: 3,
    agreed: 1,
    reasons: [
      { reason: "Arrived too late", lines: 8, proposed: 3, agreed: 1 },
      { reason: "Defective", lines: 1, proposed: 0, agreed: 0 },
    ],
  });
  expect(quality.from).toBeLessThan(quality.to ?? 0);
});

test.each([
  "?rmaId=",
  "?rmaId=0",
  "?rmaId=a",
  "",
  "/lines?rmaId=1",
  "/lines?rmaId=1&lineId=1&count=101",
  "/lines?rmaId=1&lineId=1&first=500",
])("%s is refused", async (query) => {
  const gateway = keep(await storage.gateway(upstream.baseUrl));
  expect((await gateway.call(`/api/evidence${query}`)).status).toBe(400);
});

test("without copies, and of an RMA that isn't copied, nothing is known", async () => {
  const nothing = { orders: [], lines: [], products: [], otherRmas: [] };
  const copied = await read<Evidence>(await open(), "?rmaId=9223372036854775807");
  expect(copied).toMatchObject({ copies: { rmas: { phase: "ready" } }, ...nothing });
  expect(copied.rma).toBeUndefined();
  const off = await read<Evidence>(await open(0), "?rmaId=508");
  const none = { phase: "off", checkedAt: null };
  expect(off).toEqual({
    copies: { "purchase-orders": none, rmas: none, returns: none },
    ...nothing,
  });
});

/** Copies of another upstream, filled by hand. */
const fill = async (name: string) => {
  const { sql } = storage.database;
  const kinds = ["purchase-orders", "returns", "rmas"] as const;
  const ids = new Map<SearchedKind, number>();
  for (const kind of kinds) ids.set(kind, (await openCopy(sql, name, kind)).id);
  const put = async (kind: SearchedKind, ...values: object[]) =>
    sql.begin(async (transaction) => storeRecords(transaction, ids.get(kind)!, kind, values));
  const remove = async (kind: SearchedKind, id: number) =>
    sql.begin(async (transaction) => removeRecords(transaction, ids.get(kind)!, [String(id)]));
  const lines = async () => sql<
    { age: number; outcome: string | null; decided: string; credited: number }[]
  >`
    select age, outcome, decided_at::text as decided, credited from gateway.rma_lines
    where copy_id = ${ids.get("rmas")!} order by rma_id`;
  const units = async () => sql`
    select subject, sum(units)::integer as units from gateway.ordered_units
    where copy_id = ${ids.get("purchase-orders")!} group by subject order by subject`;
  return { put, remove, lines, units };
};

test("lines are the same in whatever order records are stored", async () => {
  const [{ order, itsReturn, rma } = sale(0)] = usual();
  const parts = { "purchase-orders": order, returns: itsReturn, rmas: rma } as const;
  const orders: (keyof typeof parts)[][] = [
    ["purchase-orders", "returns", "rmas"],
    ["rmas", "returns", "purchase-orders"],
    ["returns", "rmas", "purchase-orders"],
    ["purchase-orders", "rmas", "returns"],
  ];
  for (const [place, kinds] of orders.entries()) {
    const { put, lines } = await fill(`order ${place}`);
    for (const kind of kinds) await put(kind, parts[kind]);
    expect(await lines()).toMatchObject([{ outcome: "approve", credited: 50 }]);
    expect((await lines())[0]?.age).toBe(9);
  }
});

test("lines follow their RMA, and keep the time of a decision that stays", async () => {
  const { put, remove, lines } = await fill("changes");
  const { order, itsReturn, rma } = sale(1, { decided: "approve" });
  await put("purchase-orders", order);
  await put("returns", itsReturn);
  await put("rmas", rma);
  const [first] = await lines();
  const [item] = rma.items;
  await put("rmas", { ...rma, updatedAt: before(2), items: [{ ...item, creditedAmount: 40 }] });
  expect(await lines()).toEqual([{ ...first, credited: 40 }]);
  await remove("purchase-orders", order.id);
  await put("rmas", {
    ...rma,
    updatedAt: before(1),
    items: [{ ...item, approvedQuantity: 0, deniedQuantity: 1 }],
  });
  const [denied] = await lines();
  expect(denied).toMatchObject({ outcome: "deny", age: first?.age });
  expect(denied?.decided).not.toBe(first?.decided);
  await put("rmas", { ...rma, updatedAt: before(0), rmaStatus: "Voided", items: [] });
  expect(await lines()).toEqual([]);
  await put("rmas", { ...rma, updatedAt: before(-1) });
  expect(await lines()).toHaveLength(1);
  await remove("rmas", rma.id);
  expect(await lines()).toEqual([]);
});

test("ordered units follow their orders", async () => {
  const { put, remove, units } = await fill("units");
  const [one, other] = [sale(1).order, sale(2).order];
  const [line] = one.purchaseOrderItems;
  const counted = (all: number) => [
    { subject: "sku TNT-4", units: all },
    { subject: "source 3", units: all },
  ];
  await put("purchase-orders", one, other, {
    ...one,
    id: 9,
    purchaseOrderType: { handle: "stocking_purchase_order" },
  });
  expect(await units()).toEqual(counted(8));
  await put("purchase-orders", {
    ...one,
    lastModifiedAt: before(1),
    purchaseOrderItems: [{ ...line, canceledQuantity: 1 }],
  });
  expect(await units()).toEqual(counted(7));
  await put("purchase-orders", { ...other, lastModifiedAt: before(1), canceledAt: before(1) });
  expect(await units()).toEqual(counted(3));
  await remove("purchase-orders", one.id);
  expect(await units()).toEqual([]);
});

test("a redacted customer is forgotten", async () => {
  const gateway = await open();
  expect((await read<Evidence>(gateway, "?rmaId=508")).customer?.history?.returns).toBe(1);
  const shippingAddress = { id: 1, redacted: true, email: null };
  const redacted = usual().map(({ order }) => ({ ...order, shippingAddress }));
  const { sql } = storage.database;
  const [copy] = await sql<{ id: number }[]>`
    select id from gateway.record_copies where kind = 'purchase-orders'`;
  await sql.begin(async (transaction) =>
    storeRecords(transaction, copy!.id, "purchase-orders", redacted),
  );
  const { customer, lines } = await read<Evidence>(gateway, "?rmaId=508");
  expect(customer).toBeUndefined();
  expect(lines[0]?.past).toMatchObject(past);
  const left = await sql`
    select word from gateway.record_words where word like '=%' or word like '%ZOE%'`;
  expect(left).toEqual([]);
});

test("RECORDS_DAYS=0 removes lines and units, too", async () => {
  await (await open()).close();
  const gateway = await open(0);
  await read<Evidence>(gateway, "?rmaId=508");
  const { sql } = storage.database;
  await eventually(async () => {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from gateway.rma_lines) + (select count(*) from gateway.ordered_units)
        + (select count(*) from gateway.record_words) as left`;
    return row?.left === 0;
  });
});
