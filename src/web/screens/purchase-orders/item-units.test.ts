import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemsAsAcknowledged, itemUnits, sumUnits } from "./item-units.ts";

const of = (
  quantity: number | null | undefined,
  acknowledgedQuantity?: number | null,
  shippedQuantity?: number | null,
  canceledQuantity?: number | null,
  voidedQuantity?: number | null,
) => ({ quantity, acknowledgedQuantity, shippedQuantity, canceledQuantity, voidedQuantity });

const inWords = (item: ReturnType<typeof of>) =>
  itemUnits(item)
    .parts.map(({ state, units }) => `${units} ${state}`)
    .join(" ");

describe("each unit counts once, for its furthest step", () => {
  test.each([
    [of(5), "5 open"],
    [of(5, 5), "5 acknowledged"],
    [of(5, 5, 2), "2 shipped 3 acknowledged"],
    [of(5, 3, 2, 1), "2 shipped 1 acknowledged 1 open 1 canceled"],
    [of(5, 5, 5), "5 shipped"],
    [of(5, 5, 2, 1, 2), "2 shipped 1 canceled 2 voided"],
    [of(5, 0, 3), "3 shipped 2 open"],
    [of(6, 0, 0, 0, 6), "6 voided"],
    [of(null, null, null, null, null), ""],
    [of(undefined), ""],
    [of(0), ""],
    [of(-3, -1), ""],
    [of(2, 9), "2 acknowledged"],
    [of(2, 2, 5), "5 shipped"],
    [of(Number.NaN, Number.POSITIVE_INFINITY), ""],
  ])("%j", (item, words) => {
    expect(inWords(item)).toBe(words);
  });
});

describe("an acknowledged order has no unacknowledged units", () => {
  test.each([
    [
      "acknowledged, its quantities left at zero",
      [of(5), of(2, 0, 1)],
      true,
      "5 acknowledged | 1 shipped 1 acknowledged",
    ],
    [
      "acknowledged in part, item by item",
      [of(5, 3), of(2)],
      true,
      "3 acknowledged 2 open | 2 open",
    ],
    ["not acknowledged", [of(5)], false, "5 open"],
    ["without items", [], true, ""],
  ])("%s", (_, items, isAcknowledged, words) => {
    expect(itemsAsAcknowledged(items, isAcknowledged).map(inWords).join(" | ")).toBe(words);
  });
});

test("units beyond the ordered quantity are counted", () => {
  expect(itemUnits(of(2, 2, 5, 1)).beyond).toBe(4);
  expect(itemUnits(of(5, 5, 5)).beyond).toBe(0);
});

test("the parts add up to the ordered units and those beyond", () => {
  const units = fc.option(fc.nat({ max: 1_000_000 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(units, units, units, units, units)), (rows) => {
      const items = rows.map((row) => of(...row));
      for (const { ordered, parts, beyond } of [...items.map(itemUnits), sumUnits(items)])
        expect(parts.reduce((sum, part) => sum + part.units, 0)).toBe(ordered + beyond);
    }),
  );
});
