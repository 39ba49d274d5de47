import type { ReturnModel } from "#contract/returns.ts";
import { returnStatusName } from "#web/records/return-name.ts";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  open: "calm",
  closed: "good",
  cancelled: "still",
};

/** A return's status in the API's words. */
export const ReturnStatusBadge = ({ status }: { status: ReturnModel["status"] }) => (
  <StatusBadge label={returnStatusName(status)} tone={tones[status ?? ""] ?? "still"} />
);
