import type { ReturnModel } from "#contract/returns.ts";
import { capital } from "#web/base/capital.ts";

/** A return's name: its number, or its id if it has none. */
export const returnName = ({
  id,
  returnNumber,
}: Pick<ReturnModel, "id" | "returnNumber">): string =>
  returnNumber || `Return ${id ?? "without ID"}`;

/** The label of a return's status. */
export const returnStatusName = (status: ReturnModel["status"]): string =>
  status === "cancelled" ? "Canceled" : capital(status ?? "No status");
