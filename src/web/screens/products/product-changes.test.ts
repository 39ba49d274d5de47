import { describe, expect, test } from "vitest";
import { ResellerProductParent } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { productChanges } from "./product-changes.ts";

const variant = (id: number, more: object = {}) => ({
  id,
  channel_id: 1,
  reseller_product_parent_id: 1,
  sku: `V-${id}`,
  price: 10,
  quantity: 3,
  option_values: [{ name: "Size", value: id === 1 ? "S" : "L" }],
  ...more,
});
const product = (more: object = {}) =>
  readAnswer(ResellerProductParent, {
    id: 1,
    account_id: 1,
    channel_id: 1,
    sku: "P",
    title: "Lamp",
    attributes: [{ name: "Colour", value: "red" }],
    images: [{ url: "https://a.test/1.png" }],
    variants: [variant(1), variant(2)],
    ...more,
  }).value as ResellerProductParent;

describe("productChanges", () => {
  test.each([
    ["nothing", {}, []],
    ["a title", { title: "Lamp XL" }, [["Title", "Lamp", "Lamp XL"]]],
    ["a removed title", { title: null }, [["Title", "Lamp", null]]],
    ["empty and missing are the same", { brand: "" }, []],
    [
      "an attribute",
      {
        attributes: [
          { name: "Colour", value: "blue" },
          { name: "__proto__", value: "x" },
        ],
      },
      [
        ["Attribute Colour", "red", "blue"],
        ["Attribute __proto__", null, "x"],
      ],
    ],
    [
      "an attribute with two values",
      {
        attributes: [
          { name: "Colour", value: "red" },
          { name: "Colour", value: "blue" },
        ],
      },
      [["Attribute Colour", "red", "red, blue"]],
    ],
    ["an image", { images: [] }, [["Images", "https://a.test/1.png", null]]],
    [
      "price and stock of a variant",
      { variants: [variant(1, { price: 1299.9, quantity: 12_000 }), variant(2)] },
      [
        ["Price of S", "10.00", "1,299.90"],
        ["Stock of S", "3", "12,000"],
      ],
    ],
    [
      "amounts, measures and codes that are new",
      {
        variants: [variant(1, { upc: "12345", map: 9, weight: 1.5, sale_price: null }), variant(2)],
      },
      [
        ["MAP of S", null, "9.00"],
        ["UPC of S", null, "12345"],
        ["Weight of S", null, "1.5"],
      ],
    ],
    [
      "an amount, beyond the decimals that are shown",
      { variants: [variant(1, { price: 10.0000001 }), variant(2)] },
      [["Price of S", "10", "10.0000001"]],
    ],
    [
      "added and removed variants",
      { variants: [variant(2), variant(3, { option_values: [], title: "Third" })] },
      [
        ["Variant", null, "Third"],
        ["Variant", "S", null],
      ],
    ],
    ["a different order of variants is no change", { variants: [variant(2), variant(1)] }, []],
    [
      "categories",
      { category_one: { id: 1, name: "Home" }, category_two: { id: 2, name: "Light" } },
      [["Categories", null, "Home › Light"]],
    ],
  ] as const)("%s", (_, more, changes) => {
    expect(
      productChanges(product(), product(more)).map(({ label, before, after }) => [
        label,
        before,
        after,
      ]),
    ).toEqual(changes);
  });
});
