// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Rma } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { Overview } from "./overview.tsx";

const rma = (id: number): Rma => ({
  id,
  rmaNumber: `RMA-${id}`,
  rmaStatus: "Waiting",
  items: [{ quantity: 1, bundleComponents: [] }],
  rmaShipments: [],
});

/** Whether the list of RMAs fails; nothing else is answered. */
let fails = false;

beforeEach(() =>
  vi.stubGlobal("fetch", (url: string) => {
    if (!url.startsWith("/api/rma?")) return new Promise(() => {});
    return Promise.resolve(
      fails
        ? new Response("{}", { status: 500 })
        : new Response(JSON.stringify([rma(2), rma(1)]), { headers: { "X-Total-Count": "2" } }),
    );
  }),
);
afterEach(() => vi.unstubAllGlobals());

const rows = () => document.querySelectorAll(".waiting a").length;
const headline = () => document.querySelector(".overview__headline")?.textContent;
const failure = () => document.querySelector(".notice")?.textContent;

test("RMAs stay when they can't be loaded again, with the failure above them", async () => {
  fails = false;
  openTestApp({ "/": Overview });
  await expect.poll(rows).toBe(2);
  expect(headline()).toBe("2 RMAs are waiting for a decision.");

  fails = true;
  await queryClient.refetchQueries({ queryKey: ["rmas", "list"] });
  await expect.poll(failure).toContain("Try again");
  expect([rows(), headline()]).toEqual([2, "2 RMAs are waiting for a decision."]);

  fails = false;
  await pressButton("Try again");
  await expect.poll(failure).toBeUndefined();
  expect(rows()).toBe(2);
});

test("RMAs that can't be loaded at first are replaced by the failure", async () => {
  fails = true;
  openTestApp({ "/": Overview });
  await expect.poll(failure).toContain("Try again");
  expect([rows(), headline()]).toEqual([0, undefined]);

  fails = false;
  await pressButton("Try again");
  await expect.poll(rows).toBe(2);
  expect(failure()).toBeUndefined();
});
