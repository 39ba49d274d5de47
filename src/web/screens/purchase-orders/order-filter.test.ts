import { afterEach, describe, expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { settings } from "#web/base/settings.ts";
import { dateFilters, matchesOwnFilters, toOrderFilter, labelReceived } from "./order-filter.ts";

const before = settings.get();

afterEach(() => settings.set(before));

const received = (handle: string | null | undefined) =>
  readAnswer(PurchaseOrder, {
    purchaseOrderReceivedStatus: handle === undefined ? null : { handle },
  }).value;

test("an address becomes a filter in the API's own names, including older ones", () => {
  expect(
    toOrderFilter({
      filterStatus: "Duplicate PO/FR #,processing,odd",
      poNumbers: "PO-1,A2",
      page: "3",
    }),
  ).toMatchObject({ filterStatus: "duplicate,processing,odd", poNumbers: "PO-1,A2" });
});

test("days begin in the time zone of the settings", () => {
  settings.set({ ...before, timeZone: "America/New_York" });
  const search = Object.fromEntries(Object.keys(dateFilters).map((name) => [name, "2026-03-01"]));
  expect(toOrderFilter(search)).toMatchObject(
    Object.fromEntries(Object.keys(dateFilters).map((name) => [name, "2026-03-01T05:00:00.000Z"])),
  );
});

describe("filters that the API lacks apply to the loaded orders", () => {
  test.each([
    ["", undefined, true],
    ["received", "received", true],
    ["received", "partially_received", false],
    ["received,none", undefined, true],
    ["none", null, true],
    ["none", "voided", false],
    ["lost_at_sea", "lost_at_sea", true],
  ])("%j takes %j: %s", (chosen, handle, fits) => {
    expect(matchesOwnFilters({ received: chosen })(received(handle))).toBe(fits);
  });

  test.each([
    ["2026-03-02", "2026-03-01T23:00:00Z", true],
    ["2026-03-01", "2026-03-01T23:00:00Z", false],
    ["2026-03-02", null, false],
    ["", null, true],
  ])("sent before %j takes an order that was sent at %j: %s", (sentBefore, sentAt, fits) => {
    settings.set({ ...before, timeZone: "UTC" });
    const order = readAnswer(PurchaseOrder, { sentAt }).value;
    expect(matchesOwnFilters({ sentBefore })(order)).toBe(fits);
  });

  test.each([
    ["awaiting_to_receive", "Awaiting receipt"],
    ["partially_received", "Partially received"],
    ["received", "Fully received"],
    ["lost_at_sea", "lost_at_sea"],
    [null, ""],
    [undefined, ""],
  ])("%j is called %j", (handle, words) => {
    expect(labelReceived(received(handle))).toBe(words);
  });
});
