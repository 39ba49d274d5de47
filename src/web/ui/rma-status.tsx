import type { Rma } from "#contract/rmas.ts";
import { StatusBadge, type Tone } from "./status-badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  Waiting: "waiting",
  "Partially Approved": "partial",
  Approved: "good",
  Denied: "bad",
  Voided: "still",
  Canceled: "still",
};

/** An RMA's status in the API's words. */
export const RmaStatusBadge = ({ status }: { status: Rma["rmaStatus"] }) => (
  <StatusBadge label={status} tone={tones[status ?? ""] ?? "still"} />
);

const received: Readonly<Record<string, string>> = {
  not_received: "Not received",
  partially_received: "Partially received",
  fully_received: "Fully received",
};

/** How much of the goods has come back, in words. */
export const receivedInWords = (status: Rma["shipmentReceivedStatus"]): string =>
  received[status ?? ""] ?? status ?? "–";
