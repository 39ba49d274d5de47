import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/database.ts";
import { openCopy, storeRecords } from "./record-store.ts";
import { searchRecords } from "./search-records.ts";

let database: TestDatabase;
let copyId: number;

const order = (id: number, more: object) => ({
  id,
  purchaseOrderNumber: `PO-${200_380 + id}`,
  lastModifiedAt: "2026-05-01T12:00:00Z",
  generatedAt: "2026-04-30T12:00:00Z",
  purchaseOrderStatus: { name: "Processed" },
  ...more,
});
const orders = [
  order(1, {
    orderId: 7_001,
    shippingAddress: {
      name: "Zoë Müller-Lüdenscheidt",
      companyName: "Åkerlund & Söhne",
      email: "zoe.mueller+shop@mail.example.com",
      phone: "+1 (913) 643-0967",
    },
    tags: ["Gift wrap"],
  }),
  order(2, {
    purchaseOrderNumber: "200382",
    billingAddress: { firstName: "Ægir", lastName: "Løkke" },
    purchaseOrderItems: [
      { sku: "TNT-4P/GRN", title: "Four-person tent", upc: "0 36000-29145 2", mpn: "X%_1" },
    ],
    shipments: [{ trackingNumber: "1Z 999 AA1 01 2345 6784" }],
  }),
  order(3, {
    purchaseOrderNumber: null,
    shippingAddress: { name: "熊本 太郎" },
    purchaseOrderItems: [{ sku: "TNT-2P", title: "Two-person tent" }],
    invoices: [{ invoiceNumber: "INV-88" }],
    purchaseOrderAttributes: [{ key: "channel order", value: "111-2223334-5556667" }],
  }),
  order(4, { shippingAddress: { name: "Zoe Tent" } }),
  order(5, { shippingAddress: 5, tags: "none", purchaseOrderItems: [null, 7, { sku: 12 }] }),
  { id: "9223372036854775807", purchaseOrderNumber: "PO-LARGE", lastModifiedAt: "nonsense" },
];

beforeAll(async () => {
  database = await createTestDatabase();
  const folder = new URL("../migrations/", import.meta.url);
  await migrate(database.sql, { schema: "gateway", folder });
  ({ id: copyId } = await openCopy(database.sql, "test", "purchase-orders"));
  await storeRecords(database.sql, copyId, "purchase-orders", orders);
});
afterAll(async () => database.close());

const search = async (text: string, more: { first?: number; count?: number } = {}) => {
  const kinds = ["purchase-orders"] as const;
  const wanted = { kinds, text, first: 0, count: 50, records: false, ...more };
  const [{ kind: _, ...found } = { kind: kinds[0], total: 0, hasMore: false, hits: [] }] =
    await searchRecords(database.sql, new Map([[kinds[0], copyId]]), wanted);
  return found;
};

const large = "9223372036854775807";

describe("finds by", () => {
  test.each<[string, (number | string)[], string?]>([
    // Numbers, with and without their prefix.
    ["PO-200381", [1], "number"],
    ["200381", [1], "number"],
    ["po 200381", [1]],
    ["#200381", [1], "number"],
    ["PO-200382", [2]],
    ["200382", [2], "number"],
    ["2003", [5, 4, 2, 1]],
    ["7001", [1], "number"],
    ["inv-88", [3], "number"],
    ["88", [3], "number"],
    ["po-large", [large], "number"],
    [large, [large], "number"],
    // Names: case, accents, parts, order of words.
    ["zoe", [4, 1], "customer"],
    ["ZOË MULLER", [1], "customer"],
    ["ludenscheidt zoe", [1], "customer"],
    ["müller-lüd", [1], "customer"],
    ["akerlund sohne", [1], "customer"],
    ["aegir lokke", [2], "customer"],
    ["熊本", [3], "customer"],
    ["熊", [3], "customer"],
    ["zoe tent", [4], "customer"],
    ["\u200bzoe  \t tent\n", [4]],
    // E-mails and phones.
    ["zoe.mueller+shop@mail.example.com", [1], "email"],
    ["mueller+shop@mail", [1], "email"],
    ["mail.example", [1], "email"],
    ["+1 (913) 643-0967", [1], "phone"],
    ["913 643 0967", [1], "phone"],
    ["643-0967", [1], "phone"],
    ["6430967", [1], "phone"],
    // Items.
    ["tnt-4p/grn", [2], "sku"],
    ["tnt", [3, 2], "sku"],
    ["grn", [2], "sku"],
    ["4p/g", [2], "sku"],
    ["person tent", [3, 2], "title"],
    ["036000291452", [2], "code"],
    ["36000-29145-2", [2], "code"],
    // Tracking numbers, tags, attributes.
    ["1Z999AA10123456784", [2], "tracking"],
    ["1z999aa1", [2], "tracking"],
    ["gift", [1], "tag"],
    ["111-2223334-5556667", [3], "attribute"],
    ["5556667", [3], "attribute"],
    // Several words in one record, of different fields.
    ["zoe gift 913", [1]],
    ["tent 1z999 lokke", [2]],
  ])("%j", async (text, ids, field) => {
    const { hits, total, hasMore } = await search(text);
    expect(hits.map(({ id }) => id)).toEqual(ids);
    expect([total, hasMore]).toEqual([ids.length, false]);
    expect(hits[0]?.matched?.field).toBe(field ?? hits[0]?.matched?.field);
  });
});

