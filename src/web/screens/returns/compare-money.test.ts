import { expect, test } from "vitest";
import { readAnswer } from "#contract/read.ts";
import { ReturnModel } from "#contract/returns.ts";
import { compareMoney } from "./compare-money.ts";

const read = (fields: object) => readAnswer(ReturnModel, fields).value;

const rma = (id: number, items: object[], more: object = {}) => ({
  id,
  rmaStatus: "Approved",
  items,
  ...more,
});

/** Each line as [label, refund, credit, missing credits, difference]. */
const compareLines = (fields: object) =>
  compareMoney(read(fields)).lines.map(({ label, refund, credit, difference }) => [
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
    { items: [mug], rmas: [rma(1, [{ returnItemId: 1, creditedAmount: 11.6 }])] },
    [["Mug", 20, 11.6, 0, -8.4]],
  ],
  [
    "a missing refund is not zero",
    {
      items: [{ ...mug, refundedAmount: null }],
      rmas: [rma(1, [{ returnItemId: 1, creditedAmount: 5 }])],
    },
    [["Mug", undefined, 5, 0, undefined]],
  ],
  [
    "a part of the credit is missing",
    {
      items: [mug],
      rmas: [rma(1, [{ returnItemId: 1, creditedAmount: 5 }]), rma(2, [{ returnItemId: 1 }])],
    },
    [["Mug", 20, 5, 1, undefined]],
  ],
  [
    "credits of two RMAs",
    {
      items: [mug],
      rmas: [
        rma(1, [{ returnItemId: 1, creditedAmount: 0.1 }]),
        rma(2, [{ returnItemId: 1, creditedAmount: 0.2 }]),
      ],
    },
    [["Mug", 20, 0.3, 0, -19.7]],
  ],
  [
    "voided and canceled RMAs do not count, an unknown status does",
    {
      items: [mug],
      rmas: [
        rma(1, [{ returnItemId: 1, creditedAmount: 1 }], { rmaStatus: "Voided" }),
        rma(2, [{ returnItemId: 1, creditedAmount: 2 }], { rmaStatus: "Canceled" }),
        rma(3, [{ returnItemId: 1, creditedAmount: 4 }], { rmaStatus: "On the Moon" }),
      ],
    },
    [["Mug", 20, 4, 0, -16]],
  ],
  [
    "a line is found by its SKU",
    { items: [mug], rmas: [rma(1, [{ sku: "MUG", creditedAmount: 20 }])] },
    [["Mug", 20, 20, 0, 0]],
  ],
  [
    "a SKU of two lines matches neither",
    {
      items: [mug, { ...mug, id: 2 }],
      rmas: [rma(1, [{ sku: "MUG", title: "Tasse à café", creditedAmount: 7 }])],
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
      rmas: [rma(1, [{ id: 8, returnItemId: 99, sku: "MUG", creditedAmount: 3 }, { id: 9 }])],
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
      rmas: [rma(1, [{ returnItemId: 1, title: "Mug", creditedAmount: 3 }])],
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
    read({
      refundSubtotal: 120,
      refundAdjustment: null,
      refundTotal: 118,
      rmas: [
        rma(1, [], { creditSubtotal: 60, creditAdjustment: -5, creditTotal: 55 }),
        rma(2, [], { creditSubtotal: 20, creditTotal: 20 }),
        rma(3, [], { rmaStatus: "Voided", creditTotal: 999 }),
        rma(4, [], { rmaStatus: "Canceled", creditTotal: 0 }),
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
    rma(
      at + 1,
      items
        .filter(({ id }) => id % 20 === at)
        .map(({ id }) => ({ returnItemId: id, creditedAmount: 1e9 })),
    ),
  );
  const { lines } = compareMoney(read({ items, rmas }));
  expect(lines).toHaveLength(5_000);
  expect(new Set(lines.map(({ difference }) => difference))).toEqual(new Set([-1e9]));
});
