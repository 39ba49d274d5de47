import { describe, expect, test } from "vitest";
import type { Rma, RmaItemUpdate } from "#contract/rmas.ts";
import { decideRma } from "./decide-rma.ts";
import { rma, rmaItem } from "#service/testing/records.ts";

type RmaDecision = ReturnType<typeof decideRma>;

const now = new Date("2026-02-01T00:00:00.000Z");

const decide = (record: Rma, updates: RmaItemUpdate[], decidedItems: number[] = []): RmaDecision =>
  decideRma({ record, decidedItems }, updates, now);

const pathsOf = (decision: RmaDecision): string[] =>
  "issues" in decision ? decision.issues.map(({ path }) => path) : [];

const changedOf = (decision: RmaDecision): Rma => {
  if ("issues" in decision) throw new Error(JSON.stringify(decision.issues));
  return decision.rma.record;
};

const line = (more = {}) => rma(1, { items: [rmaItem(11, 5, more), rmaItem(12, 2)] });
const partly = { ...line({ approvedQuantity: 1 }), rmaStatus: "Partially Approved" };

describe("a line's changes", () => {
  test("leave alone what is null or absent", () => {
    const before = line({ note: "kept", returnReason: "too small" });
    const after = changedOf(decide(before, [{ id: 11, note: null, returnReason: "broken" }]));
    expect(after.items[0]).toEqual({ ...before.items[0], returnReason: "broken" });
    expect(after.items[1]).toBe(before.items[1]);
    expect(after.updatedAt).toBe(now.toISOString());
  });

  test.each<[string, RmaItemUpdate[]]>([
    ["none", []],
    ["none of a line", [{ id: 11 }]],
    ["nulls", [{ id: 11, approvedQuantity: null, quantity: null, note: null }]],
    [
      "present values",
      [{ id: 11, approvedQuantity: 0, deniedQuantity: 0, quantity: 5, sku: "SKU-11", cost: 10 }],
    ],
  ])("that ask for nothing new change nothing: %s", (_, updates) => {
    const before = line();
    expect(decide(before, updates)).toEqual({
      changed: false,
      rma: { record: before, decidedItems: [] },
    });
  });

  test("a line without numbers of decided units counts as undecided", () => {
    const before = line({ approvedQuantity: null, deniedQuantity: undefined });
    expect(decide(before, [{ id: 11, approvedQuantity: 0, deniedQuantity: 0 }])).toMatchObject({
      changed: false,
    });
    expect(changedOf(decide(before, [{ id: 11, approvedQuantity: 5 }])).rmaStatus).toBe(
      "Partially Approved",
    );
  });
});

describe("the guard of approvedQuantity and deniedQuantity", () => {
  test.each([
    ["Waiting", true],
    ["Partially Approved", true],
    ["Approved", false],
    ["Denied", false],
    ["Voided", false],
    ["Canceled", false],
    ["Something new", false],
    [null, false],
  ])("in status %s", (rmaStatus, open) => {
    const record = { ...line(), rmaStatus };
    expect(pathsOf(decide(record, [{ id: 11, approvedQuantity: 1 }]))).toEqual(
      open ? [] : ["0.approvedQuantity"],
    );
    expect(pathsOf(decide(record, [{ id: 11, deniedQuantity: 1 }]))).toEqual(
      open ? [] : ["0.deniedQuantity"],
    );
    expect(pathsOf(decide(record, [{ id: 11, note: "still free" }]))).toEqual([]);
  });

  test("does not apply to unchanged values", () => {
    const record = rma(1, {
      items: [rmaItem(11, 5, { approvedQuantity: 5 })],
      rmaStatus: "Approved",
    });
    const after = changedOf(
      decide(record, [{ id: 11, approvedQuantity: 5, deniedQuantity: 0, note: "seen" }]),
    );
    expect(after.items[0]?.note).toBe("seen");
  });
});

