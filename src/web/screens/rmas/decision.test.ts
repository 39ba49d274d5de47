import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import {
  calculateDecision,
  countAvailable,
  changeLines,
  decideRest,
  formatField,
  lacksCredit,
  type LineField,
  lineFields,
  readField,
  type RmaDraft,
  rmaFields,
  typeField as typeInLine,
  typeInto,
} from "./decision.ts";

const item = (id: number, given: Partial<RmaItem> = {}): RmaItem => ({
  id,
  quantity: 5,
  approvedQuantity: 0,
  deniedQuantity: 0,
  cost: 10,
  creditedAmount: 0,
  note: null,
  bundleComponents: [],
  ...given,
});
const typeField = (draft: RmaDraft, line: RmaItem, field: LineField, text: string): RmaDraft =>
  changeLines(draft, [line], (typed) => typeInLine(typed, line, field, text));
const lineOf = (of: Rma, draft: RmaDraft, index = 0) => {
  const line = calculateDecision(of, draft).lines[index];
  if (!line) throw new Error("no such line");
  return line;
};

describe("readField", () => {
  test.each<[LineField, string, string | number | undefined]>([
    ["approvedQuantity", "3", 3],
    ["approvedQuantity", " 3 ", 3],
    ["approvedQuantity", "0", 0],
    ["approvedQuantity", "", undefined],
    ["approvedQuantity", "-1", undefined],
    ["approvedQuantity", "1.5", undefined],
    ["approvedQuantity", "1e3", undefined],
    ["approvedQuantity", "٣", undefined],
    ["quantity", "999999999", undefined],
    ["quantity", "12345678901", undefined],
    ["creditedAmount", "12.5", 12.5],
    ["creditedAmount", "12.50", 12.5],
    ["creditedAmount", "0", 0],
    ["creditedAmount", "", undefined],
    ["creditedAmount", "12,50", undefined],
    ["creditedAmount", "1.005", undefined],
    ["creditedAmount", "-3", undefined],
    ["creditedAmount", "Infinity", undefined],
    ["note", "", ""],
    ["note", "  as typed ", "  as typed "],
    ["note", "貨物 – \u202Eevil", "貨物 – \u202Eevil"],
  ])("%s %j", (field, text, value) => {
    const reading = readField(field, text);
    expect("value" in reading ? reading.value : undefined).toBe(value);
  });
});

describe("formatField", () => {
  test.each<[LineField, Partial<RmaItem>, string]>([
    ["approvedQuantity", { approvedQuantity: null }, "0"],
    ["approvedQuantity", { approvedQuantity: undefined }, "0"],
    ["cost", { cost: null }, ""],
    ["cost", { cost: 12.5 }, "12.50"],
    ["cost", { cost: 0.1 + 0.2 }, "0.30"],
    ["cost", { cost: 1.2345 }, "1.2345"],
    ["note", { note: null }, ""],
  ])("%s of %j", (field, given, text) => expect(formatField(item(1, given), field)).toBe(text));
});

