import { afterAll, beforeAll, expect, test } from "vitest";
import { askCatalog } from "#gateway/testing/catalog-set-up.ts";
import { type ProductUpstream, startProductUpstream } from "#gateway/testing/product-upstream.ts";
import { openTestStorage, type TestStorage } from "#gateway/testing/storage.ts";

let storage: TestStorage;
let upstream: ProductUpstream;
beforeAll(async () => {
  storage = await openTestStorage();
  upstream = await startProductUpstream();
});
afterAll(async () => {
  await upstream.close();
  await storage.close();
});
const start = Date.UTC(2026, 0, 1);
test("first", async () => {
  for (let id = 1; id <= 1000; id += 1)
    upstream.products.set(id, { id, updated: start + id * 1000 });
  const gateway = await storage.gateway(upstream.baseUrl, { copies: { share: 1 } });
  const catalog = askCatalog(gateway);
  console.log(await catalog.state());
  const t = performance.now();
  console.log(await catalog.until((s) => s.phase === "fresh"), performance.now() - t);
  console.log(upstream.arrivals.map((a) => Math.round(a.at)));
  const m = await catalog.search({ text: "product 12" }, { facets: true });
  console.log(m.total, m.rows[0], m.state, performance.now() - t);
  console.log(await catalog.readProduct(3));
  console.log(await catalog.lines(["P-3", "nope"]));
  await gateway.close();
});
