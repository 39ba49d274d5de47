// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { SearchCatalog } from "#web/api/catalog.ts";
import { findListed } from "#web/base/listed-records.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { asking, freshCatalog, rowOf } from "#web/testing/catalog.ts";
import { listFound, useNeighbors } from "./found-neighbors.ts";
import type { Found } from "./found-products.ts";

/** Opens a product of a list of IDs from 1 to 500 of which only the first 10 are loaded; `moved` is their new start. */
const openListed = (id: number, moved = 0) => {
  const search = vi.fn<SearchCatalog>(async ({ first, count }) => ({
    state: freshCatalog,
    total: 500 + moved,
    first,
    rows: Array.from({ length: count }, (_, at) => rowOf(first + at + 1 - moved)),
  }));
  const rows = new Map(Array.from({ length: 10 }, (_, at) => [at, rowOf(at + 1)] as const));
  listFound(search, { query: asking(""), total: 500, rows } as unknown as Found);
  const Product = () => {
    useNeighbors(id);
    return <p>{JSON.stringify(findListed("products", id))}</p>;
  };
  openTestApp({ "/": Product });
  const place = () => JSON.parse(document.querySelector("p")?.textContent || "null") as unknown;
  return { search, place };
};

test("the neighbors of a loaded row are known without a request", async () => {
  const { search, place } = openListed(5);
  await expect.poll(place).toEqual({ place: 5, count: 500, previous: 4, next: 6 });
  expect(search).not.toHaveBeenCalled();
});

test("those beyond the loaded rows are loaded", async () => {
  const { search, place } = openListed(10);
  await expect.poll(place).toEqual({ place: 10, count: 500, previous: 9, next: 11 });
  expect(search).toHaveBeenCalledOnce();
});

test("after a change of the catalog, a product has its new place", async () => {
  const { place } = openListed(10, 2);
  await expect.poll(place).toEqual({ place: 12, count: 502, previous: 9, next: 11 });
});
