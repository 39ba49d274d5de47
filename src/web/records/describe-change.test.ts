import { describe, expect, test } from "vitest";
import type { Change } from "#contract/audit.ts";
import {
  changeChoices,
  describeChange,
  describeChangeOf,
  explainChange,
  getChangeState,
  nameChanged,
} from "./describe-change.ts";

const change = (given: Partial<Change>): Change => ({
  id: 1,
  requestedAt: "2026-11-23T08:00:00Z",
  operation: "updateReturn",
  resource: "returns",
  recordId: 5,
  fields: [],
  state: "done",
  requestId: "req-1",
  ...given,
});

const field = (name: string, count = 1) => ({ name, count });

describe("a change in words", () => {
  test.each<[string, Partial<Change>]>([
    ["Changed status", { fields: [field("returnStatus")] }],
    ["Changed", { fields: [] }],
    ["Changed", { fields: null as never }],
    [
      "Set approved units of 2 lines, note of 1 line",
      { operation: "updateRmaItems", fields: [field("approvedQuantity", 2), field("note")] },
    ],
    ["Set nothing", { operation: "updateRmaItems", fields: [] }],
    ["Saved 3 items", { operation: "saveMappingSetItems", fields: [field("a", 2), field("b", 3)] }],
    [
      "Saved a, b, c, d and 2 more",
      {
        operation: "updateWebhookConfiguration",
        fields: ["a", "b", "c", "d", "e", "f"].map((name) => field(name)),
      },
    ],
    ["Received orders", { operation: "receiveOrders" }],
    ["Change RMA lines", { operation: "updateRmaItems", fields: [], state: "refused" }],
    ["Change return (status)", { fields: [field("returnStatus")], state: "refused" }],
    ["Change return (status)", { fields: [field("returnStatus")], state: "unknown" }],
    [
      "Save mapping rule",
      { operation: "saveMappingRule", fields: [field("name")], state: "pending" },
    ],
    [
      "Approved",
      {
        operation: "updateRmaItems",
        fields: [field("approvedQuantity"), field("sku")],
        recordStatus: "Approved",
      },
    ],
    [
      "Record result of a change",
      { operation: "settleChange", resource: "changes", state: "refused" },
    ],
    [
      "Record result of a change",
      { operation: "settleOwnChange", resource: "changes", state: "refused" },
    ],
    ["PUT /new", { operation: "PUT /new" }],
    ["constructor", { operation: "constructor" }],
  ])("%s", (text, given) => {
    expect(describeChange(change(given))).toBe(text);
  });

  test.each<[string, Partial<Change>]>([
    [
      "Approved RMA-30132",
      {
        operation: "updateRmaItems",
        resource: "rmas",
        recordName: "RMA-30132",
        recordStatus: "Approved",
        fields: [field("approvedQuantity", 2)],
      },
    ],
    [
      "Set note of 1 line of RMA 5",
      { operation: "updateRmaItems", resource: "rmas", fields: [field("note")] },
    ],
    ["Changed status of RTN-60123", { fields: [field("returnStatus")], recordName: "RTN-60123" }],
    ["Change return (status): return 5", { fields: [field("returnStatus")], state: "unknown" }],
    [
      "Saved mapping rule “Brand”",
      { operation: "saveMappingRule", resource: "mapping-rules", recordName: "Brand" },
    ],
    [
      "Moved to Processed: PO-200387",
      { operation: "processPurchaseOrder", resource: "purchase-orders", recordName: "PO-200387" },
    ],
    [
      "Sent a test event to webhook “Orders”",
      { operation: "sendWebhookTestEvent", resource: "webhooks", recordName: "Orders" },
    ],
    ["Received orders: batch 5", { operation: "receiveOrders", resource: "received-orders" }],
    ["Signed a person out everywhere", { operation: "endSessions", resource: "sessions" }],
  ])("of a record: %s", (text, given) => {
    expect(describeChangeOf(change(given))).toBe(text);
  });

  test("names its record, also of an unknown kind or without a number", () => {
    expect([
      nameChanged(change({})),
      nameChanged(change({ recordId: null })),
      nameChanged(change({ resource: "other", recordId: 7 })),
      nameChanged(change({ resource: "changes", recordId: 7 })),
    ]).toEqual(["Return 5", "Return", "other 7", "Change 7"]);
  });

  test.each<[string, Partial<Change>]>([
    ["", {}],
    [
      "The API rejected the request (400)",
      { state: "refused", reason: "The API rejected the request", status: 400 },
    ],
    ["Proposed by Ada", { state: "done", reason: "Proposed by Ada", status: 200 }],
    ["The gateway is stopping", { reason: "The gateway is stopping", status: null }],
    [
      "The change was made",
      { state: "settled", settlement: { made: true, settledAt: "x", settledBy: null } },
    ],
    [
      "The change wasn't made, resolved by Ada",
      {
        state: "settled",
        settlement: { made: false, settledAt: "x", settledBy: "Ada" },
        reason: "Lost",
      },
    ],
    ["", { state: "done", settlement: { made: false, settledAt: "x", settledBy: "Ada" } }],
  ])("is explained: %j", (text, given) => {
    expect(explainChange(change(given))).toBe(text);
  });

  test("has a state, and an unknown one as it came", () => {
    expect([getChangeState("unknown").tone, getChangeState("toString").label]).toEqual([
      "bad",
      "toString",
    ]);
  });

  test("is offered once as a filter", () => {
    const labels = changeChoices.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
