import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { productOperations, ResellerProductParent } from "./products.ts";

const bare = {
  id: 5,
  account_id: 1,
  channel_id: 2,
  sku: "MALLET",
  title: "Maße 木槌",
  images: null,
  variants: null,
  category_one: null,
};

describe("a product parent", () => {
  test("is read with empty arrays for missing ones", () => {
    expect(z.parse(ResellerProductParent, bare)).toEqual({
      ...bare,
      images: [],
      options: [],
      attributes: [],
      variants: [],
    });
  });

  test("keeps unknown fields, units and everything in a variant's parent", () => {
    const variant = {
      channel_id: 2,
      reseller_product_parent_id: 5,
      sku: "MALLET-L",
      weight_unit: "stone",
      option_values: [{ value: "L", swatch: "#fff" }],
      images: [],
      parent: {
        ...bare,
        images: [],
        options: [],
        attributes: [],
        variants: undefined,
        origin: "GB",
      },
    };
    const read = z.parse(ResellerProductParent, { ...bare, variants: [variant], origin: "GB" });
    expect(read).toMatchObject({ origin: "GB", variants: [variant] });
  });

  test.each(["account_id", "channel_id", "sku"] as const)("requires %s", (field) => {
    const result = ResellerProductParent.safeParse({ ...bare, [field]: undefined });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});

describe("the query of the list", () => {
  const { query, params } = productOperations.listProductParents;

  test("requires only filterUpdatedAfter and adds the defaults", () => {
    expect(query.safeParse({}).error?.issues.map(({ path }) => path)).toEqual([
      ["filterUpdatedAfter"],
    ]);
    expect(query.parse({ filterUpdatedAfter: "2026-01-05", includeImages: "true" })).toEqual({
      filterUpdatedAfter: "2026-01-05",
      filterPageSize: 50,
      filterPageNumber: 1,
      includeCategories: false,
      includeOptions: false,
      includeImages: true,
      includeAttributes: false,
      includeVariants: false,
      includeVariantOptionValues: false,
      includeVariantImages: false,
    });
  });

  test.each(["0", "-1", "1.5", "two", "99999999999999999999"])(
    "a channel is not '%s'",
    (channelId) => {
      expect(params.safeParse({ channelId }).success).toBe(false);
    },
  );
});
