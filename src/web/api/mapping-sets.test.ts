import { expect, test } from "vitest";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import { cacheMappingSet, cacheMappingSetItems, mappingSetDetail } from "./mapping-sets.ts";
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

test("caching items of a set that was not loaded creates no set", () => {
  cacheMappingSetItems(6, answer(items));
  expect(queryClient.getQueryData(mappingSetDetail(6).queryKey)).toBeUndefined();
});
