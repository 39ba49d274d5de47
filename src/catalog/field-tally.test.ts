import fc from "fast-check";
import { expect, test } from "vitest";
import { createValueTally } from "./field-tally.ts";

const product = (brand: string, prices: readonly number[], more: object = {}) => ({
  product: { brand, sku: brand, ...more },
  variant: prices.map((price) => ({ price })),
});

const tally = (...products: ReturnType<typeof product>[]) => {
  const made = createValueTally();
  for (const one of products) made.add(one);
  return made;
};

test("a value is counted once for each product that has it, the most frequent first", () => {
  const { find } = tally(
    product("Hartwell", [5, 5]),
    product("Hartwell", [5]),
    product("Old Hart", []),
    product("Oak", [7]),
  );
  const values = (text: string) => find("product.brand", null, text).values;
  expect(values("hart")).toEqual([
    { value: "Hartwell", count: 2 },
    { value: "Old Hart", count: 1 },
  ]);
  expect(values("zebra")).toEqual([]);
  expect(find("variant.price", null, "").values[0]).toEqual({ value: "5", count: 2 });
  expect(find("product.none", null, "")).toEqual({
    products: 4,
    values: [],
    isTooMany: false,
    numbers: null,
  });
});

test("named values have their names, and each name its values", () => {
  const attributes = [
    { name: "Material", value: "Oak" },
    { name: "Color", value: "Red" },
  ];
  const { find } = tally(
    product("a", [], { attributes, tags: ["new", "sale"], category: { id: 1, name: "Desks" } }),
    product("b", [], { attributes: [{ name: "material", value: "Ash" }] }),
  );
  const names = (field: string, entry: string | null = null) =>
    find(field, entry, "").values.map(({ value }) => value);
  expect(names("product.attributes")).toEqual(["Material", "Color", "material"]);
  expect(names("product.attributes", "MATERIAL ")).toEqual(["Oak", "Ash"]);
  expect(names("product.tags")).toEqual(["new", "sale"]);
  expect(names("product.category")).toEqual(["Desks"]);
  expect(names("product.category.name")).toEqual(["Desks"]);
});

test("the bars of a spread hold all numbers, and one field alone is counted as among all", () => {
  const price = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(fc.array(fc.array(price, { maxLength: 4 }), { maxLength: 30 }), (all) => {
      const [every, one] = [createValueTally(), createValueTally("variant.price")];
      for (const prices of all) for (const each of [every, one]) each.add(product("x", prices));
      const found = one.find("variant.price", null, "");
      expect(found).toEqual(every.find("variant.price", null, ""));
      const numbers = all.flat();
      const isSpread = new Set(numbers).size > 1;
      const counted = found.numbers?.counts.reduce((sum, bar) => sum + bar, 0) ?? 0;
      expect([0, numbers.length]).toContain(counted);
      expect(isSpread || counted === 0).toBe(true);
    }),
  );
});

test("texts that nobody selects, and fields of too many values, are left out", () => {
  const made = createValueTally();
  for (let at = 0; at < 5_002; at++)
    made.add({ product: { sku: `sku ${at}`, description: "d".repeat(101), brand: "B" } });
  expect(made.find("product.sku", null, "")).toMatchObject({ values: [], isTooMany: true });
  expect(made.find("product.description", null, "").values).toEqual([]);
  expect(made.find("product.brand", null, "").values).toEqual([{ value: "B", count: 5_002 }]);
});
