// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { productDetail } from "#web/api/products.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useProduct } from "./use-product.ts";

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const after = "2026-11-20T10:00:00.000Z";
const text = () => document.querySelector("p")?.textContent;
const lamp = {
  id: 5,
  channel_id: 3,
  title: "Lamp",
  variants: [],
  updated_at: "2026-11-20T10:00:01.000Z",
};

/** Opens product 5 of channel 3; `answers` are those of the catalog and of the API. */
const openProduct = (address: string, answers: { catalog?: unknown; api?: unknown }) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const of = path.startsWith("/api/catalog/") ? "catalog" : "api";
    asked.push(of);
    return answers[of] === undefined
      ? Response.json({ detail: "Not found." }, { status: 404 })
      : Response.json(answers[of]);
  });
  const Product = () => {
    const { reading, fresh, lost, loadedAt } = useProduct(5, 3);
    const shown = reading.data?.value.title ?? (reading.isPending ? "loading" : "nothing");
    const words = [shown, fresh && "fresh", lost && "lost", loadedAt && "loaded"];
    return <p>{words.filter(Boolean).join(", ")}</p>;
  };
  openTestApp({ "/products/5": Product }, address);
  return asked;
};

test("a product is shown from the catalog, then from the API by one request", async () => {
  const asked = openProduct("/products/5?channel=3", {
    catalog: { product: lamp, readAt: 1, previous: null, goneAt: null },
    api: [{ ...lamp, title: "Table lamp" }],
  });
  await expect.poll(text).toBe("Table lamp, fresh, loaded");
  expect(asked).toEqual(["catalog", "api"]);
});

test("a product that couldn't be loaded again isn't shown as new", async () => {
  const { queryKey } = productDetail(5, { channelId: 3, after });
  const product = { id: 5, title: "Lamp" } as never;
  queryClient.setQueryData(queryKey, { value: product, problems: [], total: undefined });
  openProduct(`/products/5?channel=3&after=${after}`, {});
  await expect.poll(text).toBe("Lamp, fresh, loaded");
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(text).toBe("Lamp, loaded");
});

test("a product without a place that the catalog lacks can be searched for", async () => {
  openProduct("/products/5?channel=3", {});
  await expect.poll(text).toBe("loading, lost");
});
