import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ResellerProductParent } from "#contract/products.ts";
import { readAnswer } from "#contract/read.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session } from "#web/base/session.ts";
import { deleteViewedProducts } from "#web/api/product-copy/viewed-products.ts";
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

const knownAs = (baseUrl: string) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl } as never);

/** The price at the view before, and its time. */
const before = async (id: number, price: number, at: number) => {
  vi.spyOn(Date, "now").mockReturnValue(at);
  const view = await recordView(1, product(id, price));
  vi.mocked(Date.now).mockRestore();
  return view && [view.product.variants[0]?.price, view.at];
};

const open = { signIn: "none", person: null } as const;

beforeEach(() => {
  knownAs("https://one.test");
  session.set(open);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await deleteViewedProducts(1);
});

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

  test("belongs to one upstream and one product", async () => {
    await before(1, 10, 0);
    expect(await before(2, 12, 1)).toBeUndefined();
    knownAs("https://two.test");
    expect(await before(1, 12, 2)).toBeUndefined();
    await deleteViewedProducts(1);
    knownAs("https://one.test");
    expect(await before(1, 12, 3)).toEqual([10, 0]);
  });

  test("belongs to one person", async () => {
    await before(1, 10, 0);
    for (const id of ["ana", "ben@x.test"]) {
      session.set({ signIn: "oidc", person: { id, name: id, role: "viewer" } });
      expect(await before(1, 12, 1)).toBeUndefined();
    }
    expect(await before(1, 15, 2)).toEqual([12, 1]);
    await deleteViewedProducts(1);
    expect(await before(1, 20, 3)).toBeUndefined();
  });

  test("is deleted with the copy, and kept only for the products viewed last", async () => {
    await before(1, 10, 0);
    await deleteViewedProducts(1);
    expect(await before(1, 12, 1)).toBeUndefined();
    for (let id = 2; id <= 300; id += 1) await before(id, 10, id);
    expect(await before(1, 15, 9_000)).toEqual([12, 1]);
    await before(301, 10, 9_001);
    expect(await before(2, 12, 9_002)).toBeUndefined();
    expect(await before(1, 20, 9_003)).toEqual([15, 9_000]);
  });
});

test("a browser without storage returns none, and no error", async () => {
  queryClient.setQueryData(connection().queryKey, undefined);
  queryClient.removeQueries();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no gateway")));
  expect(await recordView(1, product(1, 10))).toBeUndefined();
  await deleteViewedProducts(1);
  vi.unstubAllGlobals();
});
