// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { UnsettledRuns } from "./received-orders-list.tsx";

const run = (id: number): ReceivedOrdersRun => ({
  id,
  state: "unknown",
  requestedAt: "2026-11-20T10:00:00Z",
  orderCount: 0,
  orderIds: [],
});

test.each<[count: number, total: number | undefined, title: string, end: RegExp]>([
  [1, 1, "1 batch with an unknown result", /Check Nov 20, 2026, [^,]*M\.$/],
  [
    2,
    undefined,
    "2 batches with an unknown result",
    /Check Nov 20, 2026, .*M, Nov 20, 2026, .*M\.$/,
  ],
  [11, 11, "11 batches with an unknown result", /, and 1 more\.$/],
  [50, 73, "73 batches with an unknown result", /, and 63 more\.$/],
])("%i runs of %s", async (count, total, title, end) => {
  const value = Array.from({ length: count }, (_, index) => run(index + 1));
  openTestApp({ "/": () => <UnsettledRuns list={{ value, problems: [], total }} /> });
  await expect.poll(() => document.querySelector('[role="heading"]')?.textContent).toBe(title);
  expect(document.querySelector("p")?.textContent).toMatch(end);
  const rest = document.querySelector('a[href="/received-orders?state=unknown"]');
  expect(rest !== null).toBe(count > 10);
});
