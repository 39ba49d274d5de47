// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { channelList } from "#web/api/account.ts";
import { openTestApp, typeText } from "#web/ui/test-app.tsx";
import { readWithoutResponse, Reads } from "#web/ui/test-reads.tsx";
import { ProductList } from "./product-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const { queryKey } = channelList();
const field = () => document.querySelector<HTMLInputElement>("[aria-label='Channel ID']");
const text = () => document.body.textContent;

test("without a list of channels, the ID that is typed stays while the list is read again", async () => {
  localStorage.clear();
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Bad gateway" }, { status: 502 }));
  const Products = () => (
    <>
      <ProductList />
      <Reads of={queryKey} />
    </>
  );
  openTestApp({ "/products": Products }, "/products");
  await expect.poll(field).not.toBeNull();
  const shown = field();
  typeText(shown!, "30");
  await readWithoutResponse(queryKey);
  expect([field(), shown?.value]).toEqual([shown, "30"]);
  expect(text()).toContain("Couldn't load the list of channels.");
});
