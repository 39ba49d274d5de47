import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everyProduct, type ProductQuery } from "#contract/catalog.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { settings } from "#web/base/settings.ts";
import { joinList, parseRange, formatRange, parseQuery } from "./product-address.ts";

const readBrands = (brand: string | undefined) => parseQuery({ brand }).brands;

describe("joinList and parseQuery", () => {
  test("return the same texts, except empty ones", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: "binary" })), (values) => {
        expect(readBrands(joinList(values))).toEqual(values);
      }),
    );
  });
  test.each([
    [undefined, []],
    ["", []],
    [",,", []],
    ["Acme", ["Acme"]],
    ["Acme,Foo%2C Inc", ["Acme", "Foo, Inc"]],
    ["100%25 wool", ["100% wool"]],
  ])("%j", (text, values) => expect(readBrands(text)).toEqual(values));
});

describe("parseRange and formatRange", () => {
  test.each([
    [undefined, { from: null, to: null }, ""],
    ["", { from: null, to: null }, ""],
    ["10-50", { from: 10, to: 50 }, "10-50"],
    ["50-10", { from: 10, to: 50 }, "10-50"],
    ["10-", { from: 10, to: null }, "10-"],
    ["-50", { from: null, to: 50 }, "-50"],
    ["0-0", { from: 0, to: 0 }, "0-0"],
    ["9.99-19.5", { from: 9.99, to: 19.5 }, "9.99-19.5"],
    ["a-b", { from: null, to: null }, ""],
    ["Infinity-", { from: null, to: null }, ""],
  ])("%j", (text, price, back) => {
    expect(parseRange(text)).toEqual(price);
    expect(formatRange(price)).toBe(back);
  });
});

const before = settings.get();

describe("parseQuery", () => {
  beforeEach(() => settings.set({ ...before, timeZone: "UTC" }));
  afterEach(() => settings.set(before));
  const plain: ProductQuery = {
    ...everyProduct,
    gone: "none",
    sort: { by: "updated_at", direction: "desc" },
  };
  test.each<[ListSearch, Partial<ProductQuery>]>([
    [{}, {}],
    [{ q: "lamp" }, { text: "lamp", sort: { by: "relevance", direction: "desc" } }],
    [{ q: "  " }, { text: "  " }],
    [
      { q: "lamp", sort: "-stock" },
      { text: "lamp", sort: { by: "stock", direction: "desc" } },
    ],
    [{ sort: "price" }, { sort: { by: "price", direction: "asc" } }],
    [{ sort: "nonsense" }, {}],
    [{ brand: "A%2CB,C" }, { brands: ["A,B", "C"] }],
    [{ stock: "out,unheard" }, { stock: ["out"] }],
    [
      { units: "10-19", price: "-5" },
      { units: { from: 10, to: 19 }, price: { from: null, to: 5 } },
    ],
    [{ missing: "upc,image" }, { missing: ["image", "upc"] }],
    [
      { map: "below", gone: "only", exact: "1" },
      { belowMap: true, gone: "only", exact: true },
    ],
    [{ since: "2026-11-20" }, { changedSince: "2026-11-20T00:00:00.000Z" }],
    [{ until: "2026-11-20" }, { changedBefore: "2026-11-21T00:00:00.000Z" }],
    [{ until: "2026-11-20T10:00:00Z" }, { changedBefore: "2026-11-20T10:00:00.000Z" }],
    [{ until: "never" }, { changedBefore: null }],
    [{ since: "never" }, {}],
    [{ page: "7", channel: "1", q: undefined }, {}],
  ])("%j", (search, query) => expect(parseQuery(search)).toEqual({ ...plain, ...query }));
  test.each([
    ["America/New_York", "2026-11-20T05:00:00.000Z", "2026-11-21T05:00:00.000Z"],
    ["Asia/Kolkata", "2026-11-19T18:30:00.000Z", "2026-11-20T18:30:00.000Z"],
  ])("days are those of %s, moments are not", (timeZone, changedSince, changedBefore) => {
    settings.set({ ...before, timeZone });
    const day = "2026-11-20";
    expect(parseQuery({ since: day, until: day })).toMatchObject({ changedSince, changedBefore });
    expect(parseQuery({ since: changedSince, until: changedBefore })).toMatchObject({
      changedSince,
      changedBefore,
    });
  });
  test("accepts any address", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (search) => {
        expect(parseQuery(search).brands).toBeInstanceOf(Array);
      }),
    );
  });
});