describe("calculateDecision", () => {
  test("three units of one line approved, the rest of another denied", () => {
    const one = waitingRma([item(1), item(2, { quantity: 2 })], {
      creditSubtotal: 0,
      creditTotal: -1,
      creditAdjustment: -1,
    });
    let draft: RmaDraft = typeField({}, one.items[0] as RmaItem, "approvedQuantity", "3");
    draft = decideRest(draft, [lineOf(one, draft, 1)], "deniedQuantity");
    draft = typeField(draft, one.items[0] as RmaItem, "creditedAmount", "30.10");
    const decision = calculateDecision(one, draft);
    expect(decision.changes).toEqual([
      { id: 1, approvedQuantity: 3, creditedAmount: 30.1 },
      { id: 2, deniedQuantity: 2 },
    ]);
    expect(decision.undecided).toEqual({ before: 7, after: 2 });
    expect(decision.subtotal).toEqual({ before: 0, after: 3010 });
    expect(decision.total).toEqual({ before: -100, after: 2910 });
    expect(decision.status).toEqual({ before: "Waiting", after: "Partially Approved" });
    expect(decision.closes).toBe(false);
  });

  test.each<[string, string, number, number, string, boolean]>([
    ["Waiting", "all approved", 5, 0, "Approved", true],
    ["Waiting", "all denied", 0, 5, "Denied", true],
    ["Waiting", "split", 2, 3, "Partially Approved", false],
    ["Partially Approved", "all approved", 5, 0, "Approved", true],
    ["Voided", "tried anyway", 5, 0, "Voided", false],
    ["Something New", "tried anyway", 5, 0, "Something New", false],
  ])("%s, %s", (status, _, approved, denied, after, closes) => {
    const one = waitingRma([item(1)], { rmaStatus: status });
    const [line] = one.items as [RmaItem];
    const draft = typeField(
      typeField({}, line, "approvedQuantity", String(approved)),
      line,
      "deniedQuantity",
      String(denied),
    );
    expect(calculateDecision(one, draft)).toMatchObject({ status: { after }, closes });
  });

  test.each<[string, string | null, Partial<RmaItem>, LineField, RegExp | undefined]>([
    ["open", "Waiting", {}, "approvedQuantity", undefined],
    ["partly decided", "Partially Approved", { approvedQuantity: 1 }, "deniedQuantity", undefined],
    ["closed", "Approved", {}, "approvedQuantity", /only while it is Waiting/],
    ["canceled", "Canceled", {}, "deniedQuantity", /only while it is Waiting/],
    ["without a status", null, {}, "approvedQuantity", /has no status/],
    ["undecided line", "Waiting", {}, "quantity", undefined],
    ["decided line", "Partially Approved", { deniedQuantity: 1 }, "quantity", /can.t be changed/],
    ["note on a closed one", "Approved", {}, "note", undefined],
  ])("fault 42: locks with a reason: %s", (_, rmaStatus, given, field, reason) => {
    const { locked } = lineOf(waitingRma([item(1, given)], { rmaStatus }), {}).fields[field];
    expect(locked ?? "open").toMatch(reason ?? /^open$/);
  });

  test("too many units are reported at the field typed last, and send nothing", () => {
    const one = waitingRma([item(1)]);
    const [line] = one.items as [RmaItem];
    const approved = typeField({}, line, "approvedQuantity", "3");
    const both = typeField(approved, line, "deniedQuantity", "9");
    expect(calculateDecision(one, both).problems).toEqual([
      { id: 1, field: "deniedQuantity", problem: expect.stringContaining("total 12") },
    ]);
    const again = typeField(both, line, "approvedQuantity", "4");
    expect(calculateDecision(one, again).problems.map(({ field }) => field)).toEqual([
      "approvedQuantity",
    ]);
  });

  test.each<[string, Partial<Rma>, LineField, string, number[], number[]]>([
    ["missing", {}, "note", "Seen", [12000, 12000], [11500, 11500]],
    [
      "null",
      { creditSubtotal: null, creditTotal: null },
      "note",
      "Seen",
      [12000, 12000],
      [11500, 11500],
    ],
    [
      "the service's own",
      { creditSubtotal: 90, creditTotal: 80 },
      "note",
      "Seen",
      [9000, 9000],
      [8000, 8000],
    ],
    ["a known subtotal", { creditSubtotal: 90 }, "note", "Seen", [9000, 9000], [8500, 8500]],
    ["missing", {}, "creditedAmount", "30.00", [12000, 11000], [11500, 10500]],
    [
      "the service's own",
      { creditSubtotal: 90, creditTotal: 80 },
      "creditedAmount",
      "30.00",
      [9000, 11000],
      [8000, 10500],
    ],
    [
      "the service's own",
      { creditSubtotal: 90, creditTotal: 80 },
      "creditedAmount",
      "wrong",
      [9000, 9000],
      [8000, 8000],
    ],
  ])("totals are %s: %j, then %s is %j", (_, given, field, text, subtotal, total) => {
    const lines = [item(1, { creditedAmount: 40 }), item(2, { creditedAmount: 80 })];
    const one = waitingRma(lines, { creditAdjustment: -5, ...given });
    const decision = calculateDecision(one, typeField({}, lines[0] as RmaItem, field, text));
    expect(Object.values(decision.subtotal)).toEqual(subtotal);
    expect(Object.values(decision.total)).toEqual(total);
  });

  test("null, missing and unknown parts of a record are accepted", () => {
    const bare = {
      items: [{ id: 1, bundleComponents: [] }, { bundleComponents: [] }],
      rmaShipments: [],
    } as Rma;
    const decision = calculateDecision(bare, {
      "7.note": { text: "of a line that is gone", was: "" },
    });
    expect(decision).toMatchObject({
      changes: [],
      problems: [],
      total: { before: 0, after: 0 },
      closes: false,
    });
  });
});

