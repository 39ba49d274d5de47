import { expect, test } from "vitest";
import { createProductIndex } from "#web/api/product-search/product-index.ts";
import { everyProduct } from "#web/api/product-search/product-query.ts";
import { testProduct } from "#web/api/product-search/test-products.ts";
import { createOverview } from "./copy-index.ts";

const times = ["2026-11-20T04:59:59Z", "2026-11-20T05:00:00Z", "2026-11-20T23:00:00Z", null];

const createIndex = () => {
  const index = createProductIndex();
  for (const [at, updated_at] of times.entries())
    index.put(testProduct({ id: at + 1, updated_at }));
  return index;
};

test.each([
  ["UTC", [{ day: "2026-11-20", count: 3 }]],
  [
    "America/New_York",
    [
      { day: "2026-11-19", count: 1 },
      { day: "2026-11-20", count: 2 },
    ],
  ],
  [
    "Asia/Kolkata",
    [
      { day: "2026-11-20", count: 2 },
      { day: "2026-11-21", count: 1 },
    ],
  ],
])("an overview counts updates by the days of %s", async (timeZone, updatedByDay) => {
  const index = createIndex();
  const overview = await createOverview(index, async () => undefined, timeZone);
  expect(overview).toMatchObject({ updatedByDay, total: index.search(everyProduct).total });
});
