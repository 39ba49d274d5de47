import "./channel-overview.css";
import type { ReactNode } from "react";
import type { ChannelOverview as Overview } from "#web/api/product-copy/copy-messages.ts";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { findPastDay } from "#web/base/start-of-day.ts";
import { useValue } from "#web/base/value-store.ts";
import { isCopyDeleted } from "./copy-words.ts";
import { NoLocalCopy, NoProducts } from "./nothing-found.tsx";
import {
  type Bar,
  brandBars,
  categoryBars,
  formatShare,
  missingBars,
  priceBars,
  stockBars,
  timeBars,
  unitBars,
  type VerticalBar,
} from "./overview-bars.ts";
import { type Figure, HorizontalBars, OverviewFigures, VerticalBars } from "./overview-charts.tsx";
import { isEmptySummary, useOverview } from "./use-overview.ts";

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
 * Whether a copy has its first products in a moment, or has them and its summary doesn't. Such a summary would show 0
 * products.
 */
const isFilling = ({ products, sweep, phase }: CopyState, summary: Overview | undefined): boolean =>
  products === 0
    ? sweep !== undefined || phase === "opening"
    : summary !== undefined && isEmptySummary(summary);

/** A summary of a channel: stock, prices, missing data, dates of changes. Each bar links to its list. */
export const ChannelOverview = ({ copy }: { copy: ProductCopy }) => {
  const state = useValue(copy.state);
  const query = useOverview(copy);
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (isCopyDeleted(state))
    return (
      <div className="sheet">
        <NoLocalCopy onResume={copy.resume} />
      </div>
    );
  const filling = isFilling(state, query.data);
  if (query.data && state.products === 0 && !filling)
    return (
      <div className="sheet">
        <NoProducts />
      </div>
    );
  return query.data && !filling ? (
    <Pictures overview={query.data} />
  ) : (
    <Sheet title="Stock">
      <Skeleton width={40} />
    </Sheet>
  );
};
