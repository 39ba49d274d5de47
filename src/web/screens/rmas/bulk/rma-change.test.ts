import { expect, test } from "vitest";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import {
  describeAmounts,
  describeBecomes,
  planRma,
  previewChange,
  type RmaChange,
  runItems,
  sumBecomes,
} from "./rma-change.ts";

const item = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 11,
  quantity: 3,
  sku: "TENT-2",
  bundleComponents: [],
  ...given,
});
const two = [item(), item({ id: 12, sku: "STOVE", quantity: 2, returnReason: "Damaged" })];
const change = (action: RmaChange["action"], text = "", only = ""): RmaChange => ({
  action,
  text,
  only,
});
const approved = { rmaStatus: "Approved" } as const;
const odd = { rmaStatus: null };

test.each<[string, RmaChange, Rma, object[] | string]>([
  [
    "approve rest decides all undecided units",
    change("approve"),
    waitingRma(two),
    [
      { id: 11, approvedQuantity: 3 },
      { id: 12, approvedQuantity: 2 },
    ],
  ],
  [
    "approve rest credits approved units at cost",
    change("approve"),
    waitingRma([item({ cost: 12.5 })]),
    [{ id: 11, approvedQuantity: 3, creditedAmount: 37.5 }],
  ],
  [
    "deny rest leaves approved units as they are",
    change("deny"),
    waitingRma([item({ approvedQuantity: 1 })], { rmaStatus: "Partially Approved" }),
    [{ id: 11, deniedQuantity: 2 }],
  ],
  [
    "a decision's note is added to the decided lines only",
    change("deny", "No receipt"),
    waitingRma([item(), item({ id: 12, approvedQuantity: 3, note: "Seen" })]),
    [{ id: 11, deniedQuantity: 3, note: "No receipt" }],
  ],
  [
    "only lines with a text in their reason",
    change("approve", "", " damaged "),
    waitingRma(two),
    [{ id: 12, approvedQuantity: 2 }],
  ],
  [
    "a condition replaces the old one on every line",
    change("condition", " Opened "),
    waitingRma([item({ returnCondition: "New" }), item({ id: 12, returnCondition: "Opened" })]),
    [{ id: 11, returnCondition: "Opened" }],
  ],
  [
    "a condition can be set after the RMA is closed",
    change("condition", "Opened"),
    waitingRma([item()], approved),
    [{ id: 11, returnCondition: "Opened" }],
  ],
  [
    "a note is added to an earlier one",
    change("note", "Call back"),
    waitingRma([item({ note: "Seen" })]),
    [{ id: 11, note: "Seen; Call back" }],
  ],
  [
    "a note is not added twice",
    change("note", "Call back"),
    waitingRma([item({ note: "Seen; Call back" })]),
    "same: All lines already have this value.",
  ],
  [
    "the status guard of a decision",
    change("deny"),
    waitingRma(two, approved),
    "blocked: This RMA is Approved. Units can be approved or denied only while it is Waiting or Partially approved.",
  ],
  [
    "an RMA without a status",
    change("approve"),
    waitingRma(two, odd),
    "blocked: This RMA has no status. Units can be approved or denied only while it is Waiting or Partially approved.",
  ],
  [
    "nothing left to decide",
    change("approve"),
    waitingRma([item({ deniedQuantity: 3 })], { rmaStatus: "Partially Approved" }),
    "same: All units are already decided.",
  ],
  ["no line matches", change("approve", "", "kayak"), waitingRma(two), "same: No line matches."],
  ["an RMA without lines", change("note", "Seen"), waitingRma([]), "same: No line matches."],
  [
    "a line without an ID is left out",
    change("approve"),
    waitingRma([item({ id: null })]),
    "same: No line matches.",
  ],
])("%s", (_, given, rma, expected) => {
  const plan = planRma(given, rma);
  expect(plan.kind === "changes" ? plan.decision.changes : `${plan.kind}: ${plan.why}`).toEqual(
    expected,
  );
});

