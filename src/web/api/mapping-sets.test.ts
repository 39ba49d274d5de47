import { expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { cacheMappingSet, cacheMappingSetItems, mappingSetDetail } from "./mapping-sets.ts";
import { mappingSetNames } from "./mapping-rules.ts";
import { queryClient } from "./query-client.ts";

const answer = <T>(value: T) => ({ value, problems: [], total: undefined });
const items: MappingSetItem[] = [1, 2, 3].map((id) => ({
  id,
  fromValue: `${id}`,
  toValue: `${id}`,
}));

test("the item count of a set is updated with its items", () => {
  cacheMappingSet(5, answer({ id: 5, name: "Colors", totalItems: 2 }));
  cacheMappingSetItems(5, answer(items));
  expect(queryClient.getQueryData(mappingSetDetail(5).queryKey)?.value.totalItems).toBe(3);
});

test("a set that was just created or renamed has its name in the names for rules", () => {
  const { queryKey } = mappingSetNames();
  queryClient.setQueryData(queryKey, {
    ...answer([
      { id: 5, name: "Colors" },
      { id: 6, name: "Sizes" },
    ]),
    cut: false,
  });
  cacheMappingSet(7, answer({ id: 7, name: "Brands 木" }));
  cacheMappingSet(5, answer({ id: 5, name: "Colours" }));
  const names = queryClient.getQueryData(queryKey)?.value.map(({ id, name }) => [id, name]);
  expect(new Map(names as [number, string][])).toEqual(
    new Map([
      [5, "Colours"],
      [6, "Sizes"],
      [7, "Brands 木"],
    ]),
  );
});

test("the names for rules are not made up from one set", () => {
  queryClient.clear();
  cacheMappingSet(7, answer({ id: 7, name: "Brands" }));
  expect(queryClient.getQueryData(mappingSetNames().queryKey)).toBeUndefined();
});

test("caching items of a set that was not loaded creates no set", () => {
  cacheMappingSetItems(6, answer(items));
  expect(queryClient.getQueryData(mappingSetDetail(6).queryKey)).toBeUndefined();
});