describe("the guard of quantity", () => {
  test.each<[string, Rma, RmaItemUpdate, string[]]>([
    ["an undecided line is free", line(), { id: 11, quantity: 9 }, []],
    ["a decided one is locked", partly, { id: 11, quantity: 9 }, ["0.quantity"]],
    ["another line of the same RMA is free", partly, { id: 12, quantity: 9 }, []],
    ["its present value is no change", partly, { id: 11, quantity: 5 }, []],
    [
      "it may change together with the first decision",
      line(),
      { id: 11, quantity: 9, approvedQuantity: 9 },
      [],
    ],
    ["not with a later one", partly, { id: 11, quantity: 9, approvedQuantity: 0 }, ["0.quantity"]],
  ])("%s", (_, record, update, paths) => {
    expect(pathsOf(decide(record, [update]))).toEqual(paths);
  });

  test("stays locked when the decision is reverted", () => {
    const decided = decide(line(), [{ id: 11, approvedQuantity: 2 }]);
    if ("issues" in decided) throw new Error("refused");
    const takenBack = decideRma(decided.rma, [{ id: 11, approvedQuantity: 0 }], now);
    if ("issues" in takenBack) throw new Error("refused");
    expect(takenBack.rma.record.rmaStatus).toBe("Waiting");
    expect(pathsOf(decideRma(takenBack.rma, [{ id: 11, quantity: 4 }], now))).toEqual([
      "0.quantity",
    ]);
    expect(pathsOf(decideRma(takenBack.rma, [{ id: 12, quantity: 4 }], now))).toEqual([]);
  });
});

describe("approved and denied units", () => {
  test.each<[RmaItemUpdate, string[]]>([
    [{ id: 11, approvedQuantity: 5 }, []],
    [{ id: 11, approvedQuantity: 3, deniedQuantity: 2 }, []],
    [{ id: 11, approvedQuantity: 6 }, ["0.approvedQuantity"]],
    [{ id: 11, approvedQuantity: 3, deniedQuantity: 3 }, ["0.deniedQuantity"]],
    [{ id: 11, quantity: 2, approvedQuantity: 3 }, ["0.approvedQuantity"]],
    [{ id: 11, quantity: Number.MAX_SAFE_INTEGER, approvedQuantity: Number.MAX_SAFE_INTEGER }, []],
  ])("of %j", (update, paths) => {
    expect(pathsOf(decide(line(), [update]))).toEqual(paths);
  });

  test("are not counted again on a line that only gets a note", () => {
    const inherited = line({ approvedQuantity: 9 });
    expect(pathsOf(decide(inherited, [{ id: 11, note: "counted twice" }]))).toEqual([]);
  });
});

describe("a batch", () => {
  test("names every bad line and changes none", () => {
    const updates = [
      { id: 11, approvedQuantity: 9 },
      { id: 12, approvedQuantity: 1 },
      { id: 99, note: "whose?" },
      { id: 12, deniedQuantity: 1 },
    ];
    expect(decide(line(), updates)).toEqual({
      issues: [
        { path: "2.id", message: "This RMA has no item 99" },
        { path: "3.id", message: "Item 12 appears twice, first at 1" },
        {
          path: "0.approvedQuantity",
          message: "Approved and denied units total 9, but this line has only 5.",
        },
      ],
    });
  });
});

describe("status and credit", () => {
  test.each<[string, RmaItemUpdate[], string]>([
    ["nothing decided", [{ id: 11, note: "x" }], "Waiting"],
    ["a part approved", [{ id: 11, approvedQuantity: 1 }], "Partially Approved"],
    ["a part denied", [{ id: 11, deniedQuantity: 1 }], "Partially Approved"],
    [
      "all decided, both ways",
      [
        { id: 11, approvedQuantity: 5 },
        { id: 12, deniedQuantity: 2 },
      ],
      "Partially Approved",
    ],
    [
      "all approved",
      [
        { id: 11, approvedQuantity: 5 },
        { id: 12, approvedQuantity: 2 },
      ],
      "Approved",
    ],
    [
      "all denied",
      [
        { id: 11, deniedQuantity: 5 },
        { id: 12, deniedQuantity: 2 },
      ],
      "Denied",
    ],
  ])("%s", (_, updates, status) => {
    expect(changedOf(decide(line(), updates)).rmaStatus).toBe(status);
  });

  test.each(["Voided", "Canceled"])("%s is not changed by a line's change", (rmaStatus) => {
    expect(changedOf(decide({ ...line(), rmaStatus }, [{ id: 11, quantity: 9 }])).rmaStatus).toBe(
      rmaStatus,
    );
  });

  test("the credit is the exact sum of cents and the adjustment", () => {
    const record = { ...line(), creditAdjustment: -0.05 };
    const updates = [
      { id: 11, creditedAmount: 0.1 },
      { id: 12, creditedAmount: 0.2 },
    ];
    expect(changedOf(decide(record, updates))).toMatchObject({
      creditSubtotal: 0.3,
      creditTotal: 0.25,
    });
  });
});
