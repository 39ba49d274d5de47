import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  computeCreditTotals,
  rmaStatuses,
  computeRmaStatus,
  countUndecidedUnits,
  whyApprovalLocked,
  whyOverdecided,
  whyQuantityLocked,
} from "./rmas.ts";

const line = (
  quantity: number | null,
  approvedQuantity: number | null,
  deniedQuantity: number | null,
) => ({
  quantity,
  approvedQuantity,
  deniedQuantity,
});

describe("guards", () => {
  test.each([...rmaStatuses, "Mislaid", "", null, undefined])(
    "approval in status %j",
    (rmaStatus) => {
      const open = rmaStatus === "Waiting" || rmaStatus === "Partially Approved";
      expect(whyApprovalLocked({ rmaStatus }) === undefined).toBe(open);
    },
  );

  test.each([
    [null, null, true],
    [0, 0, true],
    [undefined, 0, true],
    [1, 0, false],
    [0, 1, false],
    [2, null, false],
  ])(
    "quantity after approved %j and denied %j may change: %j",
    (approvedQuantity, deniedQuantity, free) => {
      expect(whyQuantityLocked({ approvedQuantity, deniedQuantity }) === undefined).toBe(free);
    },
  );

  test.each([
    [line(5, 3, 2), undefined],
    [line(5, 0, 0), undefined],
    [line(null, null, null), undefined],
    [line(5, 4, 2), "Approved and denied units total 6, but this line has only 5."],
    [line(null, 1, null), "Approved and denied units total 1, but this line has only 0."],
  ])("%j is overdecided: %j", (item, reason) => {
    expect(whyOverdecided(item)).toBe(reason);
  });
});

describe("status follows the lines", () => {
  test.each([
    [[], "Waiting"],
    [[line(5, null, null)], "Waiting"],
    [[line(5, 5, 0), line(2, 2, 0)], "Approved"],
    [[line(5, 0, 5), line(2, null, 2)], "Denied"],
    [[line(5, 3, 2)], "Partially Approved"],
    [[line(5, 5, 0), line(2, 0, 0)], "Partially Approved"],
    [[line(5, 1, 0)], "Partially Approved"],
  ])("%j is %s", (items, status) => {
    expect(computeRmaStatus(items)).toBe(status);
  });

  test("a status is a decided one exactly when something is decided, and no line stays undecided in Approved or Denied", () => {
    const units = fc.nat(20);
    const lines = fc.array(
      fc
        .tuple(units, units, units)
        .map(([approved, denied, rest]) => line(approved + denied + rest, approved, denied)),
    );
    fc.assert(
      fc.property(lines, (items) => {
        const decided = items.some(
          (item) => item.approvedQuantity !== 0 || item.deniedQuantity !== 0,
        );
        const status = computeRmaStatus(items);
        expect(status !== "Waiting").toBe(decided);
        const closed = status === "Approved" || status === "Denied";
        const open = items.some((item) => countUndecidedUnits(item) > 0);
        expect(closed && open).toBe(false);
      }),
    );
  });
});

describe("credit totals", () => {
  test.each([
    [[], null, { creditSubtotal: 0, creditTotal: 0 }],
    [[0.1, 0.2], 0, { creditSubtotal: 0.3, creditTotal: 0.3 }],
    [[19.99, null, 5], -4.5, { creditSubtotal: 24.99, creditTotal: 20.49 }],
    [[1.1, 2.2], 3.3, { creditSubtotal: 3.3, creditTotal: 6.6 }],
  ])("%j with adjustment %j", (amounts, adjustment, totals) => {
    expect(
      computeCreditTotals(
        amounts.map((creditedAmount) => ({ creditedAmount })),
        adjustment,
      ),
    ).toEqual(totals);
  });
});
