import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { catalogOverview } from "#web/api/catalog.ts";
import type { CatalogState, ChannelOverview as Overview } from "#contract/catalog.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { useSetting } from "#web/base/settings.ts";
import { findPastDay } from "#web/base/days.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { NoProducts } from "./nothing-found.tsx";
import {
  type Bar,
  brandBars,
  categoryBars,
  findAxisEnd,
  formatShare,
  missingBars,
  priceBars,
  stockBars,
  timeBars,
  unitBars,
  type VerticalBar,
} from "./overview-bars.ts";
import "./channel-overview.css";

interface OverviewLinkProps {
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

interface Figure {
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly filter: ListSearch;
}

/** The key figures of a channel, each with a link to its list. */
const OverviewFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className="figures sheet">
    {figures.map(({ label, count, note, filter }) => (
      <li key={label}>
        <OverviewLink filter={filter}>
          <span className="figures__label small">{label}</span>
          <strong>{formatQuantity(count)}</strong>
          <span className="faint small">{note}</span>
        </OverviewLink>
      </li>
    ))}
  </ul>
);

/** Horizontal bars after their labels. Each links to the products that it counts; the full track is `of`. */
const HorizontalBars = ({ bars, of }: { bars: readonly Bar[]; of: number }) => {
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
              {formatQuantity(count)} <span className="faint">{formatShare(count, of)}</span>
            </span>
          </OverviewLink>
        </li>
      ))}
    </ul>
  );
};

const maxLabels = 6;

/** Vertical bars over an axis: a distribution or a course of time. Each bar that is not empty links to its list. */
const VerticalBars = ({ bars }: { bars: readonly VerticalBar[] }) => {
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

/** Whether a summary was made before the catalog had its first products. */
const isEmptySummary = ({ total, gone }: Overview): boolean => total + gone === 0;

const listFigures = ({ total, facets, gone, updatedByDay }: Overview): Figure[] => {
  const stock = (state: "in" | "out") =>
    facets.stock.find(({ value }) => value === state)?.count ?? 0;
  const since = findPastDay(7);
  const changed = updatedByDay.reduce((sum, one) => sum + (one.day >= since ? one.count : 0), 0);
  const of = (count: number) => `${formatShare(count, total)} of all`;
  return [
    { label: "Products", count: total, note: formatCount(facets.brandTotal, "brand"), filter: {} },
    { label: "In stock", count: stock("in"), note: of(stock("in")), filter: { stock: "in" } },
    {
      label: "Out of stock",
      count: stock("out"),
      note: of(stock("out")),
      filter: { stock: "out" },
    },
    {
      label: "Below MAP",
      count: facets.belowMap,
      note: of(facets.belowMap),
      filter: { map: "below" },
    },
    { label: "Updated in last 7 days", count: changed, note: of(changed), filter: { since } },
    {
      label: "Removed",
      count: gone,
      note: gone === 0 ? "None removed" : "No longer in the channel",
      filter: { gone: "only" },
    },
  ];
};

const Picture = ({ title, note, empty, children }: PictureProps) => (
  <Sheet title={title} note={note}>
    {empty ? <p className="faint">No data.</p> : children}
  </Sheet>
);

interface PictureProps {
  title: string;
  note: string;
  empty: boolean;
  children: ReactNode;
}

const renderVertical = (title: string, note: string, bars: VerticalBar[]) => (
  <Picture title={title} note={note} empty={bars.length === 0}>
    <VerticalBars bars={bars} />
  </Picture>
);

const renderHorizontal = (title: string, note: string, bars: Bar[], of: number) => (
  <Picture title={title} note={note} empty={bars.length === 0}>
    <HorizontalBars bars={bars} of={of} />
  </Picture>
);

const Pictures = ({ overview }: { overview: Overview }) => {
  const { total, facets } = overview;
  const tops = facets.categories.filter(({ level }) => level === 1).length;
  return (
    <>
      <OverviewFigures figures={listFigures(overview)} />
      <div className="channel-overview">
        {renderVertical("Last updated", "Products by date of last update", timeBars(overview))}
        {renderVertical("Prices", "Products by lowest price (start of range)", priceBars(overview))}
        <Picture
          title="Stock"
          note="Products by units in stock (start of range)"
          empty={total === 0}
        >
          {overview.units.length > 0 && <VerticalBars bars={unitBars(overview)} />}
          <HorizontalBars bars={stockBars(overview)} of={total} />
        </Picture>
        {renderHorizontal(
          "Needs attention",
          "A product can be in several groups",
          missingBars(overview),
          total,
        )}
        {renderHorizontal(
          "Largest brands",
          formatCount(facets.brandTotal, "brand"),
          brandBars(overview),
          total,
        )}
        {renderHorizontal(
          "Largest categories",
          formatCount(tops, "category", "categories"),
          categoryBars(overview),
          total,
        )}
      </div>
    </>
  );
};

/**
 * Whether a catalog has its first products in a moment, or has them and its summary doesn't. Such a summary would show 0
 * products.
 */
const isFilling = (
  { products, sweep, phase, opening }: CatalogState,
  summary: Overview | undefined,
): boolean =>
  products === 0
    ? sweep !== null || phase === "loading" || opening !== null
    : summary !== undefined && isEmptySummary(summary);

interface ChannelOverviewProps {
  channelId: number;
  catalog: CatalogState | undefined;
}

/** A summary of a channel: stock, prices, missing data, dates of changes. Each bar links to its list. */
export const ChannelOverview = ({ channelId, catalog }: ChannelOverviewProps) => {
  const timeZone = useSetting("timeZone");
  const query = useQuery({
    ...catalogOverview(channelId, timeZone, catalog?.epoch),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const filling = !catalog || isFilling(catalog, data);
  if (data && catalog?.products === 0 && catalog.sweptAt !== null && !filling)
    return (
      <div className="sheet">
        <NoProducts />
      </div>
    );
  return data && !filling ? (
    <Pictures overview={data} />
  ) : (
    <Sheet title="Stock">
      <Skeleton width={40} />
    </Sheet>
  );
};
