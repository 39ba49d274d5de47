// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { CatalogState } from "#contract/catalog.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { createFacets, firstSweep, freshCatalog } from "#web/testing/catalog.ts";
import { ChannelOverview } from "./channel-overview.tsx";

afterEach(() => vi.unstubAllGlobals());

/** The overview of a catalog whose summaries have the number of products of the moment. */
const openOverview = (first: CatalogState) => {
  const state = createValueStore(first);
  const read = vi.fn<() => void>();
  vi.stubGlobal("fetch", async () => {
    read();
    const total = state.get().products;
    return Response.json({
      facets: createFacets("Bel Fiore"),
      total,
      gone: 0,
      units: [],
      updatedByDay: [],
    });
  });
  const Overview = () => <ChannelOverview channelId={1} catalog={useValue(state)} />;
  openTestApp({ "/": Overview });
  return { state, read };
};
const figure = () => document.querySelector(".figures strong")?.textContent;

test("a channel is summarized again when its catalog has changed, and only then", async () => {
  const { state, read } = openOverview(freshCatalog);
  await expect.poll(figure).toBe("2,000");
  state.set({ ...freshCatalog, checkedAt: 1 });
  state.set({ ...freshCatalog, products: 2_001, epoch: "2" });
  await expect.poll(figure).toBe("2,001");
  expect(read).toHaveBeenCalledTimes(2);
});

test("a summary from before the first products isn't shown", async () => {
  const loading = { ...freshCatalog, phase: "loading", sweep: firstSweep, products: 0 } as const;
  const { state, read } = openOverview(loading);
  await expect.poll(() => read.mock.calls.length).toBe(1);
  expect(figure()).toBeUndefined();
  state.set({ ...loading, products: 50, epoch: "2" });
  await expect.poll(figure).toBe("50");
});

test("a channel without products says so", async () => {
  openOverview({ ...freshCatalog, products: 0 });
  await expect.poll(() => document.body.textContent).toContain("This channel has no products");
});
