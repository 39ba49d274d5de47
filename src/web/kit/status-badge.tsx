import { sentenceCase } from "#web/base/format.ts";
import "./status-badge.css";

/** waiting: needs an action; partial: started; good, bad: decided; calm: in progress; still: ended or unknown. */
export type Tone = "waiting" | "partial" | "good" | "bad" | "calm" | "still";

/**
 * A status by its name, in sentence case. An unknown value is shown, too. A plain element: lists render a hundred of them,
 * and 200 of Mantine's Badge take 10 ms of script, these less than 1.
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
    {label ? sentenceCase(label) : "No status"}
  </span>
);
