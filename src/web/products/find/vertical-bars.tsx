import "./vertical-bars.css";
import { formatCount, formatQuantity } from "#web/ui/format.ts";
import type { ListSearch } from "#web/ui/list-search.ts";
import { OverviewLink } from "./overview-link.tsx";
import { findAxisEnd } from "./overview-words.ts";

export interface VerticalBar {
  /** The label below it. */
  readonly label: string;
  /** The full name, for the tooltip and for screen readers. */
  readonly title: string;
  readonly count: number;
  readonly filter: ListSearch;
}

/** The number of labels that have space below the bars. */
const maxLabels = 6;

/** Vertical bars over an axis: a distribution or a course of time. Each bar that is not empty links to its list. */
export const VerticalBars = ({ bars }: { bars: readonly VerticalBar[] }) => {
  const end = findAxisEnd(Math.max(...bars.map(({ count }) => count)));
  const every = Math.ceil(bars.length / maxLabels);
  return (
    <div className="vertical-bars">
      <span className="vertical-bars__axis" aria-hidden="true">
        <span>{formatQuantity(end)}</span>
        {end % 2 === 0 && <span>{formatQuantity(end / 2)}</span>}
        <span>0</span>
      </span>
      <ul className="vertical-bars__bars">
        {bars.map(({ label, title, count, filter }, index) => (
          <li key={title}>
            {count > 0 && (
              <OverviewLink
                filter={filter}
                label={`${title}: ${formatCount(count, "product")}`}
                title={`${title}: ${formatCount(count, "product")}`}
              >
                <span
                  className="vertical-bars__bar"
                  style={{ height: `${(count / end) * 100}%` }}
                />
              </OverviewLink>
            )}
            {index % every === 0 && (
              <span className="vertical-bars__label" aria-hidden="true">
                {label}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
