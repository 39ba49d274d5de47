import { expect, test } from "vitest";
import type { Evidence, EvidenceRecord } from "#contract/evidence.ts";
import type { RecordCopyState } from "#contract/copy-state.ts";
import { describeCopies, describeRate, describeSince, listEvents } from "./evidence-facts.ts";

test.each([
  [{ deliveredAt: "2026-11-01T10:00:00Z" }, "Returned 14 days after delivery"],
  [{ shippedAt: "2026-11-14T10:00:00Z" }, "Returned 1 day after shipping"],
  [{ deliveredAt: "2026-11-15T08:00:00Z" }, "Returned on the day of delivery"],
  [{ deliveredAt: "2026-11-20T10:00:00Z" }, undefined],
  [{}, undefined],
])("%j: %s", (line, text) => expect(describeSince(line, "2026-11-15T12:00:00Z")).toBe(text));

test.each([
  [{ returns: 9, returnedUnits: 12, orderedUnits: 140 }, "12 of 140 units (8.6%)"],
  [{ returns: 9, returnedUnits: 44, orderedUnits: 59 }, "44 of 59 units (75%)"],
  [{ returns: 1, returnedUnits: 1 }, "1 line returned"],
  [{ returns: 2, returnedUnits: 5, orderedUnits: 0 }, "2 lines returned"],
])("%j: %s", (rate, text) => expect(describeRate(rate)).toBe(text));

const now = Date.parse("2026-11-15T12:00:00Z");
const copies = (state: RecordCopyState) => ({
  copies: { "purchase-orders": state, rmas: state, returns: state },
});

test.each<[RecordCopyState, string]>([
  [{ phase: "ready", checkedAt: now - 120_000 }, "As of 2 minutes ago."],
  [
    { phase: "loading", checkedAt: now - 120_000 },
    "As of 2 minutes ago. Older records are still missing.",
  ],
  [
    { phase: "off", checkedAt: null },
    "The order, the customer and earlier returns are shown here once copies of records are on.",
  ],
])("%j: %s", (state, text) => expect(describeCopies(copies(state), now)).toBe(text));

test("events are the newest first, each once, without those whose time is unknown", () => {
  const record = (id: number, date?: string): EvidenceRecord => ({
    kind: "rmas",
    id,
    name: `RMA-${id}`,
    seenAt: now,
    ...(date && { date }),
  });
  const line = { id: 7, parcels: [], shippedAt: "2026-11-03T00:00:00Z" };
  const evidence: Evidence = {
    ...copies({ phase: "ready", checkedAt: now }),
    rma: record(1, "2026-11-10T00:00:00Z"),
    otherRmas: [record(2, "2026-11-11T00:00:00Z"), record(3)],
    orders: [],
    lines: [line, { ...line, id: 8, deliveredAt: "soon" }],
    products: [],
  };
  const events = listEvents(evidence, { rmaShipments: [] });
  expect(events.map(({ what, of }) => [of?.id, what])).toEqual([
    [2, "created"],
    [1, "created"],
    [undefined, "Shipped to the customer"],
  ]);
});
