import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { knownRecords } from "./known-records.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null });
});

const labels = (cache: QueryClient, rules: { rule: unknown }[] = []) =>
  knownRecords(cache, rules).map(({ id, label }) => `${id} ${label}`);

test("records of lists and details, each once, then what was seen and remembered before", () => {
  const cache = new QueryClient();
  cache.setQueryData(["rmas", "list", {}], {
    value: [
      { id: 1, rmaNumber: "RMA-1" },
      { id: 2, rmaNumber: null },
    ],
  });
  cache.setQueryData(["purchase-orders", "detail", 3], {
    value: { id: 3, purchaseOrderNumber: "FO-3" },
  });
  cache.setQueryData(["purchase-orders", "count", {}], { value: 7 });
  kept.set("supercargo.seen.rmas embedded", '[{"id":1,"label":"old"},{"id":4,"label":"RMA-4"}]');
  expect(labels(cache, [{ rule: { id: 5, name: "Hide" } }])).toEqual([
    "rmas/1 RMA-1",
    "rmas/2 RMA 2",
    "purchase-orders/3 FO-3",
    "rmas/4 RMA-4",
    "mapping-rules/5 Hide",
  ]);
});

test("answers and memories of any form do no harm", () => {
  const cache = new QueryClient();
  for (const [place, value] of [
    null,
    4,
    "x",
    [null, 4, "x", []],
    [{ id: "1" }, { id: -1 }],
  ].entries())
    cache.setQueryData(["rmas", "list", place], { value });
  cache.setQueryData(["rmas", "list", "bare"], null);
  cache.setQueryData(["__proto__", "list"], { value: [{ id: 1 }] });
  kept.set("supercargo.seen.rmas embedded", '[{"id":1,"label":{}},{"id":2}]');
  expect(labels(cache, [{ rule: undefined }, { rule: null }])).toEqual([]);
});
