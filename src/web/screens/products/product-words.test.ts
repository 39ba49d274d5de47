import { describe, expect, test } from "vitest";
import { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { effectivePrice, isBelowMap } from "#catalog/read-product.ts";
import {
  countBelowMap,
  categoryPath,
  justBefore,
  productName,
  formatPriceRange,
  formatSize,
  sumStock,
  variantName,
  formatWeight,
} from "./product-words.ts";

const required = { channel_id: 1, reseller_product_parent_id: 1, sku: "A-1" };
const variant = (fields: object) =>
  readAnswer(ResellerProductVariant, { ...required, ...fields }).value;
const product = (fields: object) =>
  readAnswer(ResellerProductParent, { account_id: 1, channel_id: 1, sku: "A", ...fields }).value;

describe("countBelowMap", () => {
  test.each([
    [{ price: 10, map: 12 }, 10, true],
    [{ price: 12, map: 12 }, 12, false],
    [{ price: 20, sale_price: 11, map: 12 }, 11, true],
    [{ price: 20, sale_price: 0, map: 12 }, 20, false],
    [{ price: 20, sale_price: 15 }, 15, false],
    [{ price: null, map: 12 }, null, false],
    [{ price: 0, map: 12 }, 0, true],
    [{}, undefined, false],
  ])("%j", (fields, asked, below) => {
    expect(effectivePrice(variant(fields)) ?? null).toBe(asked ?? null);
    expect(isBelowMap(variant(fields))).toBe(below);
  });
});

describe("words", () => {
  test.each([
    [[], "–"],
    [[null, undefined], "–"],
    [[5, null, 5], "5.00"],
    [[1e12, 3.5], "3.50–1,000,000,000,000.00"],
  ])("range of %j is %s", (amounts, words) => expect(formatPriceRange(amounts)).toBe(words));

  test.each([
    [
      { length: 13.05, width: 5.78, height: 3.39, dimension_unit: "inch" },
      "13.05 × 5.78 × 3.39 in",
    ],
    [{ length: 1, dimension_unit: "furlong" }, "1 × – × – furlong"],
    [{ dimension_unit: "inch" }, "–"],
  ])("size of %j is %s", (fields, words) => expect(formatSize(variant(fields))).toBe(words));

  test.each([
    [0.6, "pound", "0.6 lb"],
    [2, null, "2"],
    [null, "pound", "–"],
  ])("weight %j %j is %s", (amount, unit, words) => expect(formatWeight(amount, unit)).toBe(words));

  test("names fall back on the next available value", () => {
    const named = variant({ option_values: [{ value: "Red" }, { value: null }, { value: "L" }] });
    expect(variantName(named)).toBe("Red / L");
    expect(variantName(variant({ option_values: null }))).toBe("A-1");
    expect(productName(product({ title: "" }))).toBe("A");
  });

  test("stock and prices below MAP over all variants", () => {
    const variants = [
      { ...required, quantity: 3, price: 1, map: 2 },
      { ...required, quantity: null },
      { ...required, quantity: 0 },
    ];
    expect(sumStock(product({ variants }))).toBe(3);
    expect(countBelowMap(product({ variants }))).toBe(1);
    expect(sumStock(product({ variants: null }))).toBeUndefined();
  });

  test("the category path leaves out missing names", () => {
    const categories = { category_one: { name: "Tools" }, category_two: { id: 4, name: "" } };
    expect(categoryPath(product(categories))).toEqual(["Tools", "Category 4"]);
  });

  test.each([
    ["2026-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"],
    ["2026-01-01T00:00:00.123456Z", "2026-01-01T00:00:00.122Z"],
    ["soon", undefined],
    [null, undefined],
  ])("just before %s is %s", (moment, before) => expect(justBefore(moment)).toBe(before));
});
