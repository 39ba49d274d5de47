import { expect, test } from "vitest";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import { planRma, type RmaChange } from "./rma-change.ts";

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
    "blocked: This RMA is Approved. Units can be approved or denied only while it is Waiting or Partially Approved.",
  ],
  [
    "an RMA without a status",
    change("approve"),
    waitingRma(two, odd),
    "blocked: This RMA has no status. Units can be approved or denied only while it is Waiting or Partially Approved.",
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
