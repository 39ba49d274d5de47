import type { ReturnModel } from "#contract/returns.ts";
import { capital } from "#web/ui/capital.ts";
import { StatusBadge, type Tone } from "#web/ui/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  open: "calm",
  closed: "good",
  cancelled: "still",
};

/** The label of a return's status. */
export const returnStatusName = (status: ReturnModel["status"]): string =>
  status === "cancelled" ? "Canceled" : capital(status ?? "No status");

/** A return's status in the API's words. */
export const ReturnStatusBadge = ({ status }: { status: ReturnModel["status"] }) => (
  <StatusBadge label={returnStatusName(status)} tone={tones[status ?? ""] ?? "still"} />
);

/** A return's name: its number, or its id if it has none. */
export const returnName = ({
  id,
  returnNumber,
}: Pick<ReturnModel, "id" | "returnNumber">): string =>
  returnNumber || `Return ${id ?? "without ID"}`;
