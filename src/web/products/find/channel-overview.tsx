import "./channel-overview.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ChannelOverview as Overview, ProductCopy } from "#web/products/copy/product-copy.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { counted, money, quantity } from "#web/ui/format.ts";
import { type ListSearch, listSearch } from "#web/ui/list-search.ts";
import { Sheet, Skeleton } from "#web/ui/screen.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { missingInWords, stockNames } from "./find-words.ts";
import { listText, priceText } from "./product-address.ts";
import { weeksOf } from "./weeks.ts";

interface Bar {
  readonly label: string;
  readonly count: number;
  /** What the list behind it is narrowed by. */
  readonly filter: ListSearch;
}

/** Bars that lie: each is a link to the products that it counts. */
const Bars = ({ bars, of }: { bars: readonly Bar[]; of: number }) => {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="bars">
      {bars.map(({ label, count, filter }) => (
        <li key={label}>
          <Link
            to="/products"
            search={
              ((old: ListSearch) => listSearch({ channel: old["channel"], ...filter })) as never
            }
          >
            <bdi className="bars__label">{label}</bdi>
            <span className="bars__track" aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="bars__count">
              {quantity(count)}
              <span className="bars__share">
                {of > 0 && `${((count / of) * 100).toFixed(count === of ? 0 : 1)} %`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const stockBars = ({ facets }: Overview): Bar[] =>
  facets.stock.map(({ value, count }) => ({
    label: stockNames[value],
    count,
    filter: { stock: value },
  }));

const priceBars = ({ facets }: Overview): Bar[] =>
  facets.prices.map(({ from, to, count }) => ({
    label: to === null ? `${money(from)} and more` : `${money(from)} to ${money(to)}`,
    count,
    filter: { price: priceText({ from, to }) },
  }));

const missingBars = ({ facets }: Overview): Bar[] => [
  ...facets.missing.map(({ value, count }) => ({
    label: missingInWords(value),
    count,
    filter: { missing: value },
  })),
  { label: "Below MAP", count: facets.belowMap, filter: { map: "below" } },
];

const brandBars = ({ facets }: Overview): Bar[] =>
  facets.brands.slice(0, 10).map(({ value, count }) => ({
    label: value,
    count,
    filter: { brand: listText([value]) },
  }));

const weekBars = ({ updatedByDay }: Overview): Bar[] =>
  weeksOf(updatedByDay).map(({ label, since, count }) => ({ label, count, filter: { since } }));

const Pictures = ({ overview }: { overview: Overview }) => {
  const { total, facets } = overview;
  const sheets = [
    ["Stock", stockBars(overview), counted(total, "product")],
    ["Needs attention", missingBars(overview), "one product can be in several"],
    ["Prices", priceBars(overview), "by what a buyer is asked"],
    ["Last changed", weekBars(overview), "each bar opens what changed since then"],
    ["Largest brands", brandBars(overview), counted(facets.brandTotal, "brand")],
  ] as const;
  return (
    <div className="channel-overview">
      {sheets.map(([title, bars, note]) => (
        <Sheet key={title} title={title} note={note}>
          {bars.length === 0 ? (
            <p className="faint">Nothing to show.</p>
          ) : (
            <Bars bars={bars} of={total} />
          )}
        </Sheet>
      ))}
    </div>
  );
};

/** A channel at a glance: stock, prices, what is missing, when products changed. Each bar opens its list. */
export const ChannelOverview = ({ copy }: { copy: ProductCopy }) => {
  const { revision, searchable } = useValue(copy.state);
  const query = useQuery({
    queryKey: ["products", "overview", copy.channelId, revision] as const,
    queryFn: () => copy.overview(),
    enabled: searchable,
    placeholderData: (before: Overview | undefined) => before,
  });
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return query.data ? (
    <Pictures overview={query.data} />
  ) : (
    <Sheet title="Stock">
      <Skeleton width={40} />
    </Sheet>
  );
};
