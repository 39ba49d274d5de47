import "./status-badge.css";

/** waiting: somebody must act; partial: begun; good, bad: decided; calm: under way; still: over or unknown. */
export type Tone = "waiting" | "partial" | "good" | "bad" | "calm" | "still";

/**
 * A state in the API's own words. A value that the contract does not know is shown unchanged. A plain element: lists
 * draw a hundred of them, and 200 of Mantine's Badge take 10 ms of script, these less than 1.
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
  <span className="badge status-badge" data-tone={tone} title={title}>
    {label || "No status"}
  </span>
);
