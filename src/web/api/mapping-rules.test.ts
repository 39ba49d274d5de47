import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveMappingSets } from "#web/testing/mapping-sets.ts";
import { mappingSetNames } from "./mapping-rules.ts";
import { queryClient } from "./query-client.ts";

beforeEach(() => queryClient.clear());
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each<[sets: number, pages: number, named: number, cut: boolean]>([
  [0, 1, 0, false],
  [99, 1, 99, false],
  [160, 2, 160, false],
  [1_000, 10, 1_000, true],
  [1_050, 10, 1_000, true],
])("of %i mapping sets, %i pages are read in the background", async (sets, pages, named, cut) => {
  const { fetch, requests } = serveMappingSets(sets);
  vi.stubGlobal("fetch", fetch);
  const list = await queryClient.fetchQuery(mappingSetNames());
  expect(requests).toEqual(
    Array.from({ length: pages }, (_, at) => ({
      url: `/api/mapping-sets?page=${at + 1}`,
      priority: "u=6",
    })),
  );
  expect(list.value.map(({ id }) => id)).toEqual(Array.from({ length: named }, (_, at) => at + 1));
  expect(list.cut).toBe(cut);
});
