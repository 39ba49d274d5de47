import { benchCatalogue } from "#e2e/bench/product-search/bench-catalogue.ts";
import { startRecords } from "#e2e/support/records.ts";
import { startStack, testToken } from "#e2e/support/start-stack.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";

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

/** The program as it is started, with an upstream that has one channel of that many products and no rate limit. */
export const startCatalogueConsole = async (products: number) => {
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
  const endRecords = await startRecords();
  const stack = await startStack({
    records: "nothing",
    env: { API_BASE_URL: upstream.origin, API_TOKEN: testToken, API_RATE_LIMIT: "0" },
  });
  return {
    url: stack.url,
    close: async () => {
      await stack.stop();
      await stack.remove();
      await endRecords();
      await upstream.close();
    },
  };
};
