import { describe, expect, test } from "vitest";
import { readAnswer } from "#contract/read.ts";
import { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { findProblems } from "#web/editing/form-schema.ts";
import {
  calculateRefund,
  compareMoney,
  normalText,
  readAdjustment,
  returnRequest,
  returnSchema,
  returnTexts,
  undecidedRmas,
} from "./return-changes.ts";

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

describe("returnTexts", () => {
  test("of an empty record", () =>
    expect(returnTexts(empty)).toEqual({
      returnStatus: "",
      refundAdjustment: "",
      syncRefundChangesToOrder: "",
      refundSubtotal: "",
      shipmentReceivedStatus: "–",
      rmas: "",
    }));
  test("of a full record", () =>
    expect(returnTexts(record)).toMatchObject({
      returnStatus: "open",
      refundAdjustment: "-4.50",
      syncRefundChangesToOrder: "Yes",
      rmas: "RMA-1 Waiting, 2 undecided",
    }));
  test("keep a status that the API's document does not contain, and an amount with fractions of a cent", () =>
    expect(returnTexts({ ...empty, status: "archived", refundAdjustment: 0.125 })).toMatchObject({
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
])("%j is written %j", (text, normal) => expect(normalText("refundAdjustment", text)).toBe(normal));

describe("returnSchema", () => {
  const before = returnTexts(record);
  test.each<[string, string, boolean]>([
    ["nothing typed", "-4.50", false],
    ["the same in another spelling", "-4.5", false],
    ["cleared", "", true],
    ["no amount", "a few", true],
    ["an amount", "7", false],
  ])("%s", (_, refundAdjustment, refused) =>
    expect(
      "refundAdjustment" in findProblems(returnSchema(before), { ...before, refundAdjustment }),
    ).toBe(refused),
  );
  test("an adjustment that was never set may stay empty", () => {
    const none = returnTexts(empty);
    expect(findProblems(returnSchema(none), none)).toEqual({});
  });
});

describe("returnRequest contains only the changed fields", () => {
  test.each([
    [{}, {}],
    [{ returnStatus: { text: "closed", was: "open" } }, { returnStatus: "closed" }],
    [{ refundAdjustment: { text: "0.00", was: "-4.50" } }, { refundAdjustment: 0 }],
    [{ syncRefundChangesToOrder: { text: "No", was: "Yes" } }, { syncRefundChangesToOrder: false }],
    [{ syncRefundChangesToOrder: { text: "Yes", was: "" } }, { syncRefundChangesToOrder: true }],
    [{ returnStatus: { text: "archived", was: "open" } }, {}],
  ])("%j", (changed, request) => expect(returnRequest(changed)).toEqual(request));
});

describe("calculateRefund", () => {
  const shift = (more: Partial<ReturnModel>, refundAdjustment?: string) => {
    const one = { ...record, ...more };
    const texts = returnTexts(one);
    return calculateRefund(one, {
      ...texts,
      refundAdjustment: refundAdjustment ?? texts.refundAdjustment,
    });
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

const readReturn = (fields: object) => readAnswer(ReturnModel, fields).value;

const rmaWith = (id: number, items: object[], more: object = {}) => ({
  id,
  rmaStatus: "Approved",
  items,
  ...more,
});

/** Each line as [label, refund, credit, missing credits, difference]. */
const compareLines = (fields: object) =>
  compareMoney(readReturn(fields)).lines.map(({ label, refund, credit, difference }) => [
    label,
    refund,
    credit.known,
    credit.missing,
    difference,
  ]);

const mug = { id: 1, sku: "MUG", title: "Mug", refundedAmount: 20 };

test.each<[string, object, unknown[]]>([
  ["nothing", {}, []],
  ["null for lists", { items: null, rmas: null }, []],
  ["a line without an RMA", { items: [mug] }, [["Mug", 20, undefined, 0, undefined]]],
  [
    "a line with its credit",
    { items: [mug], rmas: [rmaWith(1, [{ returnItemId: 1, creditedAmount: 11.6 }])] },
    [["Mug", 20, 11.6, 0, -8.4]],
  ],
  [
    "a missing refund is not zero",
    {
      items: [{ ...mug, refundedAmount: null }],
      rmas: [rmaWith(1, [{ returnItemId: 1, creditedAmount: 5 }])],
    },
    [["Mug", undefined, 5, 0, undefined]],
  ],
  [
    "a part of the credit is missing",
    {
      items: [mug],
      rmas: [
        rmaWith(1, [{ returnItemId: 1, creditedAmount: 5 }]),
        rmaWith(2, [{ returnItemId: 1 }]),
      ],
    },
    [["Mug", 20, 5, 1, undefined]],
  ],
  [
    "credits of two RMAs",
    {
      items: [mug],
      rmas: [
        rmaWith(1, [{ returnItemId: 1, creditedAmount: 0.1 }]),
        rmaWith(2, [{ returnItemId: 1, creditedAmount: 0.2 }]),
      ],
    },
    [["Mug", 20, 0.3, 0, -19.7]],
  ],
  [
    "voided and canceled RMAs do not count, an unknown status does",
    {
      items: [mug],
      rmas: [
        rmaWith(1, [{ returnItemId: 1, creditedAmount: 1 }], { rmaStatus: "Voided" }),
        rmaWith(2, [{ returnItemId: 1, creditedAmount: 2 }], { rmaStatus: "Canceled" }),
        rmaWith(3, [{ returnItemId: 1, creditedAmount: 4 }], { rmaStatus: "On the Moon" }),
      ],
    },
    [["Mug", 20, 4, 0, -16]],
  ],
  [
    "a line is found by its SKU",
    { items: [mug], rmas: [rmaWith(1, [{ sku: "MUG", creditedAmount: 20 }])] },
    [["Mug", 20, 20, 0, 0]],
  ],
  [
    "a SKU of two lines matches neither",
    {
      items: [mug, { ...mug, id: 2 }],
      rmas: [rmaWith(1, [{ sku: "MUG", title: "Tasse à café", creditedAmount: 7 }])],
    },
    [
      ["Mug", 20, undefined, 0, undefined],
      ["Mug", 20, undefined, 0, undefined],
      ["Tasse à café", undefined, 7, 0, undefined],
    ],
  ],
  [
    "an unknown returnItemId, and none at all",
    {
      items: [mug],
      rmas: [rmaWith(1, [{ id: 8, returnItemId: 99, sku: "MUG", creditedAmount: 3 }, { id: 9 }])],
    },
    [
      ["Mug", 20, undefined, 0, undefined],
      ["MUG", undefined, 3, 0, undefined],
      ["item 9", undefined, undefined, 1, undefined],
    ],
  ],
  [
    "two lines with the same ID",
    {
      items: [mug, { ...mug, title: "Twin" }],
      rmas: [rmaWith(1, [{ returnItemId: 1, title: "Mug", creditedAmount: 3 }])],
    },
    [
      ["Mug", 20, undefined, 0, undefined],
      ["Twin", 20, undefined, 0, undefined],
      ["Mug", undefined, 3, 0, undefined],
    ],
  ],
])("lines of a return: %s", (_, fields, lines) => {
  expect(compareLines(fields)).toEqual(lines);
});

test("totals are those of the API, and stay missing where it gives none", () => {
  const { subtotal, adjustment, total, uncounted } = compareMoney(
    readReturn({
      refundSubtotal: 120,
      refundAdjustment: null,
      refundTotal: 118,
      rmas: [
        rmaWith(1, [], { creditSubtotal: 60, creditAdjustment: -5, creditTotal: 55 }),
        rmaWith(2, [], { creditSubtotal: 20, creditTotal: 20 }),
        rmaWith(3, [], { rmaStatus: "Voided", creditTotal: 999 }),
        rmaWith(4, [], { rmaStatus: "Canceled", creditTotal: 0 }),
      ],
    }),
  );
  expect(subtotal).toMatchObject({ refund: 120, credit: { known: 80 }, difference: -40 });
  expect(adjustment).toMatchObject({ refund: undefined, credit: { known: -5, missing: 1 } });
  expect(adjustment.difference).toBeUndefined();
  expect(total).toMatchObject({ refund: 118, credit: { known: 75 }, difference: -43 });
  expect(uncounted.map(({ id }) => id)).toEqual([3]);
});

test("a return of 5,000 lines in 20 RMAs is matched at once", () => {
  const items = Array.from({ length: 5_000 }, (_, place) => ({
    id: place + 1,
    refundedAmount: 2e9,
  }));
  const rmas = Array.from({ length: 20 }, (_, at) =>
    rmaWith(
      at + 1,
      items
        .filter(({ id }) => id % 20 === at)
        .map(({ id }) => ({ returnItemId: id, creditedAmount: 1e9 })),
    ),
  );
  const { lines } = compareMoney(readReturn({ items, rmas }));
  expect(lines).toHaveLength(5_000);
  expect(new Set(lines.map(({ difference }) => difference))).toEqual(new Set([-1e9]));
});
