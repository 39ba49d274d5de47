import { describe, expect, test } from "vitest";
import { createProductIndex, loadProductIndex } from "./product-index.ts";
import type { ProductQuery } from "#contract/catalog.ts";
import { cloneValue, createQuery, testProduct } from "#catalog/testing/products.ts";

const products = [
  {
    id: 1,
    sku: "FRY-ACM-10001",
    title: "Ålesund Cast Iron Skillet",
    brand: "Acme",
    attributes: [{ name: "Made in", value: "Norway" }],
    images: [{ url: "https://example.test/1.png" }],
    description: "Heavy.",
    category_one: { id: 5, name: "Kitchen" },
    updated_at: "2026-01-02T00:00:00Z",
    variants: [
      {
        sku: "FRY-ACM-10001-8IN",
        mpn: "ACM-77",
        upc: "600123456789",
        ean: "0600123456789",
        asin: "B0ABCDEFGH",
        price: 30,
        sale_price: 20,
        map: 25,
        quantity: 4,
        length: 1,
        width: 2,
        height: 3,
        option_values: [{ name: "Diameter", value: "8 in" }],
      },
      { sku: "FRY-ACM-10001-10IN", price: 40, quantity: 0 },
    ],
  },
  {
    id: 2,
    sku: "POT-ACM-2",
    title: "Skillets and irons, a book",
    brand: "ACME",
    variants: [{ price: 5 }],
  },
  { id: 3, sku: "SKILLET", title: "Something else", brand: null },
  { id: 4, sku: "SKILLET-4", title: "Another", brand: "岩鉄" },
  { id: 5, sku: "X", title: "Miniskillet", brand: "Zed", attributes: [{ name: "x", value: "y" }] },
  {
    id: 6,
    sku: "Y-6",
    title: "Pan",
    brand: "Zed",
    attributes: [{ name: "Kind", value: "Skillet" }],
  },
  { id: 2 ** 40, sku: "far", title: "Большой 🍳 مقلاة pan", brand: "Zed" },
].map(testProduct);

const indexed = () => {
  const index = createProductIndex();
  for (const product of products) index.put(product, { readAt: 7 });
  return index;
};

const idsOf = (fields: Partial<ProductQuery>, settle = false): number[] => {
  const index = indexed();
  while (settle && index.settle(true));
  return [...index.search(createQuery(fields)).ids];
};

describe("text", () => {
  test.each([
    ["", [2 ** 40, 1, 4, 5, 6, 2, 3].toSorted()],
    ["   \n\t ", [1, 2, 3, 4, 5, 6, 2 ** 40]],
    ["alesund", [1]],
    ["ÅLESUND", [1]],
    ["A\u030alesund", [1]],
    ["iron", [1, 2]],
    ["ron cast", [1]],
    ["cast norw", [1]],
    ["10001-8in norway", [1]],
    ["acm-77", [1]],
    ["23456789", [1]],
    ["0600123456789", [1]],
    ["b0abcdefgh", [1]],
    ["diameter 8", [1]],
    ["岩", [4]],
    ["🍳", [2 ** 40]],
    ["مقلاة", [2 ** 40]],
    ["БОЛЬШОЙ", [2 ** 40]],
    [".*", []],
    ["(a+)+$", []],
    ["[", []],
    ["\\", []],
    ["constructor", []],
    ["__proto__", []],
    ["\u0000", []],
    ["\ud83c", [2 ** 40]],
    ["q".repeat(100_000), []],
    ["q ".repeat(100_000), []],
    [`${"e\u0301".repeat(50_000)}`, []],
    [`a${"\u0301".repeat(100_000)}`, [1, 2, 4, 6, 2 ** 40]],
  ])("%#: %.40j", (text, ids) => {
    for (const settle of [false, true])
      expect(idsOf({ text, exact: true }, settle).toSorted((a, b) => a - b)).toEqual(
        ids.toSorted((a, b) => a - b),
      );
  });

  test("the best matches are first: whole code, code, title word, part of a word, details", () => {
    for (const settle of [false, true])
      expect(idsOf({ text: "skillet" }, settle)).toEqual([3, 4, 1, 2, 5, 6]);
  });

  test.each([
    ["skilelt", "SKILLET", 1],
    ["skilet", "SKILLET", 1],
    ["miniskilet", "MINISKILLET", 5],
    ["minskilet", "MINISKILLET", 5],
    ["alesumd", "ALESUND", 1],
    ["miniskx", "MINISKILLET", undefined],
    ["10002", "", undefined],
    ["cst", "", undefined],
  ])("%s may mean %s", (text, word, id) => {
    for (const settle of [false, true]) {
      const index = indexed();
      while (settle && index.settle(true));
      const { corrected, ids } = index.search(createQuery({ text }));
      expect(corrected?.[0]?.used[0] === word && ids.includes(id ?? -1)).toBe(id !== undefined);
      expect(index.search(createQuery({ text, exact: true })).corrected).toBeUndefined();
    }
  });

  test("a word with matches is corrected if no product contains it together with the others", () => {
    const index = createProductIndex();
    ["Pastel vase", "Pastel cup", "Pastel bowl", "Steel lamp"].forEach((title, at) =>
      index.put(testProduct({ id: at + 1, title }), { readAt: 1 }),
    );
    const { corrected, ids } = index.search(createQuery({ text: "stel lamp" }));
    expect([[...ids], corrected]).toEqual([[4], [{ typed: "STEL", used: ["STEEL"] }]]);
    expect(index.search(createQuery({ text: "stel" })).total).toBe(3);
    expect(index.search(createQuery({ text: "stel zzzz" })).total).toBe(0);
  });

  test("a word with matches is not corrected if another word is", () => {
    const { corrected, total } = indexed().search(createQuery({ text: "cast skilelt" }));
    expect(corrected).toEqual([{ typed: "SKILELT", used: ["SKILLET"] }]);
    expect(total).toBe(1);
  });
});