const costed = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 1,
  quantity: 2,
  cost: 10,
  bundleComponents: [],
  ...given,
});
const kayak = { sku: "KAYAK" };

const mixed = [
  waitingRma([costed()], { id: 1, returnToAddress: { city: "Reno" } }),
  waitingRma([costed(kayak), costed({ id: 2 })], { id: 2 }),
  waitingRma([costed(kayak)], { id: 3, rmaNumber: "RMA-3", rmaStatus: "Canceled" }),
  waitingRma([costed({ id: 2 })], { id: 4 }),
  waitingRma([costed(kayak)], { id: null }),
];

test("RMAs are grouped by the result of the change", () => {
  const all = previewChange({ action: "approve", text: "", only: "" }, mixed);
  expect({
    open: all.open.length,
    closing: all.closing.map(({ before }) => before.id),
    blocked: all.blocked.map(({ rma }) => rma.id),
    same: all.same.length,
  }).toEqual({ open: 0, closing: [1, 2, 4], blocked: [3, null], same: 0 });
  const kayaks = previewChange({ action: "deny", text: "", only: "kayak" }, mixed);
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

const itemsOf = (given: RmaChange, rma: Rma) => {
  const { open, closing } = previewChange(given, [rma]);
  return runItems(given, [...open, ...closing])[0];
};

test("a decision depends on the status and on the units of all lines, and no address is sent", () => {
  const found = itemsOf(
    change("approve", "", "kayak"),
    waitingRma([costed(kayak), costed({ id: 2, deniedQuantity: 1 })], {
      id: 2,
      rmaStatus: "Partially Approved",
      returnToAddress: { city: "Reno" },
    }),
  );
  expect(found).toMatchObject({ recordId: 2, report: { "Units approved": 2 } });
  expect(found?.change).toEqual({
    items: [{ id: 1, approvedQuantity: 2, creditedAmount: 20 }],
    seen: {
      rmaStatus: "Partially Approved",
      lineCount: 2,
      items: [
        {
          id: 1,
          quantity: 2,
          approvedQuantity: null,
          deniedQuantity: null,
          creditedAmount: null,
          cost: 10,
        },
        { id: 2, quantity: 2, approvedQuantity: null, deniedQuantity: 1 },
      ],
    },
  });
});

test("a note depends on the note that it is added to only", () => {
  const rma = waitingRma([item({ note: "Old" }), item({ id: 12, sku: "STOVE" })]);
  expect(itemsOf(change("note", "Seen", "stove"), rma)?.change).toEqual({
    items: [{ id: 12, note: "Seen" }],
    seen: { items: [{ id: 12, note: null }] },
  });
});

test("the result of a change is described in words", () => {
  const { closing } = previewChange({ action: "approve", text: "", only: "" }, mixed);
  expect(closing.map(({ becomes }) => describeBecomes(becomes))).toEqual([
    "Waiting → Approved, 2 units approved, credit +20.00",
    "Waiting → Approved, 4 units approved, credit +40.00",
    "Waiting → Approved, 2 units approved, credit +20.00",
  ]);
  expect(describeAmounts(sumBecomes(closing))).toBe("8 units approved, credit +80.00");
  const noted = previewChange({ action: "note", text: "Seen", only: "" }, mixed.slice(1, 2));
  expect(describeAmounts(sumBecomes(noted.open))).toBe("2 lines");
});

test("a note changes no credit, also where the API gives no total or another", () => {
  const credited = [costed({ creditedAmount: 120 })];
  const { open } = previewChange({ action: "note", text: "Seen", only: "" }, [
    waitingRma(credited, { id: 1, creditSubtotal: null, creditTotal: null }),
    waitingRma(credited, { id: 2, creditSubtotal: 100, creditTotal: 90 }),
  ]);
  expect(open.map(({ becomes }) => describeBecomes(becomes))).toEqual(["1 line", "1 line"]);
});