const money = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100);
const items = fc
  .array(
    fc
      .tuple(fc.nat(8), fc.nat(8), fc.nat(8), money, money)
      .map(([open, approved, denied, cost, credited]): Partial<RmaItem> => ({
        quantity: open + approved + denied,
        approvedQuantity: approved,
        deniedQuantity: denied,
        cost,
        creditedAmount: credited,
      })),
    { minLength: 1, maxLength: 5 },
  )
  .map((list) => list.map((given, index) => item(index + 1, given)));

type Act = {
  line: number;
  side: "approvedQuantity" | "deniedQuantity";
  act: "more" | "less" | "rest" | "all";
};
const acts = fc.array(
  fc.record<Act>({
    line: fc.nat(4),
    side: fc.constantFrom("approvedQuantity", "deniedQuantity"),
    act: fc.constantFrom("more", "less", "rest", "all"),
  }),
  { maxLength: 30 },
);

const perform = (of: Rma, draft: RmaDraft, { line, side, act }: Act): RmaDraft => {
  const { lines } = calculateDecision(of, draft);
  const at = lines[line % lines.length];
  if (!at) return draft;
  if (act === "all") return decideRest(draft, lines, side);
  if (act === "rest") return decideRest(draft, [at], side);
  // The results of the field's own buttons.
  const next = (at.after[side] ?? 0) + (act === "more" ? 1 : -1);
  const units = Math.min(Math.max(next, 0), countAvailable(at, side));
  return typeField(draft, at.item, side, String(units));
};

describe("with buttons only", () => {
  test("no line is over-decided, no unit is lost, and the request equals the screen", () => {
    fc.assert(
      fc.property(items, acts, (lines, clicks) => {
        const one = waitingRma(lines, { rmaStatus: "Partially Approved" });
        const draft = clicks.reduce((now, click) => perform(one, now, click), {} as RmaDraft);
        const undecided = calculateDecision(one, draft).lines;
        expect(decideRest(draft, undecided, "deniedQuantity")).toEqual(
          undecided.reduce((now, line) => decideRest(now, [line], "deniedQuantity"), draft),
        );
        const decision = calculateDecision(one, draft);
        expect(decision.problems).toEqual([]);
        for (const { after } of decision.lines) {
          const decided = (after.approvedQuantity ?? 0) + (after.deniedQuantity ?? 0);
          expect(decided).toBeLessThanOrEqual(after.quantity ?? 0);
          expect(
            Math.min(after.approvedQuantity ?? 0, after.deniedQuantity ?? 0),
          ).toBeGreaterThanOrEqual(0);
        }
        const sent = one.items.map((line) => ({
          ...line,
          ...decision.changes.find(({ id }) => id === line.id),
        }));
        expect(sent).toEqual(decision.lines.map(({ after }) => after));
        for (const { id, ...changes } of decision.changes) {
          const before = one.items.find((line) => line.id === id) as RmaItem;
          for (const [field, value] of Object.entries(changes))
            expect(value).not.toBe(before[field as LineField]);
        }
        const answered = waitingRma(sent as RmaItem[], { rmaStatus: "Partially Approved" });
        expect(rmaFields.rebase(draft, answered)).toEqual({});
        expect(changeLines(draft, decision.lines, () => ({}))).toEqual({});
      }),
    );
  });

  test("totals are exact sums of whole cents", () => {
    fc.assert(
      fc.property(
        fc.array(money, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -5000, max: 5000 }),
        (amounts, adjustment) => {
          const lines = amounts.map((_, index) => item(index + 1));
          const one = waitingRma(lines, { creditAdjustment: adjustment / 100 });
          const draft = lines.reduce(
            (now, line, index) =>
              typeField(now, line, "creditedAmount", (amounts[index] ?? 0).toFixed(2)),
            {} as RmaDraft,
          );
          const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
          expect(calculateDecision(one, draft)).toMatchObject({
            subtotal: { after: cents },
            total: { after: cents + adjustment },
          });
        },
      ),
    );
  });

  test("typing the saved value back leaves no draft", () => {
    fc.assert(
      fc.property(items, fc.constantFrom(...lineFields), fc.string(), (lines, field, text) => {
        const [line] = lines as [RmaItem];
        expect(
          typeField(typeField({}, line, field, text), line, field, formatField(line, field)),
        ).toEqual({});
      }),
    );
  });
});

const costed = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 1,
  quantity: 5,
  approvedQuantity: 0,
  deniedQuantity: 0,
  cost: 76.92,
  creditedAmount: 0,
  bundleComponents: [],
  ...given,
});

