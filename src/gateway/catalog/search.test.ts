import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChannelOverview, everyProduct, maxSamples } from "#contract/catalog.ts";
import { catalogOperations } from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import { askCatalog, type AskedCatalog } from "#gateway/testing/catalog-set-up.ts";
import { type ProductUpstream, startProductUpstream } from "#gateway/testing/product-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, post, readProblem, type TestStorage } from "#gateway/testing/storage.ts";

let storage: TestStorage;
let upstream: ProductUpstream;
let gateway: TestGateway;
let catalog: AskedCatalog;

const dated = (id: number) => Date.UTC(2026, 0, 1) + id * 3_600_000;
const picture = (url: string, sort_order: number) => ({ url, sort_order });
const long = "L".repeat(300);
const special = {
  images: [picture("https://i.test/late", 9), picture("https://i.test/first", 1)],
  variants: [
    {
      channel_id: 1,
      reseller_product_parent_id: 70,
      sku: "Stuhl-Ü/木",
      title: "Red chair",
      images: [picture("https://i.test/red", 2)],
      option_values: [
        { name: "Color", value: "Terracotta" },
        { name: "Set", value: "Set of 4" },
      ],
    },
    { channel_id: 1, reseller_product_parent_id: 70, sku: "NUL\0", images: [], option_values: [] },
    { channel_id: 1, reseller_product_parent_id: 70, sku: "", images: [], option_values: [] },
    { channel_id: 1, reseller_product_parent_id: 70, sku: long, images: [], option_values: [] },
    { channel_id: 1, reseller_product_parent_id: 70, sku: "'; drop--", images: [] },
  ],
};

beforeAll(async () => {
  storage = await openTestStorage();
  upstream = await startProductUpstream();
  for (let id = 1; id <= 80; id += 1)
    upstream.products.set(id, {
      id,
      updated: dated(id),
      more: id === 70 ? special : { brand: id % 2 === 0 ? "Acme" : "Nord" },
    });
  gateway = await storage.gateway(upstream.baseUrl, {
    copies: { share: 1, folder: storage.folder },
  });
  catalog = askCatalog(gateway);
  await catalog.state();
  await catalog.until(({ phase }) => phase === "fresh");
  while ((await catalog.search()).total < 80);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await storage.close();
});

describe("a search", () => {
  it("answers windows of its matches, and facets if asked", async () => {
    const query = { text: "product", sort: { by: "id", direction: "asc" } } as const;
    const window = await catalog.search(query, { first: 10, count: 5 });
    expect(window).toMatchObject({ total: 80, first: 10 });
    expect(window.rows.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15]);
    expect(window.facets).toBeUndefined();
    const { facets } = await catalog.search(query, { count: 0, facets: true });
    expect(facets?.brands).toEqual([
      { value: "Nord", count: 40 },
      { value: "Acme", count: 39 },
    ]);
    expect(catalogOperations.searchCatalog.response.safeParse(window).error).toBeUndefined();
  });

  it("names another epoch after a change, so that windows of before are not joined with it", async () => {
    const before = await catalog.search({}, { count: 10 });
    expect((await catalog.search({}, { first: 10, count: 10 })).state.epoch).toBe(
      before.state.epoch,
    );
    upstream.products.set(81, { id: 81, updated: dated(81) });
    await catalog.check();
    await expect.poll(async () => (await catalog.search()).total).toBe(81);
    expect((await catalog.search({}, { first: 10, count: 10 })).state.epoch).not.toBe(
      before.state.epoch,
    );
  });

  it.each([
    ["no query", { first: 0, count: 1 }],
    ["too many rows", { query: everyProduct, first: 0, count: 1_001 }],
    ["a text that is too long", { query: { ...everyProduct, text: long }, first: 0, count: 1 }],
    ["a position before the first", { query: everyProduct, first: -1, count: 1 }],
  ])("with %s is refused", async (_, body) => {
    const answer = await gateway.call("/api/catalog/1/search", post(body));
    expect(answer.status).toBe(400);
  });

  it("of a client that has gone keeps nobody waiting", async () => {
    const controller = new AbortController();
    const searches = Array.from({ length: 30 }, async (_, at) =>
      gateway
        .call("/api/catalog/1/search", {
          ...post({ query: { ...everyProduct, text: `lamp ${at}` }, first: 0, count: 9 }),
          signal: controller.signal,
        })
        .catch(() => undefined),
    );
    setImmediate(() => controller.abort());
    await Promise.all(searches);
    expect((await catalog.search()).total).toBe(81);
  });
});