describe("filters", () => {
  test.each<[Partial<ProductQuery>, number[]]>([
    [{ brands: ["Acme"] }, [1]],
    [{ brands: ["Acme", "ACME"] }, [1, 2]],
    [{ brands: [""] }, []],
    [{ brands: ["constructor"] }, []],
    [{ categories: ["5"] }, [1]],
    [{ categories: ["6"] }, []],
    [{ stock: ["in"] }, [1]],
    [{ stock: ["out"] }, []],
    [{ stock: ["unknown", "in"], text: "acm" }, [1, 2]],
    [{ price: { from: 20, to: 20 } }, [1]],
    [{ price: { from: 21, to: 39.99 } }, []],
    [{ price: { from: null, to: 5 } }, [2]],
    [{ price: { from: 50, to: 1 } }, []],
    [{ missing: ["image"] }, [2, 3, 4, 5, 6, 2 ** 40]],
    [{ missing: ["brand"] }, [3]],
    [{ missing: ["upc"], text: "skillet cast" }, [1]],
    [{ belowMap: true }, [1]],
    [{ changedSince: "2026-01-02T00:00:00Z" }, [1]],
    [{ changedSince: "2026-01-02T00:00:00.001Z" }, []],
    [{ changedSince: "2026-01-02T00:00:00Z", changedBefore: "2026-01-02T00:00:00.001Z" }, [1]],
    [{ changedSince: "2026-01-02T00:00:00Z", changedBefore: "2026-01-02T00:00:00Z" }, []],
    [{ changedSince: "no date", brands: ["Acme"] }, [1]],
    [{ gone: "only" }, []],
    [{ gone: "none", brands: ["Acme"] }, [1]],
  ])("%j", (fields, ids) => {
    for (const settle of [false, true])
      expect(idsOf(fields, settle).toSorted((a, b) => a - b)).toEqual(ids);
  });

  test("a facet is counted without its own filter", () => {
    const facets = indexed().facets(createQuery({ brands: ["Zed"], text: "pan" }));
    expect(facets.brands).toEqual([{ value: "Zed", count: 2 }]);
    const all = indexed().facets(createQuery({ brands: ["Zed"] }));
    expect(all.brands[0]).toEqual({ value: "Zed", count: 3 });
    expect(all.brandTotal).toBe(4);
    expect(all.belowMap).toBe(0);
  });
});

