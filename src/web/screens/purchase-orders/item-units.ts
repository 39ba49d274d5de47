import type { PurchaseOrderItem } from "#contract/purchase-orders.ts";

/** The progress of an ordered unit. Each unit counts once, for its furthest step. */
export type UnitState = "shipped" | "acknowledged" | "open" | "canceled" | "voided";

/** A number of an item's units in one state. */
interface UnitPart {
  readonly state: UnitState;
  readonly units: number;
}

/** An item's units as shown in one bar. */
export interface ItemUnits {
  readonly ordered: number;
  /** Without empty parts; their sum is at least the ordered quantity. */
  readonly parts: readonly UnitPart[];
  /** Units beyond the ordered quantity: the record contradicts itself. */
  readonly beyond: number;
}

export const unitLabels: Readonly<Record<UnitState, string>> = {
  shipped: "shipped",
  acknowledged: "acknowledged, not shipped",
  open: "not acknowledged",
  canceled: "canceled",
  voided: "voided",
};

const toUnits = (units: number | null | undefined): number =>
  Math.max(0, Number.isFinite(units) ? (units ?? 0) : 0);

type Quantities = Pick<
  PurchaseOrderItem,
  "quantity" | "acknowledgedQuantity" | "shippedQuantity" | "canceledQuantity" | "voidedQuantity"
>;

/** Splits the ordered quantity by state (api 2.6): a shipped unit was also acknowledged, and counts as shipped. */
export const itemUnits = (item: Quantities): ItemUnits => {
  const ordered = toUnits(item.quantity);
  const shipped = toUnits(item.shippedQuantity);
  const canceled = toUnits(item.canceledQuantity);
  const voided = toUnits(item.voidedQuantity);
  const gone = shipped + canceled + voided;
  // An acknowledged unit may have been canceled or voided later.
  const acknowledged = Math.max(
    0,
    Math.min(toUnits(item.acknowledgedQuantity) - shipped, Math.max(0, ordered - gone)),
  );
  const open = Math.max(0, ordered - gone - acknowledged);
  const parts: UnitPart[] = [
    { state: "shipped", units: shipped },
    { state: "acknowledged", units: acknowledged },
    { state: "open", units: open },
    { state: "canceled", units: canceled },
    { state: "voided", units: voided },
  ];
  return {
    ordered,
    parts: parts.filter(({ units }) => units > 0),
    beyond: Math.max(0, gone - ordered),
  };
};

/**
 * An order's items as shown in its bars. An API may acknowledge the order and leave the items' quantities at zero:
 * then all units count as acknowledged. One acknowledged unit means that the quantities are maintained, and they are
 * shown unchanged.
 */
export const itemsAsAcknowledged = <I extends Quantities>(
  items: readonly I[],
  isAcknowledged: boolean,
): readonly I[] =>
  isAcknowledged && items.every((item) => toUnits(item.acknowledgedQuantity) === 0)
    ? items.map((item) => ({ ...item, acknowledgedQuantity: toUnits(item.quantity) }))
    : items;

/** The sum of several items' units. */
export const sumUnits = (items: readonly Quantities[]): ItemUnits => {
  const all = items.map(itemUnits);
  const states = Object.keys(unitLabels) as UnitState[];
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    ordered: sum(all.map(({ ordered }) => ordered)),
    parts: states
      .map((state) => ({
        state,
        units: sum(
          all
            .flatMap(({ parts }) => parts.filter((part) => part.state === state))
            .map((p) => p.units),
        ),
      }))
      .filter(({ units }) => units > 0),
    beyond: sum(all.map(({ beyond }) => beyond)),
  };
};
