import fc from "fast-check";
import { expect, test } from "vitest";
import type { DecisionProposal, PastDecisions } from "#contract/evidence.ts";
import type { RmaItem } from "#contract/rmas.ts";
import { waitingRma } from "#web/testing/rma.ts";
import { calculateDecision, type RmaDraft } from "./decision.ts";
import { acceptProposals, describeAlike, describePast, listProposed } from "./proposal.ts";

const item = (id: number, given: Partial<RmaItem> = {}): RmaItem => ({
  id,
  quantity: 3,
  cost: 10,
  bundleComponents: [],
  ...given,
});

const accept = (
  items: readonly RmaItem[],
  proposals: readonly (readonly [number, DecisionProposal])[],
  draft: RmaDraft = {},
) => {
  const rma = waitingRma([...items]);
  const { lines } = calculateDecision(rma, draft);
  return calculateDecision(rma, acceptProposals(draft, lines, new Map(proposals))).changes;
};

const approve = (creditPercent?: number): DecisionProposal => ({
  outcome: "approve",
  agreed: 9,
  ...(creditPercent !== undefined && { creditPercent }),
});
const deny: DecisionProposal = { outcome: "deny", agreed: 9 };

test.each<[string, Partial<RmaItem>, DecisionProposal, object]>([
  ["at full cost", {}, approve(100), { approvedQuantity: 3, creditedAmount: 30 }],
  ["at half of the cost", {}, approve(50), { approvedQuantity: 3, creditedAmount: 15 }],
  ["without credit", {}, approve(0), { approvedQuantity: 3, creditedAmount: 0 }],
  ["with a credit that differs", {}, approve(), { approvedQuantity: 3, creditedAmount: 30 }],
  ["without a known cost", { cost: null }, approve(50), { approvedQuantity: 3 }],
  [
    "after a denied unit",
    { deniedQuantity: 1 },
    approve(100),
    { approvedQuantity: 2, creditedAmount: 20 },
  ],
  ["denied", {}, deny, { deniedQuantity: 3 }],
])("a proposal is accepted: %s", (_, given, proposal, change) => {
  expect(accept([item(7, given)], [[7, proposal]])).toEqual([{ id: 7, ...change }]);
});

test("a typed credit, lines without a proposal and decided lines stay as they are", () => {
  const typed = { "7.creditedAmount": { text: "4.00", was: "" } };
  expect(
    accept(
      [item(7), item(8), item(9, { approvedQuantity: 3 })],
      [
        [7, approve(50)],
        [9, deny],
      ],
      typed,
    ),
  ).toEqual([{ id: 7, approvedQuantity: 3, creditedAmount: 4 }]);
});

test("accepting twice is accepting once, and never decides more units than there are", () => {
  const lines = fc.array(
    fc.record({
      quantity: fc.nat(9),
      cost: fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
      percent: fc.option(fc.nat(100), { nil: undefined }),
      isDenied: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, (given) => {
      const rma = waitingRma(
        given.map(({ quantity, cost }, index) => item(index + 1, { quantity, cost })),
      );
      const proposals = new Map(
        given.map(({ percent, isDenied }, index) => [
          index + 1,
          isDenied ? deny : approve(percent),
        ]),
      );
      const once = acceptProposals({}, calculateDecision(rma, {}).lines, proposals);
      const after = calculateDecision(rma, once);
      expect(after.problems).toEqual([]);
      expect(after.undecided.after).toBe(0);
      expect(listProposed(after.lines, proposals)).toEqual([]);
      expect(acceptProposals(once, after.lines, proposals)).toEqual(once);
    }),
  );
});

const past = (given: Partial<PastDecisions>): PastDecisions => ({
  alike: { reason: "Broken" },
  total: 41,
  approved: 37,
  denied: 3,
  split: 1,
  ...given,
});

test.each<[Partial<PastDecisions>, string]>([
  [
    { proposal: { outcome: "approve", creditPercent: 100, agreed: 37 } },
    "37 of 41 like this were approved at full cost",
  ],
  [
    { proposal: { outcome: "approve", creditPercent: 50, agreed: 37 } },
    "37 of 41 like this were approved at 50% of the cost",
  ],
  [
    { proposal: { outcome: "approve", creditPercent: 0, agreed: 37 } },
    "37 of 41 like this were approved without credit",
  ],
  [{ proposal: { outcome: "approve", agreed: 37 } }, "37 of 41 like this were approved"],
  [{ proposal: { outcome: "deny", agreed: 38 } }, "38 of 41 like this were denied"],
  [{}, "41 like this: 37 approved, 3 denied, 1 split"],
  [{ split: 0 }, "41 like this: 37 approved, 3 denied"],
])("past decisions %j: %s", (given, text) => {
  const { count, words } = describePast(past(given));
  expect(count + words).toBe(text);
});

test.each([
  [{ reason: "Broken" }, "Broken"],
  [
    {
      reason: "Broken",
      condition: "Used",
      sourceId: 3,
      cost: { from: 20, to: 50 },
      age: { from: 90 },
    },
    "Broken · Used · same source · cost 20.00 to 50.00 · after 90 or more days",
  ],
])("%j: alike in %s", (alike, text) => expect(describeAlike(alike)).toBe(text));
