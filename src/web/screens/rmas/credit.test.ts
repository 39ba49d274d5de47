import { describe, expect, test } from "vitest";
import type { RmaItem } from "#contract/rmas.ts";
import { lacksCredit, typeDecision } from "./credit.ts";
import { decideRestOfAll } from "./decide.ts";
import { calculateDecision, type RmaDraft } from "./decision.ts";
import type { LineField } from "./line-fields.ts";
import { waitingRma } from "#web/testing/rma.ts";

const item = (given: Partial<RmaItem> = {}): RmaItem => ({
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

const typed = (of: RmaItem, steps: readonly Step[]): RmaDraft =>
  steps.reduce<RmaDraft>((draft, [field, text]) => typeDecision(draft, of, field, text), {});

const creditAfter = (of: RmaItem, steps: readonly Step[]) => {
  const [line] = calculateDecision(waitingRma([of]), typed(of, steps)).lines;
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
  ])("%s", (_, given, steps, credit) => expect(creditAfter(item(given), steps)).toBe(credit));

  test("on all lines at once, with credit for all of them", () => {
    const rma = waitingRma([item(), item({ id: 2, quantity: 1, cost: 8 })]);
    const draft = decideRestOfAll({}, calculateDecision(rma, {}).lines, "approvedQuantity");
    const after = calculateDecision(rma, draft);
    expect(after.total.after).toBe(5 * 7692 + 800);
    expect(after.lines.map(lacksCredit)).toEqual([false, false]);
  });
});

test("too many units change neither totals nor status", () => {
  const one = item();
  const { approved, undecided, status, problems, total } = calculateDecision(
    waitingRma([one]),
    typed(one, [["approvedQuantity", "99"]]),
  );
  expect(problems).toHaveLength(1);
  expect({ approved: approved.after, undecided: undecided.after, total: total.after }).toEqual({
    approved: 0,
    undecided: 5,
    total: 0,
  });
  expect(status).toEqual({ before: "Waiting", after: "Waiting" });
});
