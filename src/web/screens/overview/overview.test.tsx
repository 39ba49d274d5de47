// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Figures } from "#contract/figures.ts";
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

/** Whether the list of RMAs fails, and what the gateway counted; nothing else is answered. */
let fails = false;
let counted: Figures | undefined;
let listed: string[];

const ready = { phase: "ready", checkedAt: null } as const;
const figures = (open: number, more: Partial<Figures> = {}): Figures => ({
  states: { rmas: ready, "purchase-orders": ready, returns: ready, webhooks: ready },
  waiting: {
    rmas: open,
    units: open * 2,
    credit: open * 10,
    withoutCost: 0,
    ages: [open, 0, 0, 0, 0],
    longest: Array.from({ length: Math.min(open, 16) }, (_, index) => ({
      id: index + 1,
      name: `RMA-${index + 1}`,
      sourceId: 11,
      status: "Waiting",
      units: 2,
      credit: 10,
      createdAt: "2026-11-20T12:00:00Z",
    })),
  },
  today: "2026-11-21T00:00:00Z",
  decided: { you: 3, team: 12 },
  timeToDecide: {
    now: { median: 2.5 * 86_400_000, count: 9 },
    before: { median: 60_000, count: 1 },
  },
  openReturns: 5,
  toReceive: 6,
  exceptions: { "late-decision": 4, webhook: 1 },
  weeks: [],
  rankedSince: "2026-11-02",
  sources: [],
  reasons: [],
  ...more,
});

beforeEach(() => {
  counted = undefined;
  listed = [];
  queryClient.clear();
  vi.stubGlobal("fetch", (url: string) => {
    if (url.startsWith("/api/figures"))
      return Promise.resolve(
        counted ? Response.json(counted) : new Response("{}", { status: 503 }),
      );
    if (!url.startsWith("/api/rma?")) return new Promise(() => {});
    listed.push(url);
    return Promise.resolve(
      fails
        ? new Response("{}", { status: 500 })
        : new Response(JSON.stringify([rma(2), rma(1)]), { headers: { "X-Total-Count": "2" } }),
    );
  });
});
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

const tiles = () =>
  [...document.querySelectorAll(".key-figure")].map(({ textContent }) => textContent);

test("what the gateway counted is shown without a list of RMAs", async () => {
  counted = figures(20);
  openTestApp({ "/": Overview });
  await expect.poll(rows).toBe(16);
  expect(headline()).toMatch(/^20 RMAs are waiting for a decision, the oldest for/);
  await expect
    .poll(tiles)
    .toEqual([
      "Credit waiting for decision 200.00 20 RMAs, 40 units",
      "Decided today 12 Through this console",
      "Time to decide 2.5 days Median of 4 weeks, 1 minute before",
      "Exceptions 5 1 failing webhook, 4 late decisions",
    ]);
  expect(listed).toEqual([]);
});

test("where the copy is not complete, the list is shown, and what is not counted says so", async () => {
  const loading = { phase: "loading", checkedAt: null } as const;
  counted = figures(1, { states: { ...figures(0).states, rmas: loading } });
  openTestApp({ "/": Overview });
  await expect.poll(rows).toBe(2);
  await expect
    .poll(tiles)
    .toEqual([
      "Credit waiting for decision – 2 RMAs, 2 units; 2 without a cost",
      "Decided today 12 Through this console",
      "Time to decide – Older RMAs are still loading",
      "Exceptions 5 1 failing webhook, 4 late decisions",
    ]);
});

test("without a waiting RMA, all are decided", async () => {
  counted = figures(0);
  openTestApp({ "/": Overview });
  await expect
    .poll(() => document.querySelector(".all-decided h2")?.textContent)
    .toBe("All decided");
  expect(headline()).toBe("Every RMA is decided.");
  expect(document.querySelector(".all-decided")?.textContent).toContain(
    "12 RMAs decided today. Half of the last 4 weeks' RMAs took under 2.5 days.",
  );
  expect(document.querySelector('.all-decided a[href="/exceptions"]')?.textContent).toBe(
    "Open 5 exceptions",
  );
});
