// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { CopiedProduct } from "#web/api/product-copy/copy-messages.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { ProductReading } from "./product-reading.tsx";

const copied = { readAt: 0 } as CopiedProduct;
const removed = { readAt: 0, goneAt: 1 } as CopiedProduct;
const lost = new Error("404");

test.each([
  ["without a copy", undefined, undefined, false, null, /^$/],
  [
    "of the copy, while it is loaded",
    copied,
    undefined,
    false,
    null,
    /^Refreshing\. You see the local copy/,
  ],
  [
    "of the copy, which couldn't be loaded",
    copied,
    undefined,
    false,
    lost,
    /^Couldn't refresh this product/,
  ],
  ["as the API has it", copied, 1, true, null, /^$/],
  ["removed, while it is loaded", removed, undefined, false, null, /was removed from its channel/],
  [
    "removed, and missing in the API",
    removed,
    undefined,
    false,
    lost,
    /was removed from its channel/,
  ],
  ["removed, but back in the API", removed, 1, true, null, /^$/],
  ["removed after it was loaded", removed, 1, true, lost, /was removed from its channel/],
  ["as the API had it, which couldn't be loaded again", copied, 1, false, lost, /It was loaded/],
  ["without a copy, which couldn't be loaded again", undefined, 1, false, lost, /It was loaded/],
])("a product %s", async (_, copy, loadedAt, fresh, error, text) => {
  const Reading = () => (
    <main>
      <ProductReading copied={copy} loadedAt={loadedAt} fresh={fresh} error={error} />
    </main>
  );
  openTestApp({ "/": Reading });
  await expect.poll(() => document.querySelector("main")?.textContent.trim()).toMatch(text);
});
