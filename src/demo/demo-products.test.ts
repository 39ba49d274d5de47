import { expect, test } from "vitest";
import { hasValidCheckDigit } from "./check-digits.ts";
import { startOfDay } from "./demo-time.ts";
import { madeWorkspace, share } from "./test-workspace.ts";

const now = startOfDay(new Date("2026-11-21T15:00:00Z"));
const { products, variants, orders } = madeWorkspace(2_000, now);

test("product codes are valid, and prices are in a plausible relation", () => {
  const coded = variants.flatMap((variant) => [variant.upc ?? [], variant.ean ?? []].flat());
  expect(coded.filter((code) => !hasValidCheckDigit(code))).toEqual([]);
  expect(coded.every((code) => code.length === 12 || code.length === 13)).toBe(true);
  const dollars = variants.map(({ price, msrp, sale_price, map }) => ({
    price: price ?? 0,
    msrp: msrp ?? Infinity,
    sale: sale_price ?? 0,
    map: map ?? 0,
  }));
  expect(dollars.filter(({ price, msrp }) => price <= 0 || msrp < price)).toEqual([]);
  expect(dollars.filter(({ price, sale }) => sale >= price)).toEqual([]);
  const belowMap = share(dollars, ({ map, price }) => price < map);
  expect(belowMap).toBeGreaterThan(0.003);
  expect(belowMap).toBeLessThan(0.06);
});

test("some values are missing, as in any catalog, and names come from many languages", () => {
  const rates: [number, number, number][] = [
    [share(products, (parent) => parent.images.length === 0), 0.01, 0.1],
    [share(products, (parent) => parent.brand === null), 0.005, 0.05],
    [share(products, (parent) => parent.description === null), 0.003, 0.05],
    [share(variants, (variant) => variant.upc === null), 0.02, 0.12],
    [share(variants, (variant) => variant.weight === null), 0.01, 0.08],
    [share(variants, (variant) => variant.quantity === 0), 0.05, 0.2],
    [share(products, (parent) => /[^ -~]/.test(parent.title ?? "")), 0.05, 0.5],
    [
      share(products, (parent) => /[\u3040-\u30FF\u4E00-\u9FFF]/.test(parent.title ?? "")),
      0.005,
      0.15,
    ],
    [share(orders, (order) => order.shippingAddress?.redacted === true), 0.02, 0.2],
  ];
  for (const [rate, low, high] of rates) {
    expect(rate).toBeGreaterThan(low);
    expect(rate).toBeLessThan(high);
  }
});
