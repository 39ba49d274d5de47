import type { Rma } from "#contract/rmas.ts";

/** How an RMA is called: by its number, or by its id where it has none. */
export const rmaName = (rma: Pick<Rma, "id" | "rmaNumber">): string =>
  rma.rmaNumber || `RMA ${rma.id ?? "without id"}`;
