// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { type CopyState, openingState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { productDetail } from "#web/api/products.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { createValueStore } from "#web/base/value-store.ts";
import { useProduct } from "./use-product.ts";

afterEach(() => vi.unstubAllGlobals());

const after = "2026-11-20T10:00:00.000Z";
const text = () => document.querySelector("p")?.textContent;

/** Opens product 5 of channel 3, of which this browser has no copy. */
const openProduct = (state: Partial<CopyState>, address: string) => {
  const copy = {
    channelId: 3,
    state: createValueStore({ ...openingState, ...state }),
    product: async () => undefined,
  } as unknown as ProductCopy;
  const Product = () => {
    const { reading, fresh, lost, loadedAt } = useProduct(5, copy);
    const shown = reading.data?.value.title ?? (reading.isPending ? "loading" : "nothing");
    const words = [shown, fresh && "fresh", lost && "lost", loadedAt && "loaded"];
    return <p>{words.filter(Boolean).join(", ")}</p>;
  };
  openTestApp({ "/products/5": Product }, address);
};

test("a product that couldn't be loaded again isn't shown as new", async () => {
  const { queryKey } = productDetail(5, { channelId: 3, after });
  const product = { id: 5, title: "Lamp" } as never;
  queryClient.setQueryData(queryKey, { value: product, problems: [], total: undefined });
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Busy." }, { status: 503 }));
  openProduct({ searchable: true }, `/products/5?channel=3&after=${after}`);
  await expect.poll(text).toBe("Lamp, fresh, loaded");
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(text).toBe("Lamp, loaded");
});

test("a product without a place can be searched for if the copy can't be opened", async () => {
  openProduct({ phase: "stopped" }, "/products/5?channel=3");
  await expect.poll(text).toBe("loading, lost");
});
