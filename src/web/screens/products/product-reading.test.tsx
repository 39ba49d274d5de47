// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { CatalogProduct } from "#contract/catalog.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { ProductReading } from "./product-detail.tsx";

const cataloged = { readAt: 0, goneAt: null } as CatalogProduct;
const removed = { readAt: 0, goneAt: 1 } as CatalogProduct;
const lost = new Error("404");

test.each([
  ["without a catalog", undefined, undefined, false, null, /^$/],
  ["of the catalog, while it is loaded", cataloged, undefined, false, null, /^$/],
  ["of the catalog, which couldn't be loaded", cataloged, undefined, false, lost, /^Couldn't refr/],
  ["as the service has it", cataloged, 1, true, null, /^$/],
  ["removed, while it is loaded", removed, undefined, false, null, /was removed from its channel/],
  [
    "removed, and missing in the service",
    removed,
    undefined,
    false,
    lost,
    /was removed from its chan/,
  ],
  ["removed, but back in the service", removed, 1, true, null, /^$/],
  ["removed after it was loaded", removed, 1, true, lost, /was removed from its channel/],
  [
    "as the service had it, which couldn't be loaded again",
    cataloged,
    1,
    false,
    lost,
    /It was loaded/,
  ],
  ["without a catalog, which couldn't be loaded again", undefined, 1, false, lost, /It was loaded/],
])("a product %s", async (_, known, loadedAt, fresh, error, text) => {
  const Reading = () => (
    <main>
      <ProductReading cataloged={known} loadedAt={loadedAt} fresh={fresh} error={error} />
    </main>
  );
  openTestApp({ "/": Reading });
  await expect.poll(() => document.querySelector("main")?.textContent.trim()).toMatch(text);
});