describe("rows", () => {
  test("contain the table's data and the matches of the text", () => {
    expect(indexed().rows([1, 99], "8in skillet norway")).toEqual([
      {
        id: 1,
        sku: "FRY-ACM-10001",
        title: "Ålesund Cast Iron Skillet",
        brand: "Acme",
        categories: ["Kitchen"],
        price: [20, 40],
        sale: [20, 20],
        map: [25, 25],
        belowMap: 1,
        stock: 4,
        variants: 2,
        missing: ["upc", "dimensions"],
        image: "https://example.test/1.png",
        updated_at: "2026-01-02T00:00:00.000Z",
        inserted_at: null,
        readAt: 7,
        goneAt: null,
        matched: ["sku", "title", "attributes"],
        matchedVariants: [{ sku: "FRY-ACM-10001-8IN", field: "sku", value: "FRY-ACM-10001-8IN" }],
      },
    ]);
  });

  test("contain the matches of a corrected word", () => {
    const index = indexed();
    const { ids, corrected } = index.search(createQuery({ text: "cast skilelt" }));
    expect(index.rows(ids, "cast skilelt", corrected)[0]?.matched).toEqual(["title"]);
  });

  test("changed numbers are updated in place; gone products are marked, and restored when added again", () => {
    const index = indexed();
    while (index.settle(true));
    const [first] = products;
    if (!first) throw new Error("No product");
    const cheaper = {
      ...first,
      variants: first.variants.map((one) => ({ ...one, sale_price: 3 })),
    };
    index.put(cheaper, { readAt: 8, goneAt: 9 });
    expect(index.rows([1])[0]).toMatchObject({ price: [3, 3], readAt: 8, goneAt: 9 });
    expect([...index.search(createQuery({ price: { from: 3, to: 3 }, gone: "only" })).ids]).toEqual(
      [1],
    );
    index.put(cheaper, { readAt: 8, goneAt: null });
    expect(index.search(createQuery({ gone: "only" })).total).toBe(0);
    expect(index.size).toBe(products.length);
  });

  test("a product without an id is ignored", () => {
    const index = indexed();
    index.put(testProduct({ id: null, title: "Nameless" }));
    expect(index.search(createQuery({ text: "nameless" })).total).toBe(0);
  });
});

describe("many products", () => {
  test("are settled during additions, without replaced rows, and found after loading", () => {
    const index = createProductIndex();
    for (let round = 0; round < 3; round++)
      for (let id = 1; id <= 2_500; id++)
        index.put(testProduct({ id, sku: `S-${id}`, title: `Round ${round} item ${id}` }));
    const loaded = loadProductIndex(cloneValue(index.save()));
    for (const one of [index, loaded]) {
      expect(one?.size).toBe(2_500);
      expect(one?.search(createQuery({ text: "round 2" })).total).toBe(2_500);
      expect(one?.search(createQuery({ text: "round 1 zzz", exact: true })).total).toBe(0);
      expect(one?.search(createQuery({ text: "s-1234" })).ids[0]).toBe(1_234);
    }
  });

  test("a snapshot of another version is not loaded", () => {
    expect(loadProductIndex({ ...indexed().save(), version: 0 })).toBeUndefined();
  });
});

test.each(["0012345678905", "12345678905", "0-12345-67890-5", "0 12345 67890 5", "00012345678905"])(
  "the code %s is found in each of its spellings",
  (typed) => {
    const index = createProductIndex();
    const spellings = ["0012345678905", "12345678905", "0-12345-67890-5", "0 12345 67890 5"];
    for (const [at, upc] of spellings.entries())
      index.put(testProduct({ id: at + 1, sku: `S-${at}`, title: "T", variants: [{ upc }] }), {
        readAt: 7,
      });
    index.put(testProduct({ id: 9, sku: "12345678906", title: "T" }), { readAt: 7 });
    for (const settle of [false, true]) {
      if (settle) index.settle(true);
      const { ids } = index.search(createQuery({ text: typed }));
      expect([...ids].toSorted()).toEqual([1, 2, 3, 4]);
      expect(index.rows(ids, typed).map(({ matched }) => matched)).toEqual(
        spellings.map(() => ["upc"]),
      );
    }
  },
);
