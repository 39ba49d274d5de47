// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { channelList } from "#web/api/account.ts";
import { queryClient } from "#web/api/query-client.ts";
import { askAgain } from "#web/base/served.ts";
import { openTestApp, typeText } from "#web/testing/app.tsx";
import { readWithoutResponse, Reads } from "#web/testing/reads.tsx";
import { ProductList } from "./product-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const { queryKey } = channelList();
const field = () => document.querySelector<HTMLInputElement>("[aria-label='Channel ID']");
const text = () => document.body.textContent;

test("without a list of channels, the ID that is typed stays while the list is read again", async () => {
  localStorage.clear();
  // An API that offers its account only.
  vi.stubGlobal("fetch", async (path: string) =>
    path.startsWith("/api/account")
      ? Response.json({ id: 1 })
      : Response.json({ detail: "Not found" }, { status: 404 }),
  );
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
  askAgain();
  await readWithoutResponse(queryKey);
  expect([field(), shown?.value]).toEqual([shown, "30"]);
  expect(text()).toContain("The service doesn't list channels.");
});

test.each<[is: string, status: number, body: unknown, says: string]>([
  [
    "an API that can't be reached",
    502,
    { type: "urn:supercargo:problem:upstream-unreachable", title: "The service can't be reached" },
    "Can't reach the service",
  ],
  ["a wrong address", 404, { detail: "Not found" }, "The connection's address may be wrong"],
  ["an empty workspace", 200, [], "No products yet"],
])("%s is said instead of asking for a channel", async (_, status, body, says) => {
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
  openTestApp({ "/products": ProductList }, "/products");
  await expect.poll(text).toContain(says);
  expect(text()).not.toContain("Select a channel");
  expect(field()).toBeNull();
});
