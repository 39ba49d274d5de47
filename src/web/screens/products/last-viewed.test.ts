import "fake-indexeddb/auto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ResellerProductParent } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { viewedProducts } from "#web/api/product-copy/viewed-products.ts";
import { recordView } from "./use-product.ts";

const product = (id: number, price: number) =>
  readAnswer(ResellerProductParent, {
    id,
    account_id: 1,
    channel_id: 1,
    sku: `P-${id}`,
    title: "Teapot",
    variants: [{ id, sku: "V", price }],
  }).value as ResellerProductParent;

/** The price at the view before, and its time. */
const before = async (id: number, price: number, at: number) => {
  vi.spyOn(Date, "now").mockReturnValue(at);
  const view = await recordView(1, product(id, price));
  vi.mocked(Date.now).mockRestore();
  return view && [view.product.variants[0]?.price, view.at];
};

afterEach(viewedProducts.clear);

describe("the view before", () => {
  test.each<[string, readonly number[], readonly (readonly number[] | undefined)[]]>([
    ["is none at the first view", [10], [undefined]],
    ["is none while nothing changes", [10, 10, 10], [undefined, undefined, undefined]],
    ["is the latest in which it was different", [10, 10, 12], [undefined, undefined, [10, 1]]],
    ["stays until the next change", [10, 12, 12], [undefined, [10, 0], [10, 0]]],
    ["is of the last change", [10, 12, 12, 15], [undefined, [10, 0], [10, 0], [12, 2]]],
    ["includes a change that was reverted", [10, 12, 10], [undefined, [10, 0], [12, 1]]],
  ])("%s", async (_, prices, expected) => {
    const answers = [];
    for (const [at, price] of prices.entries()) answers.push(await before(1, price, at));
    expect(answers).toEqual(expected);
  });

  test("belongs to one product of one channel", async () => {
    await before(1, 10, 0);
    expect(await before(2, 12, 1)).toBeUndefined();
    expect(await recordView(2, product(1, 12))).toBeUndefined();
    expect(await before(1, 12, 2)).toEqual([10, 0]);
  });
});
