import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { insertProductParents } from "#service/store/products.ts";
import { minute, productParent } from "#service/testing/orders.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const ofOne = [1, 2, 3].map((id) => productParent(id));
  // Two with one timestamp, the greater id first: their order must come from the ids.
  const tied = [60, 59].map((id) => productParent(id, { updated_at: minute(50) }));
  const ofTwo = Array.from({ length: 55 }, (_, index) =>
    productParent(100 + index, { channel_id: 2 }),
  );
  await insertProductParents(service.sql, [...ofOne, ...tied, ...ofTwo]);
});
afterAll(() => service.close());

const path = (channel: number, query: string) =>
  `/reseller-channels/${channel}/products/parents?${query}`;
const since = "filterUpdatedAfter=2020-01-01T00:00:00Z";

const list = async (channel: number, query: string) => {
  const answer = await service.call(path(channel, query));
  expect(answer.status).toBe(200);
  return answer.json as ResellerProductParent[];
};
const ids = (parents: readonly ResellerProductParent[]) => parents.map(({ id }) => id);

describe("product parents", () => {
  test("are ordered by last update, oldest first, then by id", async () => {
    expect(ids(await list(1, since))).toEqual([1, 2, 3, 59, 60]);
  });

  test("have no parts unless requested", async () => {
    const [parent] = await list(1, since);
    expect(parent).toEqual({
      ...productParent(1),
      images: [],
      options: [],
      attributes: [],
      variants: [],
      category_one: null,
      category_two: null,
      category_three: null,
    });
  });

  test.each([
    ["includeImages", "images"],
    ["includeOptions", "options"],
    ["includeAttributes", "attributes"],
    ["includeCategories", "category_two"],
  ] as const)("%s brings %s", async (flag, field) => {
    const [parent] = await list(1, `${since}&${flag}=true`);
    expect(parent?.[field]).toEqual(productParent(1)[field]);
  });

  test.each([
    ["", { images: [], option_values: [], category_one: null }],
    ["&includeVariantImages=true", { option_values: [], category_one: null }],
    ["&includeVariantOptionValues=1", { images: [], category_one: null }],
    ["&includeCategories=true", { images: [], option_values: [] }],
    ["&includeVariantImages=true&includeVariantOptionValues=true&includeCategories=true", {}],
  ])("variants with %s keep the requested parts", async (query, blanks) => {
    const [parent] = await list(1, `${since}&includeVariants=true${query}`);
    const expected = productParent(1).variants.map((variant) => ({
      ...variant,
      ...blanks,
      parent: null,
    }));
    expect(parent?.variants).toEqual(expected);
  });

  test("variants' flags have no effect without includeVariants", async () => {
    const [parent] = await list(
      1,
      `${since}&includeVariantImages=true&includeVariantOptionValues=true`,
    );
    expect(parent?.variants).toEqual([]);
  });

  test.each([
    [minute(2), [3, 59, 60]],
    ["2026-01-05T10:02:00+02:00", [3, 59, 60]],
    ["2026-01-05T08:02", [3, 59, 60]],
    ["2026-01-05T08:01:59.999Z", [2, 3, 59, 60]],
    ["2026-01-05T08:02:00-23:59", []],
    ["2026-01-06", []],
    ["0001-01-01", [1, 2, 3, 59, 60]],
    ["9999-12-31", []],
    ["9999-12-31T23:59:59.999Z", []],
  ])("after %s are strictly later", async (moment, expected) => {
    expect(ids(await list(1, `filterUpdatedAfter=${encodeURIComponent(moment)}`))).toEqual(
      expected,
    );
  });

  test("have pages until an empty one", async () => {
    const pages = [];
    for (const number of [1, 2, 3]) {
      const answer = await service.call(
        path(2, `${since}&filterPageSize=50&filterPageNumber=${number}`),
      );
      expect(answer.headers.get("x-total-count")).toBe("55");
      pages.push(ids(answer.json as ResellerProductParent[]));
    }
    expect(pages.map((page) => page.length)).toEqual([50, 5, 0]);
    expect(new Set(pages.flat()).size).toBe(55);
    expect(ids(await list(2, since))).toHaveLength(50);
    expect(ids(await list(2, `${since}&filterPageNumber=2147483647`))).toEqual([]);
    expect(ids(await list(2, "filterUpdatedAfter=0000-01-01T00:00:00Z"))).toHaveLength(50);
    expect(ids(await list(2, "filterUpdatedAfter=9999-12-31T23:59:59-10:00"))).toEqual([]);
  });

  test.each([
    ["", "filterUpdatedAfter"],
    ["filterUpdatedAfter=yesterday", "filterUpdatedAfter"],
    ["filterUpdatedAfter=2026-02-30T00:00:00Z", "filterUpdatedAfter"],
    [`${since}&filterPageSize=0`, "filterPageSize"],
    [`${since}&filterPageSize=51`, "filterPageSize"],
    [`${since}&filterPageSize=1.5`, "filterPageSize"],
    [`${since}&filterPageNumber=0`, "filterPageNumber"],
    [`${since}&includeImages=perhaps`, "includeImages"],
  ])("with '%s' are refused for %s", async (query, field) => {
    const answer = await service.call(path(1, query));
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ issues: [{ path: field }] });
  });

  test("of a channel that does not exist are none", async () => {
    expect(await list(999, since)).toEqual([]);
  });

  test("are visible to a channel's own token only, and to any source's", async () => {
    const own = await service.tokenOf({ type: "channel", ownerId: 1 });
    const other = await service.tokenOf({ type: "channel", ownerId: 2 });
    const source = await service.tokenOf({ type: "source", ownerId: 1 });
    const statusOf = async (token: string) =>
      (await service.call(path(1, since), { token })).status;
    expect(await statusOf(own)).toBe(200);
    expect(await statusOf(source)).toBe(200);
    expect(await statusOf(other)).toBe(403);
  });
});
