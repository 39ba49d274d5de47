import "./status-badge.css";
import { Badge } from "@mantine/core";

/** waiting: somebody must act; partial: begun; good, bad: decided; calm: under way; still: over or unknown. */
export type Tone = "waiting" | "partial" | "good" | "bad" | "calm" | "still";

const { root, label: words } = Badge.classes;

/**
 * A state in the API's own words. A value that the contract does not know is shown as it came. It has a badge's looks and
 * is a plain element: lists draw a hundred of them, and as components 200 took 10 ms of script instead of 1.
 */
export const StatusBadge = ({
  label,
  tone = "still",
  title,
}: {
  label: string | null | undefined;
  tone?: Tone | undefined;
  title?: string;
}) => (
  <span
    className={`${root} badge status-badge`}
    data-tone={tone}
    data-with-left-section
    title={title}
  >
    <span className={words}>{label || "No status"}</span>
  </span>
);
