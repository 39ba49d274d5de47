// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";

const eventOf = (id: number, status: string) => ({
  id,
  eventKey: `order:${id}`,
  eventType: "OrderImportedEvent",
  status,
});

/** The events of the log's page, and those that are found by their ID; undefined fails. */
let page: object[] = [];
let found: object[] | undefined = [];

const answer = (url: URL): Response => {
  const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  if (url.pathname.endsWith("/attempts")) return reply({}, 404);
  if (!url.searchParams.has("ids")) return reply(page);
  return found ? reply(found) : reply({ detail: "Busy." }, 500);
};

beforeEach(() => {
  page = [eventOf(5, "processing"), eventOf(4, "processing")];
  found = [];
  vi.stubGlobal("fetch", async (url: string) => answer(new URL(url, "http://console.test")));
});
afterEach(() => vi.unstubAllGlobals());

const openLog = (search: string) =>
  openTestApp(
    { "/webhooks/$id": () => <WebhookDeliveries id={1} status="active" /> },
    `/webhooks/1${search}`,
  );

const findLink = () => document.querySelector<HTMLAnchorElement>("[data-row-link]");
const dialog = () => document.querySelector("[role=dialog]")?.textContent;

/** Refreshes the page of the tab. */
const replacePage = (events: object[]) =>
  queryClient.setQueriesData<Answer<object[]>>(
    { queryKey: ["webhooks", "events", 1, { webhookDeliveryStatus: "processing" }] },
    (shown) => shown && { ...shown, value: events },
  );

test("an event stays open, with its new state, when it leaves the tab; closing it never loses the focus", async () => {
  const screen = openLog("?delivery=processing");
  await expect.poll(() => findLink()?.textContent).toBe("Order 5");
  expect(findLink()?.getAttribute("href")).toBe("/webhooks/1?delivery=processing&event=5");
  findLink()?.focus();
  findLink()?.click();
  await expect.poll(dialog).toContain("Waiting");
  expect(screen.address()).toBe("/webhooks/1?delivery=processing&event=5");
  found = [eventOf(5, "published")];
  replacePage([eventOf(4, "processing")]);
  await expect.poll(dialog).toContain("Delivered");
  expect(dialog()).toContain("Order 5");
  document.querySelector<HTMLElement>(".drawer__head button:last-child")?.click();
  await expect.poll(dialog).toBeUndefined();
  await expect.poll(() => document.activeElement?.textContent).toBe("Deliveries");
});

test.each([
  ["7", [eventOf(7, "published")], "Order 7"],
  ["7", [eventOf(5, "processing")], "This webhook's log has no event 7. It may have been deleted."],
  ["seven", [], "“seven” isn't a valid ID."],
])("event %s, which is not on the page, is loaded or reported: %j", async (id, events, words) => {
  found = events;
  openLog(`?event=${id}`);
  await expect.poll(dialog).toContain(words);
});

test("loading an event that is not on the page can be tried again", async () => {
  found = undefined;
  openLog("?event=7");
  await expect.poll(dialog).toContain("Try again");
  found = [eventOf(7, "published")];
  await pressButton("Try again");
  await expect.poll(dialog).toContain("Order 7");
});
