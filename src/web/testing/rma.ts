import type { Rma, RmaItem } from "#contract/rmas.ts";

/** An RMA that waits for its decision. */
export const waitingRma = (items: RmaItem[], given: Partial<Rma> = {}): Rma => ({
  id: 1,
  rmaStatus: "Waiting",
  items,
  rmaShipments: [],
  ...given,
});
