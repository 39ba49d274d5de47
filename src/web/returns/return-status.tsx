import type { ReturnModel } from "#contract/returns.ts";
import { StatusBadge, type Tone } from "#web/ui/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  open: "calm",
  closed: "good",
  cancelled: "still",
};

/** A return's status in the API's words. */
export const ReturnStatusBadge = ({ status }: { status: ReturnModel["status"] }) => (
  <StatusBadge label={status} tone={tones[status ?? ""] ?? "still"} />
);

/** How a return is called: by its number, or by its id where it has none. */
export const returnName = ({
  id,
  returnNumber,
}: Pick<ReturnModel, "id" | "returnNumber">): string =>
  returnNumber || `Return ${id ?? "without id"}`;
