// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { SearchCatalog } from "#web/api/catalog.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { asking, freshCatalog, rowOf } from "#web/testing/catalog.ts";
import { useProductSelection } from "./find-foot.tsx";
import type { Found } from "./found-products.ts";

/** What a search found: products from an ID on, of which some are loaded. */
const foundFrom = (id: number, total: number, loaded = total): Found => {
  const rows = new Map(Array.from({ length: loaded }, (_, at) => [at, rowOf(id + at)] as const));
  return {
    query: asking(String(id)),
    epoch: "1",
    total,
    corrected: undefined,
    rows,
    rowAt: (index) => rows.get(index),
    facets: undefined,
    busy: false,
    error: undefined,
  };
};

const openSelection = (first: Found) => {
  const found = createValueStore(first);
  const asked: number[] = [];
  const search: SearchCatalog = async ({ query, first: from, count }) => {
    asked.push(from);
    const { total = 0 } = found.get();
    const rows = Array.from({ length: Math.min(count, total - from) }, (_, at) =>
      rowOf(Number(query.text) + from + at),
    );
    return { state: freshCatalog, total, first: from, rows };
  };
  const Selection = () => {
    const { rows, all, toggle, toggleAll } = useProductSelection(search, useValue(found));
    return (
      <>
        <p>{rows.size > 10 ? `${rows.size}` : [...rows.keys()].join()}</p>
        <i>{all ? "all" : "some"}</i>
        <button onClick={() => toggle(1)}>Second</button>
        <button onClick={() => toggle(3, true)}>To fourth</button>
        <button onClick={toggleAll}>All</button>
      </>
    );
  };
  openTestApp({ "/": Selection });
  const shown = () => [
    document.querySelector("p")?.textContent,
    document.querySelector("i")?.textContent,
  ];
  return { found, asked, shown };
};

test("all matches of a search are selected and cleared without those of another search", async () => {
  const { found, asked, shown } = openSelection(foundFrom(1, 3));
  await pressButton("Second");
  await expect.poll(shown).toEqual(["2", "some"]);
  found.set(foundFrom(7, 2));
  await pressButton("All");
  await expect.poll(shown).toEqual(["2,7,8", "all"]);
  await pressButton("All");
  await expect.poll(shown).toEqual(["2", "some"]);
  expect(asked).toEqual([]);
});

test("a range is selected, and what the screen has not loaded is loaded window by window", async () => {
  const { asked, shown } = openSelection(foundFrom(1, 2_500, 50));
  await pressButton("Second");
  await pressButton("To fourth");
  await expect.poll(shown).toEqual(["2,3,4", "some"]);
  expect(asked).toEqual([]);
  await pressButton("All");
  await expect.poll(shown).toEqual(["2500", "all"]);
  expect(asked).toEqual([0, 1_000, 2_000]);
  await pressButton("All");
  await expect.poll(shown).toEqual(["", "some"]);
});
