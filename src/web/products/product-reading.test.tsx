// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { CopiedProduct } from "#web/api/product-copy/copy-messages.ts";
import { openTestApp } from "#web/ui/test-app.tsx";
import { ProductReading } from "./product-reading.tsx";

const copied = { readAt: 0 } as CopiedProduct;
const removed = { readAt: 0, goneAt: 1 } as CopiedProduct;
const lost = new Error("404");

test.each([
  ["without a copy", undefined, false, null, /^$/],
  ["of the copy, while it is loaded", copied, false, null, /^Refreshing\. You see the local copy/],
  ["of the copy, which couldn't be loaded", copied, false, lost, /^Couldn't refresh this product/],
  ["as the API has it", copied, true, null, /^$/],
  ["removed, while it is loaded", removed, false, null, /was removed from its channel/],
  ["removed, and missing in the API", removed, false, lost, /was removed from its channel/],
  ["removed, but back in the API", removed, true, null, /^$/],
  ["removed after it was loaded", removed, true, lost, /was removed from its channel/],
])("a product %s", async (_, copy, fresh, error, text) => {
  const Reading = () => (
    <main>
      <ProductReading copied={copy} fresh={fresh} error={error} />
    </main>
  );
  openTestApp({ "/": Reading });
  await expect.poll(() => document.querySelector("main")?.textContent.trim()).toMatch(text);
});
