import { beforeEach, expect, test, vi } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { type CopyState, openingState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { fetchWholeProducts } from "#web/api/products.ts";
import { createValueStore } from "#web/base/value-store.ts";
import { copiedProducts, copyCoverage } from "./sample-sources.ts";
import { createSamplePool } from "./sample-pool.ts";

const readDirectly = vi.fn<typeof fetchWholeProducts>();

const productOf = (id: number) =>
  ({ id, title: `P${id}`, sku: `S${id}`, variants: [] }) as unknown as ResellerProductParent;
const idsTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const problem = { kind: "upstream", status: 503, title: "", advice: "" } as const;

const whole: Partial<CopyState> = { phase: "fresh", searchable: true, sweptAt: 1, checkedAt: 7 };

/** A copy of `count` products; `set` changes its state. */
const testCopy = (count: number, first: Partial<CopyState>) => {
  const state = createValueStore<CopyState>({ ...openingState, products: count, ...first });
  let held = idsTo(count);
  const command = () => vi.fn<() => void>();
  const act = { pause: command(), resume: command(), refresh: command(), close: command() };
  const copy = {
    ...act,
    channelId: 1,
    state,
    ids: () => Promise.resolve(held),
    products: (ids: number[]) => Promise.resolve(ids.map(productOf)),
    forget: () => Promise.resolve(),
  } as unknown as ProductCopy;
  const set = (change: Partial<CopyState>) => state.set({ ...state.get(), ...change });
  const grow = (to: number, change: Partial<CopyState> = {}) => {
    held = idsTo(to);
    set({ products: to, revision: to, ...change });
  };
  return { copy, act, set, grow };
};
const poolOn = (copy: ProductCopy, wanted?: number) =>
  createSamplePool(copiedProducts(1, { open: () => copy, readPage: readDirectly }), wanted);

beforeEach(() => {
  readDirectly.mockReset();
  readDirectly.mockResolvedValue({ value: idsTo(3).map(productOf), problems: [], total: 3 });
});

test.each<[string, Partial<CopyState>, ReturnType<typeof copyCoverage>]>([
  ["opens", {}, undefined],
  ["is checking for changes", { ...whole, phase: "checking" }, undefined],
  ["is up to date", whole, "whole"],
  ["is read again after a day", { ...whole, phase: "sweeping" }, "whole"],
  ["is whole and paused", { ...whole, phase: "paused" }, "whole"],
  ["is loading", { phase: "sweeping", searchable: true }, "filling"],
  ["waits for the limit", { phase: "waiting", problem: { ...problem, kind: "limit" } }, "filling"],
  ["waits for the upstream", { phase: "waiting", problem }, "none"],
  ["is paused before the end", { phase: "paused", searchable: true }, "none"],
  [
    "cannot be stored",
    { ...whole, phase: "stopped", problem: { ...problem, kind: "storage" } },
    "none",
  ],
])("a copy that %s", (_, change, coverage) => {
  expect(copyCoverage({ ...openingState, ...change })).toBe(coverage);
});

test("a whole copy gives the wanted products at once, after it was checked, and more when more are wanted", async () => {
  const { copy, set } = testCopy(180, { ...whole, phase: "checking" });
  const pool = poolOn(copy, 100);
  pool.start();
  await Promise.resolve();
  expect(pool.get().samples).toEqual([]);
  set({ phase: "fresh" });
  await expect.poll(() => pool.get().phase).toBe("complete");
  expect(pool.get()).toMatchObject({ total: 180, readAt: 7 });
  expect(pool.get().samples).toHaveLength(100);
  pool.want(500);
  await expect.poll(() => pool.get().samples).toHaveLength(180);
  expect(pool.get().samples.map(({ key }) => key)).toEqual(idsTo(180).map((id) => `product ${id}`));
  expect(readDirectly).not.toHaveBeenCalled();
});

test("a copy that is loading gives page after page, and a pause pauses it", async () => {
  const { copy, act, grow } = testCopy(49, { phase: "sweeping", searchable: true });
  const pool = poolOn(copy);
  pool.start();
  grow(98);
  await expect.poll(() => pool.get().samples).toHaveLength(50);
  pool.pause();
  expect(act.pause).toHaveBeenCalledOnce();
  pool.start();
  await expect.poll(() => act.resume).toHaveBeenCalledOnce();
  grow(120, whole);
  await expect.poll(() => pool.get().phase).toBe("complete");
  expect(pool.get().samples).toHaveLength(120);
  expect(readDirectly).not.toHaveBeenCalled();
});

test("without a copy, products are read page by page", async () => {
  const { copy } = testCopy(0, { phase: "stopped", problem: { ...problem, kind: "storage" } });
  const pool = poolOn(copy);
  pool.start();
  await expect.poll(() => pool.get().phase).toBe("complete");
  expect(pool.get().samples).toHaveLength(3);
  expect(readDirectly).toHaveBeenCalledOnce();
});

test("a refresh updates the copy and reads everything again", async () => {
  const { copy, act, grow } = testCopy(20, whole);
  const pool = poolOn(copy);
  pool.start();
  await expect.poll(() => pool.get().samples).toHaveLength(20);
  pool.refresh();
  await expect.poll(() => act.refresh).toHaveBeenCalledOnce();
  grow(30, { checkedAt: 8 });
  await expect.poll(() => pool.get().samples).toHaveLength(30);
});
