import "./progress-bar.css";
import { Progress } from "@mantine/core";

interface ProgressBarProps {
  label: string;
  /** A class that positions it. */
  className?: string;
  done?: number;
  /** Left out while the total is unknown: then it only shows that work continues. */
  total?: number | undefined;
}

/** How far a task has progressed, as a count instead of a percentage. */
export const ProgressBar = ({ label, className = "", done = 0, total }: ProgressBarProps) => {
  const known = total !== undefined && total > 0;
  return (
    <Progress.Root
      className={`progress-bar ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      {...(known && { "aria-valuemax": total, "aria-valuenow": Math.min(done, total) })}
    >
      <Progress.Section
        withAria={false}
        animated={!known}
        value={known ? Math.min(100, (100 * done) / total) : 100}
      />
    </Progress.Root>
  );
};
