import { quantity } from "#web/ui/format.ts";
import { ageSteps, lateFrom } from "./ages.ts";

/** The number of records of each age, as bars. The full track is the total, so that a bar shows its share. */
export const AgeChart = ({ counts }: { counts: readonly number[] | undefined }) => {
  const all = (counts ?? []).reduce((sum, one) => sum + one, 0);
  return (
    <ol className="age-chart">
      {ageSteps.map(({ label }, step) => {
        const count = counts?.[step] ?? 0;
        return (
          <li key={label}>
            <span>{label}</span>
            <svg
              className="age-chart__bar"
              aria-hidden="true"
              preserveAspectRatio="none"
              viewBox="0 0 100 1"
              data-late={step >= lateFrom || undefined}
            >
              <rect width={(count / Math.max(1, all)) * 100} height="1" />
            </svg>
            <span className="age-chart__count">{counts ? quantity(count) : ""}</span>
          </li>
        );
      })}
    </ol>
  );
};