describe("finds nothing for", () => {
  test.each([
    "",
    " ",
    "a",
    "-",
    "%",
    "_%",
    "zoe maria",
    "oe",
    "tent gift",
    "' or 1=1 --",
    "zoe'; drop table gateway.records; --",
    "\\",
    "\0",
    "zoe\u0000maria",
    "\ud800",
    "x%",
    "x_1",
    "z".repeat(200),
    "(".repeat(200),
    "q ".repeat(100),
  ])("%j", async (text) => {
    expect(await search(text)).toEqual({ total: 0, hasMore: false, hits: [] });
  });
});

test("a hit has what is shown of it, without the record", async () => {
  const { hits } = await search("muller");
  expect(hits).toEqual([
    {
      id: 1,
      name: "PO-200381",
      matched: { field: "customer", value: "Zoë Müller-Lüdenscheidt" },
      status: "Processed",
      date: "2026-04-30T12:00:00Z",
      seenAt: expect.any(Number),
    },
  ]);
});

test("pages of hits", async () => {
  const page = await search("2003", { first: 1, count: 2 });
  expect([page.total, page.hits.map(({ id }) => id)]).toEqual([4, [4, 2]]);
});

test("of very many matches the newest are found, also for two frequent words", async () => {
  const { id } = await openCopy(database.sql, "test", "rmas");
  await database.sql`
    insert into gateway.records (copy_id, record_id, record, changed_at)
    select ${id}::integer, one, '{}', clock_timestamp() from generate_series(1, 31000) as one`;
  const add = (word: string, from: number, to: number) => database.sql`
    insert into gateway.record_words (copy_id, word, record_id)
    select ${id}::integer, ${word}::text, one from generate_series(${from}::integer, ${to}::integer) as one`;
  // The oldest have SEA, all have SAND, half of each SUN.
  await add("SEA", 1, 11_000);
  await add("SAND", 1, 31_000);
  await add("SUN", 5_000, 20_000);
  await database.sql`
    insert into gateway.record_texts (copy_id, record_id, words)
    select ${id}::integer, one, concat_ws('', E'\nSAND', case when one <= 11000 then E'\nSEA' end,
      case when one between 5000 and 20000 then E'\nSUN' end)
    from generate_series(1, 31000) as one`;
  const find = async (text: string) => {
    const kinds = ["rmas"] as const;
    const wanted = { kinds, text, first: 0, count: 3, records: false };
    const [found] = await searchRecords(database.sql, new Map([[kinds[0], id]]), wanted);
    return [found?.hits.map((hit) => hit.id), found?.total, found?.hasMore];
  };
  expect(await find("sand")).toEqual([[31_000, 30_999, 30_998], 100, true]);
  expect(await find("s")).toEqual([[], 0, false]);
  expect(await find("sa")).toEqual([[31_000, 30_999, 30_998], 100, true]);
  expect(await find("sand sun")).toEqual([[20_000, 19_999, 19_998], 1_000, true]);
  // Older than the newest that are read: some of them are found all the same.
  expect(await find("sea sand")).toEqual([[11_000, 10_999, 10_998], 1_000, true]);
  await database.sql`delete from gateway.record_copies where id = ${id}`;
});
