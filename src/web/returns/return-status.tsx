import type { ReturnModel } from "#contract/returns.ts";
import { returnStatusName } from "#web/ui/return-name.ts";
import { StatusBadge, type Tone } from "#web/ui/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  open: "calm",
  closed: "good",
  cancelled: "still",
};

/** A return's status in the API's words. */
export const ReturnStatusBadge = ({ status }: { status: ReturnModel["status"] }) => (
  <StatusBadge label={returnStatusName(status)} tone={tones[status ?? ""] ?? "still"} />
);
