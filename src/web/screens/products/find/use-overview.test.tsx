import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import type { ChannelOverview } from "#web/api/product-copy/copy-messages.ts";
import { type CopyState, openingState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { createValueStore } from "#web/base/value-store.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { ChannelOverview as ChannelOverviewScreen } from "./channel-overview.tsx";
import { useOverview } from "./use-overview.ts";

// @vitest-environment happy-dom

/** A copy that is loading; each summary has the number of products of the moment at which it was requested. */
const createCopy = () => {
  const state = createValueStore<CopyState>({ ...openingState, searchable: true });
  const waiting: (() => void)[] = [];
  const overview = vi.fn<() => Promise<ChannelOverview>>(async () => {
    const { products } = state.get();
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { total: products, gone: 0 } as ChannelOverview;
  });
  return {
    copy: { channelId: 1, state, overview } as unknown as ProductCopy,
    overview,
    answer: () => waiting.shift()?.(),
    grow: (revision: number) => state.set({ ...state.get(), revision, products: revision * 100 }),
  };
};

afterEach(() => void vi.useRealTimers());

const kept = () => queryClient.getQueryCache().findAll({ queryKey: ["products", "overview"] });

test("a copy that keeps changing is summarized one at a time, every few seconds, and kept once", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { copy, overview, answer, grow } = createCopy();
  const Total = () => <p>{useOverview(copy).data?.total ?? "none"}</p>;
  grow(1);
  openTestApp({ "/": Total });
  const shown = () => document.body.textContent;
  await expect.poll(() => overview.mock.calls.length).toBe(1);
  for (let revision = 2; revision <= 40; revision += 1) {
    grow(revision);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(overview).toHaveBeenCalledTimes(1);
  answer();
  await expect.poll(shown).toBe("100");
  await vi.advanceTimersByTimeAsync(2_000);
  grow(41);
  expect(overview).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(overview).toHaveBeenCalledTimes(2);
  answer();
  await expect.poll(shown).toBe("4100");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(overview).toHaveBeenCalledTimes(2);
  expect(kept()).toHaveLength(1);
});

test("a summary from before the first products is replaced at once, and isn't shown meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { copy, overview, answer, grow } = createCopy();
  openTestApp({ "/": () => <ChannelOverviewScreen copy={copy} /> });
  // Timers run, but the time stands still.
  const summaries = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return overview.mock.calls.length;
  };
  await expect.poll(summaries).toBe(1);
  grow(1);
  answer();
  await expect.poll(summaries).toBe(2);
  expect(document.querySelector(".figures")).toBeNull();
  expect(document.body.textContent).not.toContain("No data");
});

test("a failed summary is repeated when the copy has changed, but not at once", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { copy, overview, answer, grow } = createCopy();
  const State = () => <p>{useOverview(copy).isError ? "failed" : "fine"}</p>;
  openTestApp({ "/": State });
  await expect.poll(() => overview.mock.calls.length).toBe(1);
  answer();
  await vi.advanceTimersByTimeAsync(10_000);
  overview.mockRejectedValue(new Error("The worker ended."));
  grow(1);
  await expect.poll(() => document.body.textContent).toBe("failed");
  expect(overview).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(overview).toHaveBeenCalledTimes(2);
  grow(2);
  await expect.poll(() => overview.mock.calls.length).toBe(3);
  grow(3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(overview).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(overview).toHaveBeenCalledTimes(4);
});

test("a first summary that fails is repeated when the copy has changed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { copy, overview, grow } = createCopy();
  overview.mockRejectedValueOnce(new Error("The worker ended."));
  const State = () => <p>{useOverview(copy).isError ? "failed" : "fine"}</p>;
  openTestApp({ "/": State });
  await expect.poll(() => document.body.textContent).toBe("failed");
  grow(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(overview).toHaveBeenCalledTimes(2);
});
