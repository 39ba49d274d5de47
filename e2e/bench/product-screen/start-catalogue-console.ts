import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { benchCatalogue } from "#e2e/bench/product-search/bench-catalogue.ts";
import { startGateway } from "#gateway/testing/start-gateway.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";

const root = resolve(import.meta.dirname, "../../..");

interface Kept {
  readonly updated: number;
  readonly json: string;
}

const storedCatalogue = (count: number): Kept[] =>
  Array.from(benchCatalogue(count), (product) => ({
    updated: Date.parse(product.updated_at ?? ""),
    json: JSON.stringify({ ...product, channel_id: 1 }),
  })).toSorted((a, b) => a.updated - b.updated);

/** The index of the first product after a moment. */
const placeAfter = (rows: readonly Kept[], after: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.updated ?? 0) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
};

const channels = [{ id: 1, name: "Catalogue", channelType: "reseller" }];

/**
 * The production build of the console, with an upstream that has one channel of that many products and no rate limit.
 */
export const startCatalogueConsole = async (products: number) => {
  const assets = await mkdtemp(join(tmpdir(), "supercargo-product-screen-"));
  await build({ root, logLevel: "error", build: { outDir: assets, emptyOutDir: true } });
  const rows = storedCatalogue(products);
  const upstream = await startUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream");
    if (pathname.startsWith("/channel")) return answer(response, 200, channels);
    if (pathname !== "/reseller-channels/1/products/parents")
      return answer(response, 404, { error: "Not found" });
    const number = (name: string) => Number(searchParams.get(name));
    const [page, size] = [number("filterPageNumber"), number("filterPageSize")];
    const from = placeAfter(rows, Date.parse(searchParams.get("filterUpdatedAfter") ?? ""));
    const first = from + (page - 1) * size;
    const shown = rows.slice(first, first + size).map(({ json }) => json);
    const headers = { "x-total-count": String(rows.length - from) };
    return answer(response, 200, `[${shown.join(",")}]`, headers);
  });
  const gateway = await startGateway({ upstream: { baseUrl: upstream.origin }, assets });
  return {
    url: gateway.origin,
    close: async () => {
      await gateway.close();
      await upstream.close();
      await rm(assets, { recursive: true, force: true });
    },
  };
};