it("the overview counts days in the given time zone", async () => {
  const read = async (zone: string) =>
    (await (await gateway.call(`/api/catalog/1/overview${zone}`)).json()) as ChannelOverview;
  const [utc, tokyo] = [await read("?timeZone=UTC"), await read("?timeZone=Asia/Tokyo")];
  expect(utc).toMatchObject({ total: 81, gone: 0 });
  expect(utc.updatedByDay[0]).toEqual({ day: "2026-01-01", count: 23 });
  expect(tokyo.updatedByDay[0]).toEqual({ day: "2026-01-01", count: 14 });
  expect(catalogOperations.getCatalogOverview.response.safeParse(utc).error).toBeUndefined();
  const wrong = await gateway.call("/api/catalog/1/overview?timeZone=Moon/Base");
  expect(wrong.status).toBe(400);
  expect((await readProblem(wrong)).detail).toBe("There is no time zone Moon/Base.");
});

it("an unknown product is a 404", async () => {
  const answer = await gateway.call("/api/catalog/1/products/999");
  expect(answer.status).toBe(404);
  expect((await readProblem(answer)).type).toBe("urn:supercargo:problem:unknown-path");
});

it.each(["/api/catalog/0", "/api/catalog/x", "/api/catalog/9999999999999999999"])(
  "there is no catalog of such a channel: %s",
  async (path) => expect([400, 404]).toContain((await gateway.call(path)).status),
);

it("samples are whole products, those that were not updated for the longest time first", async () => {
  const read = async (first: number, count: number) => {
    const answer = await gateway.call("/api/catalog/1/samples", post({ first, count }));
    const json = (await answer.json()) as { total: number; products: ResellerProductParent[] };
    expect(catalogOperations.listCatalogSamples.response.safeParse(json).error).toBeUndefined();
    return json;
  };
  const { total, products } = await read(68, 3);
  expect(total).toBe(81);
  expect(products.map(({ id }) => id)).toEqual([69, 70, 71]);
  expect(products[1]?.variants).toHaveLength(5);
  expect((await read(0, maxSamples)).products).toHaveLength(81);
});

describe("lines by SKU", () => {
  it("have the picture of the variant, else of the product, and the variant's options", async () => {
    expect(
      await catalog.lines(["Stuhl-Ü/木", "P-70", "'; drop--", "P-3", "p-3", "nothing"]),
    ).toEqual({
      "Stuhl-Ü/木": {
        channelId: 1,
        productId: 70,
        title: "Red chair",
        picture: "https://i.test/red",
        options: "Terracotta / Set of 4",
      },
      "P-70": {
        channelId: 1,
        productId: 70,
        title: "Product 70",
        picture: "https://i.test/first",
        options: "",
      },
      "'; drop--": {
        channelId: 1,
        productId: 70,
        title: "Product 70",
        picture: "https://i.test/first",
        options: "",
      },
      "P-3": { channelId: 1, productId: 3, title: "Product 3", picture: null, options: "" },
    });
  });

  it("are not found for what no SKU can be", async () => {
    expect(await catalog.lines(["", "NUL\0", "\ud800", "__proto__", "constructor"])).toEqual({});
    expect(await catalog.lines([])).toEqual({});
    const tooLong = await gateway.call("/api/catalog/lines", post({ skus: [long] }));
    expect(tooLong.status).toBe(400);
  });

  it("come from the given channel first", async () => {
    const other = askCatalog(gateway, 2);
    await other.state();
    await other.until(({ phase }) => phase === "fresh");
    expect(await catalog.lines(["P-3"])).toMatchObject({ "P-3": { channelId: 1 } });
    expect(await catalog.lines(["P-3"], 2)).toMatchObject({ "P-3": { channelId: 2 } });
  });
});
