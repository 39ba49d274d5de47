// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { findProblems } from "#web/editing/form-schema.ts";
import { calculateRefund, readAdjustment, undecidedRmas } from "./refund.ts";
import { returnFields } from "./return-form.tsx";

const { textsOf, toChanges, forRecord } = returnFields;

const empty: ReturnModel = { items: [], rmas: [] };
const rma = (more: Partial<Rma>): Rma => ({
  id: 1,
  rmaNumber: "RMA-1",
  rmaStatus: "Waiting",
  items: [{ quantity: 3, approvedQuantity: 1, bundleComponents: [] }],
  rmaShipments: [],
  ...more,
});
const record: ReturnModel = {
  ...empty,
  status: "open",
  refundAdjustment: -4.5,
  refundSubtotal: 20,
  refundTotal: 15.5,
  syncRefundChangesToOrder: true,
  rmas: [rma({})],
  items: [
    { refundedAmount: 19.99, bundleComponents: [] },
    { refundedAmount: 0.01, bundleComponents: [] },
  ],
};

describe("the texts", () => {
  test("of an empty record", () =>
    expect(textsOf(empty)).toEqual({
      returnStatus: "",
      refundAdjustment: "",
      syncRefundChangesToOrder: "",
      refundSubtotal: "",
      shipmentReceivedStatus: "–",
      rmas: "",
    }));
  test("of a full record", () =>
    expect(textsOf(record)).toMatchObject({
      returnStatus: "open",
      refundAdjustment: "-4.50",
      syncRefundChangesToOrder: "Yes",
      rmas: "RMA-1 Waiting, 2 undecided",
    }));
  test("keep a status that the API's document does not contain, and an amount with fractions of a cent", () =>
    expect(textsOf({ ...empty, status: "archived", refundAdjustment: 0.125 })).toMatchObject({
      returnStatus: "archived",
      refundAdjustment: "0.125",
    }));
});

describe("readAdjustment", () => {
  test.each<[string, number | undefined]>([
    ["", undefined],
    ["  ", undefined],
    ["0", 0],
    ["-0", 0],
    ["12", 12],
    [" 12.5 ", 12.5],
    ["12.50", 12.5],
    ["+3", 3],
    ["-4.5", -4.5],
    ["−4.5", -4.5],
    ["12.505", undefined],
    ["1,234.50", undefined],
    ["1e5", undefined],
    ["12.", undefined],
    ["١٢", undefined],
    ["999999999999.99", 999999999999.99],
    ["9999999999999", undefined],
    ["Infinity", undefined],
    ["0x10", undefined],
  ])("%j is %s", (text, value) => expect(readAdjustment(text)).toBe(value));
});

test.each([
  ["5", "5.00"],
  ["5.0", "5.00"],
  ["-0", "0.00"],
  ["five ", "five"],
])("%j is written %j", (text, normal) =>
  expect(forRecord(empty).normal("refundAdjustment", text)).toBe(normal),
);

describe("the checks", () => {
  const before = textsOf(record);
  test.each<[string, string, boolean]>([
    ["nothing typed", "-4.50", false],
    ["the same in another spelling", "-4.5", false],
    ["cleared", "", true],
    ["no amount", "a few", true],
    ["an amount", "7", false],
  ])("%s", (_, refundAdjustment, refused) =>
    expect(
      "refundAdjustment" in findProblems(forRecord(record).schema, { ...before, refundAdjustment }),
    ).toBe(refused),
  );
  test("an adjustment that was never set may stay empty", () => {
    const none = textsOf(empty);
    expect(findProblems(forRecord(empty).schema, none)).toEqual({});
  });
});

describe("the request contains only the changed fields", () => {
  test.each([
    [{}, {}],
    [{ returnStatus: { text: "closed", was: "open" } }, { returnStatus: "closed" }],
    [{ refundAdjustment: { text: "0.00", was: "-4.50" } }, { refundAdjustment: 0 }],
    [{ syncRefundChangesToOrder: { text: "No", was: "Yes" } }, { syncRefundChangesToOrder: false }],
    [{ syncRefundChangesToOrder: { text: "Yes", was: "" } }, { syncRefundChangesToOrder: true }],
    [{ returnStatus: { text: "archived", was: "open" } }, {}],
  ])("%j", (changed, request) => expect(toChanges(changed)).toEqual(request));
});

describe("calculateRefund", () => {
  const shift = (more: Partial<ReturnModel>, refundAdjustment?: string) => {
    const one = { ...record, ...more };
    return calculateRefund(one, refundAdjustment ?? textsOf(one).refundAdjustment);
  };
  test.each<[string, ReturnType<typeof shift>, number, number, number, number | undefined]>([
    ["nothing typed", shift({}), 2000, 1550, 1550, undefined],
    ["an adjustment", shift({}, "-10"), 2000, 1550, 1000, undefined],
    ["an invalid one counts as none", shift({}, "x"), 2000, 1550, 1550, undefined],
    [
      "sums of tenths stay exact",
      shift({ refundSubtotal: 0.3, refundTotal: 0.1 + 0.2, refundAdjustment: 0 }, "0.10"),
      30,
      30,
      40,
      2000,
    ],
    [
      "no totals at all",
      shift({ refundSubtotal: null, refundTotal: null, refundAdjustment: null }, "1"),
      2000,
      2000,
      2100,
      undefined,
    ],
    ["the lines have another sum", shift({ refundSubtotal: 21 }), 2100, 1550, 1550, 2000],
    [
      "huge amounts",
      shift({ refundSubtotal: 987654321098.76, refundTotal: 987654321094.26 }, "0"),
      98765432109876,
      98765432109426,
      98765432109876,
      2000,
    ],
  ])("%s", (_, { subtotal, total, lines }, sub, before, after, sum) =>
    expect([subtotal, total.before, total.after, lines]).toEqual([sub, before, after, sum]),
  );
});

test("undecidedRmas leaves out decided, voided and canceled RMAs", () => {
  const decided = rma({ items: [{ quantity: 1, approvedQuantity: 1, bundleComponents: [] }] });
  const rmas = [rma({}), decided, rma({ rmaStatus: "Voided" }), rma({ rmaStatus: "Canceled" })];
  expect(undecidedRmas({ ...record, rmas }).map(({ units }) => units)).toEqual([2]);
});
