import { expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import {
  describeAmounts,
  describeBecomes,
  previewChange,
  runRecords,
  sumBecomes,
} from "./preview.ts";

const item = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 1,
  quantity: 2,
  cost: 10,
  bundleComponents: [],
  ...given,
});
const kayak = { sku: "KAYAK" };

const rmas = [
  waitingRma([item()], { id: 1, returnToAddress: { city: "Reno" } }),
  waitingRma([item(kayak), item({ id: 2 })], { id: 2 }),
  waitingRma([item(kayak)], { id: 3, rmaNumber: "RMA-3", rmaStatus: "Canceled" }),
  waitingRma([item({ id: 2 })], { id: 4 }),
  waitingRma([item(kayak)], { id: null }),
];

test("RMAs are grouped by the result of the change", () => {
  const all = previewChange({ action: "approve", text: "", only: "" }, rmas);
  expect({
    open: all.open.length,
    closing: all.closing.map(({ before }) => before.id),
    blocked: all.blocked.map(({ rma }) => rma.id),
    same: all.same.length,
  }).toEqual({ open: 0, closing: [1, 2, 4], blocked: [3, null], same: 0 });
  const kayaks = previewChange({ action: "deny", text: "", only: "kayak" }, rmas);
  expect(kayaks.open.map(({ before }) => before.id)).toEqual([2]);
  expect(kayaks.open[0]?.becomes).toEqual({
    from: "Waiting",
    to: "Partially Approved",
    approved: 0,
    denied: 2,
    lines: 1,
    credit: 0,
  });
  expect(kayaks.same.map(({ rma }) => rma.id)).toEqual([1, 4]);
});

test("a run stores neither addresses nor parcels", () => {
  const { closing } = previewChange({ action: "approve", text: "", only: "" }, rmas);
  expect(runRecords(closing)[0]?.data.before).not.toHaveProperty("returnToAddress");
});

test("the result of a change is described in words", () => {
  const { closing } = previewChange({ action: "approve", text: "", only: "" }, rmas);
  expect(closing.map(({ becomes }) => describeBecomes(becomes))).toEqual([
    "Waiting → Approved, 2 units approved, credit +20.00",
    "Waiting → Approved, 4 units approved, credit +40.00",
    "Waiting → Approved, 2 units approved, credit +20.00",
  ]);
  expect(describeAmounts(sumBecomes(closing))).toBe("8 units approved, credit +80.00");
  const noted = previewChange({ action: "note", text: "Seen", only: "" }, rmas.slice(1, 2));
  expect(describeAmounts(sumBecomes(noted.open))).toBe("2 lines");
});

test("a note changes no credit, also where the API gives no total or another", () => {
  const credited = [item({ creditedAmount: 120 })];
  const { open } = previewChange({ action: "note", text: "Seen", only: "" }, [
    waitingRma(credited, { id: 1, creditSubtotal: null, creditTotal: null }),
    waitingRma(credited, { id: 2, creditSubtotal: 100, creditTotal: 90 }),
  ]);
  expect(open.map(({ becomes }) => describeBecomes(becomes))).toEqual(["1 line", "1 line"]);
});
