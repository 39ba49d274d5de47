import type { Rma } from "#contract/rmas.ts";

/** The name of an RMA: its number, or its id if it has none. */
export const rmaName = (rma: Pick<Rma, "id" | "rmaNumber">): string =>
  rma.rmaNumber || `RMA ${rma.id ?? "without ID"}`;
