import "./horizontal-bars.css";
import { formatQuantity } from "#web/ui/format.ts";
import type { ListSearch } from "#web/ui/list-search.ts";
import { OverviewLink } from "./overview-link.tsx";
import { formatShare } from "./overview-words.ts";

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** The filter of the list behind the bar. */
  readonly filter: ListSearch;
  /** The bar's accessible name: what it says about the channel. */
  readonly tone?: "good" | "bad" | "still";
}

/** Horizontal bars after their labels. Each links to the products that it counts; the full track is `of`. */
export const HorizontalBars = ({ bars, of }: { bars: readonly Bar[]; of: number }) => {
  return (
    <ul className="bars">
      {bars.map(({ label, count, filter, tone }) => (
        <li key={label}>
          <OverviewLink filter={filter}>
            <bdi className="bars__label" title={label}>
              {label}
            </bdi>
            <span className="bars__track" data-tone={tone} aria-hidden="true">
              {count > 0 && <span style={{ width: `${(count / Math.max(1, of)) * 100}%` }} />}
            </span>
            <span className="bars__count">
              {formatQuantity(count)} <span className="bars__share">{formatShare(count, of)}</span>
            </span>
          </OverviewLink>
        </li>
      ))}
    </ul>
  );
};
