import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { type Bar, findAxisEnd, formatShare, type VerticalBar } from "./overview-bars.ts";

interface OverviewLinkProps {
  /** The filter of the list behind the link. */
  filter: ListSearch;
  label?: string;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A link from a chart to the products that it counts, of the same channel. */
const OverviewLink = ({ filter, label, children, ...rest }: OverviewLinkProps) => (
  <Link
    to="/products"
    search={({ channel }) => ({ channel, ...filter })}
    aria-label={label}
    {...rest}
  >
    {children}
  </Link>
);

export interface Figure {
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly filter: ListSearch;
}

/** The key figures of a channel, each with a link to its list. */
export const OverviewFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className="figures sheet">
    {figures.map(({ label, count, note, filter }) => (
      <li key={label}>
        <OverviewLink filter={filter}>
          <span className="figures__label">{label}</span>
          <strong>{formatQuantity(count)}</strong>
          <span className="faint small">{note}</span>
        </OverviewLink>
      </li>
    ))}
  </ul>
);

/** Horizontal bars after their labels. Each links to the products that it counts; the full track is `of`. */
export const HorizontalBars = ({ bars, of }: { bars: readonly Bar[]; of: number }) => {
  return (
    <ul className="bars">
      {bars.map(({ label, count, filter, tone }) => (
        <li key={label}>
          <OverviewLink filter={filter}>
            <bdi className="bars__label truncate" title={label}>
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