type Step = readonly [LineField, string];

const typeAll = (of: RmaItem, steps: readonly Step[]): RmaDraft =>
  steps.reduce<RmaDraft>((draft, [field, text]) => typeInto(draft, of, field, text), {});

const creditAfter = (of: RmaItem, steps: readonly Step[]) => {
  const [line] = calculateDecision(waitingRma([of]), typeAll(of, steps)).lines;
  return line?.fields.creditedAmount.text;
};

describe("the credit follows the approved units", () => {
  test.each<[string, Partial<RmaItem>, Step[], string]>([
    ["units times cost", {}, [["approvedQuantity", "3"]], "230.76"],
    [
      "updated with each change of the units",
      {},
      [
        ["approvedQuantity", "3"],
        ["approvedQuantity", "2"],
      ],
      "153.84",
    ],
    [
      "removed with the units",
      {},
      [
        ["approvedQuantity", "3"],
        ["approvedQuantity", "0"],
      ],
      "0.00",
    ],
    [
      "updated with the cost",
      {},
      [
        ["approvedQuantity", "3"],
        ["cost", "10"],
      ],
      "30.00",
    ],
    ["denied units have none", {}, [["deniedQuantity", "3"]], "0.00"],
    ["too many units have none", {}, [["approvedQuantity", "99"]], "0.00"],
    ["an invalid number has none", {}, [["approvedQuantity", "x"]], "0.00"],
    ["without a cost there is none", { cost: null }, [["approvedQuantity", "3"]], "0.00"],
    [
      "a typed amount stays",
      {},
      [
        ["creditedAmount", "5"],
        ["approvedQuantity", "3"],
      ],
      "5",
    ],
    [
      "a zero typed over the proposal stays",
      {},
      [
        ["approvedQuantity", "3"],
        ["creditedAmount", "0"],
        ["approvedQuantity", "2"],
      ],
      "0",
    ],
    [
      "an amount of the record that is not the proposed one stays",
      { approvedQuantity: 1, creditedAmount: 50 },
      [["approvedQuantity", "3"]],
      "50.00",
    ],
    [
      "a credit at cost of earlier units grows",
      { approvedQuantity: 1, creditedAmount: 76.92 },
      [["approvedQuantity", "3"]],
      "230.76",
    ],
    [
      "a credit at cost of earlier units ends with them",
      { approvedQuantity: 3, creditedAmount: 230.76 },
      [
        ["approvedQuantity", "1"],
        ["approvedQuantity", "0"],
      ],
      "0.00",
    ],
    [
      "and returns with them",
      { approvedQuantity: 3, creditedAmount: 230.76 },
      [
        ["approvedQuantity", "0"],
        ["approvedQuantity", "2"],
      ],
      "153.84",
    ],
    [
      "it stays while a number is typed",
      { approvedQuantity: 3, creditedAmount: 230.76 },
      [["approvedQuantity", ""]],
      "230.76",
    ],
    [
      "an amount of the record that is not the proposed one stays without units, too",
      { approvedQuantity: 1, creditedAmount: 50 },
      [["approvedQuantity", "0"]],
      "50.00",
    ],
    [
      "a credit that the record doesn't have stays missing without units",
      { creditedAmount: null },
      [
        ["approvedQuantity", "3"],
        ["approvedQuantity", "0"],
      ],
      "",
    ],
  ])("%s", (_, given, steps, credit) => expect(creditAfter(costed(given), steps)).toBe(credit));

  test("on all lines at once, with credit for all of them", () => {
    const rma = waitingRma([costed(), costed({ id: 2, quantity: 1, cost: 8 })]);
    const draft = decideRest({}, calculateDecision(rma, {}).lines, "approvedQuantity");
    const after = calculateDecision(rma, draft);
    expect(after.total.after).toBe(5 * 7692 + 800);
    expect(after.lines.map(lacksCredit)).toEqual([false, false]);
  });
});

test("too many units change neither totals nor status", () => {
  const one = costed();
  const { approved, undecided, status, problems, total } = calculateDecision(
    waitingRma([one]),
    typeAll(one, [["approvedQuantity", "99"]]),
  );
  expect(problems).toHaveLength(1);
  expect({ approved: approved.after, undecided: undecided.after, total: total.after }).toEqual({
    approved: 0,
    undecided: 5,
    total: 0,
  });
  expect(status).toEqual({ before: "Waiting", after: "Waiting" });
});
