import type { OrderItemBundleComponent } from "#contract/bundle-components.ts";
import { computeRmaStatus, type RmaItem, type RmaStatus } from "#contract/rmas.ts";
import type { Ids } from "./ids.ts";
import { dollars } from "./money.ts";
import type { Random } from "./random.ts";
import { returnConditions, returnNotes, returnReasons } from "./return-words.ts";
import type { ShippedLine } from "./shipped-orders.ts";

/** A returned line: the same units are in the return and in its RMA. */
export interface ReturnedLine {
  returnItemId: number;
  line: ShippedLine;
  quantity: number;
  reason: string;
  bundleComponents: OrderItemBundleComponent[];
}

/** How many units of a line are approved and denied. */
interface Decision {
  approvedQuantity: number;
  deniedQuantity: number;
}

const undecided: Decision = { approvedQuantity: 0, deniedQuantity: 0 };

const createBundle = (
  random: Random,
  ids: Ids,
  line: ShippedLine,
  quantity: number,
): OrderItemBundleComponent[] => {
  if (!random.chance(0.12)) return [];
  const parts = random.int(2, 3);
  return Array.from({ length: parts }, (_, index) => {
    const each = random.int(1, 3);
    const units = each * quantity;
    return {
      id: ids.next("bundleComponent"),
      orderItemId: line.orderItemId,
      componentVirtualVariantId: line.variantId * 10 + index,
      componentQuantity: each,
      quantity: units,
      sku: `${line.sku}-P${index + 1}`,
      cost: dollars(Math.round((line.cost * 100) / parts / each)),
      shippedQuantity: units,
      allocatedQuantity: units,
      acknowledgedQuantity: units,
      shippedStatus: "Completed",
      allocatedStatus: "Completed",
      acknowledgedStatus: "Completed",
    };
  });
};

/** The returned lines of an order: all of them or some, whole or in part. */
export const returnedLines = (
  random: Random,
  ids: Ids,
  lines: readonly ShippedLine[],
  whole: boolean,
): ReturnedLine[] =>
  random
    .some(lines, whole ? lines.length : random.int(1, Math.min(3, lines.length)))
    .map((line) => {
      const quantity = whole || random.chance(0.5) ? line.quantity : random.int(1, line.quantity);
      return {
        returnItemId: ids.next("returnItem"),
        line,
        quantity,
        reason: random.pick(returnReasons),
        bundleComponents: createBundle(random, ids, line, quantity),
      };
    });

/** One line of a partial decision: complete, started, or undecided. */
const someDecision = (random: Random, quantity: number): Decision => {
  const approvedQuantity = random.int(0, quantity);
  return random.chance(0.35)
    ? undecided
    : { approvedQuantity, deniedQuantity: random.int(0, quantity - approvedQuantity) };
};

const partly = (random: Random, quantities: readonly number[]): Decision[] => {
  const decisions = quantities.map((quantity) => someDecision(random, quantity));
  const lines = decisions.map((decision, index) => ({
    ...decision,
    quantity: quantities[index] ?? 0,
  }));
  if (computeRmaStatus(lines) === "Partially Approved") return decisions;
  return quantities.map((_, index) =>
    index === 0 ? { approvedQuantity: 1, deniedQuantity: 0 } : undecided,
  );
};

/** The decisions that result in an RMA's status (neighbours); Voided and Canceled ones were never decided. */
const createDecisions = (
  random: Random,
  status: RmaStatus,
  quantities: readonly number[],
): Decision[] => {
  if (status === "Approved")
    return quantities.map((quantity) => ({ approvedQuantity: quantity, deniedQuantity: 0 }));
  if (status === "Denied")
    return quantities.map((quantity) => ({ approvedQuantity: 0, deniedQuantity: quantity }));
  return status === "Partially Approved"
    ? partly(random, quantities)
    : quantities.map(() => undecided);
};

/** The received share of the returned units. */
export type Received = "none" | "some" | "all";

const countReceived = (received: Received, quantity: number): number =>
  received === "none" ? 0 : received === "all" ? quantity : Math.floor(quantity / 2);

/** The source's credit for the approved units; sometimes less a restocking fee. */
const createCredit = (random: Random, cost: number, approved: number): number => {
  const cents = Math.round(cost * 100) * approved;
  return dollars(random.chance(0.15) ? Math.round(cents * 0.85) : cents);
};

/** The lines of one RMA; their decisions add up to its status. */
export const rmaItems = (
  random: Random,
  ids: Ids,
  rmaId: number,
  returned: readonly ReturnedLine[],
  status: RmaStatus,
  received: Received,
): (RmaItem & { id: number; quantity: number })[] => {
  const decisions = createDecisions(
    random,
    status,
    returned.map(({ quantity }) => quantity),
  );
  return returned.map(({ returnItemId, line, quantity, reason, bundleComponents }, index) => {
    const decision = decisions[index] ?? undecided;
    return {
      id: ids.next("rmaItem"),
      returnItemId,
      rmaId,
      quantity,
      ...decision,
      receivedQuantity: countReceived(received, quantity),
      voidedQuantity: status === "Voided" ? quantity : 0,
      sku: line.sku,
      title: line.title,
      returnReason: reason,
      returnCondition: random.pick(returnConditions),
      note: random.chance(0.22) ? random.pick(returnNotes) : null,
      cost: line.cost,
      creditedAmount: createCredit(random, line.cost, decision.approvedQuantity),
      bundleComponents,
    };
  });
};
