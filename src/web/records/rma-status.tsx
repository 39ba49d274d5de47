import { countUndecidedUnits, type Rma } from "#contract/rmas.ts";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  Waiting: "waiting",
  "Partially Approved": "partial",
  Approved: "good",
  Denied: "bad",
  Voided: "still",
  Canceled: "still",
};

/** Shows an RMA's status with the API's name. */
export const RmaStatusBadge = ({ status }: { status: Rma["rmaStatus"] }) => (
  <StatusBadge label={status} tone={tones[status ?? ""] ?? "still"} />
);

const received: Readonly<Record<string, string>> = {
  not_received: "Not received",
  partially_received: "Partially received",
  fully_received: "Fully received",
};

/** Describes how many units were received. */
export const describeReceived = (status: Rma["shipmentReceivedStatus"]): string =>
  received[status ?? ""] ?? status ?? "–";

/** The undecided units of all lines. */
export const countUndecided = ({ items }: Pick<Rma, "items">): number =>
  items.reduce((sum, item) => sum + countUndecidedUnits(item), 0);
