// @vitest-environment happy-dom
import { focusManager } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { refreshDeliveries } from "#web/api/webhooks.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";

const eventOf = (id: number, more: object = {}) => ({
  id,
  eventKey: `order:${id}`,
  eventType: "OrderImportedEvent",
  status: "external_failure",
  lastTriedAt: "2026-03-01T09:00:00.000Z",
  ...more,
});

const waiting = { status: "processing" };
const failedAgain = { lastTriedAt: "2026-03-01T09:00:05.000Z", statusMessage: "Still closed" };
const notice = { eventType: "WebhookDisabledEvent", eventKey: "webhook:1" };

/** The events of the shown page, those that are read by their IDs, and the IDs in each request. */
let page: object[] = [];
let found: object[] = [];
let idsRead: string[] = [];
let idsSent: number[][] = [];
let pagesRead = 0;
/** The next pages are answered after it. */
let hold: Promise<void> | undefined;

const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const answer = async (url: URL, { method, body }: RequestInit): Promise<Response> => {
  if (method === "POST") {
    idsSent.push((JSON.parse(String(body)) as { eventIds: number[] }).eventIds);
    return reply({}, 202);
  }
  if (url.pathname.endsWith("/attempts")) return reply({}, 404);
  const ids = url.searchParams.get("ids");
  if (ids !== null) {
    idsRead.push(ids);
    return reply(found);
  }
  pagesRead += 1;
  const shown = page;
  await hold;
  return reply(shown);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  [page, found, idsRead, idsSent, pagesRead, hold] = [[], [], [], [], 0, undefined];
  vi.stubGlobal("fetch", (url: string, request: RequestInit) =>
    answer(new URL(url, "http://console.test"), request),
  );
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openLog = (search = "", status = "active") =>
  openTestApp(
    { "/webhooks/$id": () => <WebhookDeliveries id={1} status={status} /> },
    `/webhooks/1${search}`,
  );

const text = () => document.body.textContent;
const rows = () => [...document.querySelectorAll("[data-row-link]")].map((row) => row.textContent);
const findLocked = () =>
  [...document.querySelectorAll("button[aria-description]")].map((button) => [
    button.textContent,
    button.getAttribute("aria-description"),
  ]);

test("the log is loaded again when an event that was sent again has been tried, and not while the page is hidden", async () => {
  page = [eventOf(5)];
  openLog("?delivery=external_failure&event=5");
  await pressButton("Send again…");
  [page, found] = [[], [eventOf(5, waiting)]];
  focusManager.setFocused(false);
  await pressButton("Send again");
  await expect.poll(text).toContain("0 delivered, 0 failed, 1 waiting");
  await pressButton("Close");
  await expect.poll(rows).toEqual([]);
  [page, found] = [[eventOf(5, failedAgain)], [eventOf(5, failedAgain)]];
  vi.advanceTimersByTime(60_000);
  expect(idsRead).toEqual(["5"]);
  focusManager.setFocused(true);
  vi.advanceTimersByTime(1_000);
  await expect.poll(rows).toEqual(["Order 5"]);
  // Its result is known: only the log's own page is read from now on.
  const before = pagesRead;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => pagesRead).toBeGreaterThan(before);
  expect(idsRead).toEqual(["5", "5"]);
});

test("an event that is sent again a second time has its result read again", async () => {
  [page, found] = [[eventOf(5)], [eventOf(5, failedAgain)]];
  openLog();
  for (const reads of [["5"], ["5", "5"]]) {
    await expect.poll(rows).toEqual(["Order 5"]);
    document.querySelector<HTMLElement>("[data-row-link]")?.click();
    await pressButton("Send again…");
    await pressButton("Send again");
    await expect.poll(() => idsRead).toEqual(reads);
    await expect.poll(text).toContain("0 delivered, 1 failed, 0 waiting");
    await pressButton("Close");
    await expect.poll(text).not.toContain("1 failed");
  }
});

test("a page that is read in the background doesn't replace one that was read after it", async () => {
  let release = () => {};
  page = [eventOf(5, waiting)];
  openLog();
  await expect.poll(text).toContain("Order 5Waiting");
  hold = new Promise((resolve) => {
    release = resolve;
  });
  void queryClient.refetchQueries({ queryKey: ["webhooks", "newest-events", 1] });
  await expect.poll(() => pagesRead).toBeGreaterThan(1);
  [page, hold] = [[eventOf(5)], undefined];
  refreshDeliveries(1);
  await expect.poll(text).toContain("Order 5Failed at receiver");
  release();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(text()).not.toContain("Order 5Waiting");
});

test.each([
  ["of a deleted webhook", "deleted", {}, /^This webhook is deleted\. Enable it/],
  ["that reports that the webhook was disabled", "active", notice, /^An entry that reports/],
])("an entry %s can't be sent again", async (_, status, more, why) => {
  page = [eventOf(5, more)];
  openLog("?event=5", status);
  await expect.poll(findLocked).toContainEqual(["Send again…", expect.stringMatching(why)]);
});

test("the failed events of a deleted webhook can't be sent again", async () => {
  page = [eventOf(5)];
  openLog("", "deleted");
  await expect
    .poll(findLocked)
    .toEqual([["Send failed events again…", expect.stringMatching(/^This webhook is deleted\./)]]);
});

test("of selected entries, those that are no events are left out", async () => {
  page = [eventOf(5), eventOf(6, notice)];
  openLog();
  await expect.poll(rows).toHaveLength(2);
  for (const box of document.querySelectorAll<HTMLInputElement>(
    "[aria-label^='Select Order'], [aria-label^='Select Webhook']",
  ))
    box.click();
  await pressButton("Send again…");
  await expect.poll(text).toContain("1 selected entry reports that the webhook was disabled");
  await pressButton("Send again");
  await expect.poll(() => idsSent).toEqual([[5]]);
});
