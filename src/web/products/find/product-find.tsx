import "#web/ui/data-table.css";
import "./product-find.css";
import {
  type ComponentProps,
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import {
  everyProduct,
  type ProductQuery,
  type ProductRow,
} from "#web/api/product-search/product-query.ts";
import { PicturesPaused } from "#web/ui/product-picture.tsx";
import { inSentence } from "#web/ui/capital.ts";
import { useVisibleColumns } from "#web/ui/columns-choice.ts";
import { copyToClipboard } from "#web/ui/copy-to-clipboard.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { formatQuantity } from "#web/ui/format.ts";
import { type ListSearch, useListSearch } from "#web/ui/list-search.ts";
import { Table, type TableHandle } from "#web/ui/table.tsx";
import { createMediaQuery, useMedia } from "#web/ui/use-media.ts";
import { useValue } from "#web/ui/value-store.ts";
import { isCopyDeleted } from "./copy-words.ts";
import { formatForClipboard } from "./export-found.ts";
import { FacetPanel } from "./facet-panel.tsx";
import { FacetsSkeleton } from "./facets-skeleton.tsx";
import { FindFoot } from "./find-foot.tsx";
import { FindTools } from "./find-tools.tsx";
import { listActiveFilters, rowName } from "./find-words.ts";
import type { foundColumns } from "./found-columns.tsx";
import { ShownChannel } from "./found-name.tsx";
import { createFoundProducts, type Found, type FoundProducts } from "./found-products.ts";
import { SearchedText } from "./highlighted.tsx";
import { ActiveFilters } from "./active-filters.tsx";
import { NoLocalCopy, NoProducts, NothingFound } from "./nothing-found.tsx";
import { parseQuery } from "./product-address.ts";
import { useFocusedProduct } from "./use-focused-product.ts";
import { useFoundColumns } from "./use-found-columns.ts";
import { useProductSelection } from "./use-product-selection.ts";
import { useTypedSearch } from "./use-typed-search.ts";

/** The interval at which a search is repeated while the copy changes. */
const repeatMs = 1_000;

const isFilling = ({ sweep }: CopyState): boolean => sweep?.first ?? false;

/** True from the first time on that a copy loads, even once it is loaded. */
const watchFilling = ({ get, subscribe }: ProductCopy["state"]) => {
  let filled = false;
  return { get: () => (filled ||= isFilling(get())), subscribe };
};

/**
 * The query of the address and the search field. While a copy loads, products are listed in the order in which they
 * arrive, unless another order is requested, and keep that order until the next request: the products on the screen
 * keep their places.
 */
const useProductQuery = (copy: ProductCopy, search: ListSearch, text: string): ProductQuery => {
  const request = useMemo(
    () => ({ search, text, filled: watchFilling(copy.state) }),
    [copy, search, text],
  );
  const byArrival = useValue(request.filled) && search.sort === undefined && text.trim() === "";
  return useMemo(
    () => parseQuery({ ...search, q: text, ...(byArrival ? { sort: "readAt" } : {}) }),
    [search, text, byArrival],
  );
};

/** Searches a copy: again when the query changes, and when the copy does. */
const useFound = (copy: ProductCopy, query: ProductQuery) => {
  const [found] = useState(() => createFoundProducts(copy));
  const copied = useValue(copy.state);
  const { revision, searchable } = copied;
  const forgotten = isCopyDeleted(copied);
  useEffect(() => {
    // A copy that is still opening responds as soon as it can.
    found.search(query);
  }, [found, query]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!searchable || revision === 0) return;
    // Continuous changes of the copy must not delay the next search. The products of a deleted copy disappear at
    // once.
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        found.repeat();
      },
      forgotten ? 0 : repeatMs,
    );
  }, [found, revision, searchable, forgotten]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return found;
};

interface TableProps extends Pick<Found, "matches" | "query" | "rowAt"> {
  found: FoundProducts;
  columns: readonly (typeof foundColumns)[number][];
  picks: ReturnType<typeof useProductSelection>;
}

/** Skeleton rows while the copy opens, so that the table causes no layout shift. */
const skeletonRows = 20;

/** All rows have the same height, so that scrolling far does not measure the rows in between. */
const heights = { row: 40, card: 116 } as const;

const FoundTable = memo(({ found, matches, query, rowAt, columns, picks }: TableProps) => {
  const { search, turn } = useListSearch();
  const table = useRef<TableHandle>(null);
  useFocusedProduct(matches, table);
  const onSort = useCallback(
    (id: string) => {
      const next = search.sort === id ? `-${id}` : search.sort === `-${id}` ? "" : id;
      turn({ sort: next });
    },
    [search.sort, turn],
  );
  const onCopy = useCallback(
    (index: number) => {
      const row = rowAt(index);
      if (row) copyToClipboard(formatForClipboard(columns, [row]), `Row of ${rowName(row)} copied`);
    },
    [rowAt, columns],
  );
  return (
    <Table<ProductRow>
      label="Products"
      columns={columns}
      count={matches?.total ?? skeletonRows}
      drawAll={0}
      heights={heights}
      rowAt={rowAt}
      nameOf={rowName}
      onRange={found.showRange}
      sort={{
        by: query && { id: query.sort.by, desc: query.sort.direction === "desc" },
        toggle: onSort,
        title: (header) => `Sort by ${inSentence(header)}`,
      }}
      picks={picks}
      onCopy={onCopy}
      of={JSON.stringify(query ?? "")}
      handle={table}
    />
  );
});

const Count = ({ state, copied }: { state: Found; copied: CopyState }) => (
  <span aria-live="polite">
    {state.matches === undefined
      ? "Searching…"
      : `${formatQuantity(state.matches.total)} of ${formatQuantity(Math.max(copied.products, state.matches.total))} products${copied.sweep?.first ? " so far" : ""}`}
  </span>
);

interface ResultsProps extends Pick<TableProps, "found" | "columns" | "picks"> {
  copy: ProductCopy;
  state: Found;
}

const Results = ({ copy, state: { matches, query, rowAt, error }, ...table }: ResultsProps) => {
  const { products, sweep, searchable, phase } = useValue(copy.state);
  const partly = sweep?.first ?? false;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onRetry={table.found.repeat} blank />}
      {matches?.total === 0 &&
        searchable &&
        (products > 0 || partly ? (
          <NothingFound query={query ?? everyProduct} partly={partly} />
        ) : phase === "paused" ? (
          <NoLocalCopy onResume={copy.resume} />
        ) : (
          <NoProducts />
        ))}
      {matches?.total !== 0 && (
        <FoundTable {...table} matches={matches} query={query} rowAt={rowAt} />
      )}
    </>
  );
};

const joinSearchedText = ({ query, matches }: Found): string =>
  [query?.text ?? "", ...(matches?.corrected ?? []).flatMap(({ used }) => used)].join(" ");

/** The facets, which follow the search once typing pauses: its counts would only flicker until then. */
const Facets = memo(
  ({ typing: _, ...panel }: ComponentProps<typeof FacetPanel> & { typing: boolean }) => (
    <FacetPanel {...panel} />
  ),
  (_before, { typing }) => typing,
);
const wide = createMediaQuery("(min-width: 72rem)");

const isUnfiltered = (query: ProductQuery): boolean =>
  query.text.trim() === "" && listActiveFilters(query, (key) => key).length === 0;

/**
 * Skeletons are shown until the first page of a copy that is loading has arrived, and until a search for all products
 * has found the first ones: it follows the copy a little later.
 */
const isLoading = ({ phase, products, sweep }: CopyState, { matches, query }: Found): boolean =>
  products === 0
    ? phase === "opening" || (phase === "sweeping" && sweep?.first === true)
    : matches?.total === 0 && query !== undefined && isUnfiltered(query);

/** The products of a channel: search while typing, filters with counts, all matches in one table, export. */
export const ProductFind = ({ copy }: { copy: ProductCopy }) => {
  const { search } = useListSearch();
  const { text, typing, type, leave } = useTypedSearch();
  const copied = useValue(copy.state);
  const query = useProductQuery(copy, search, text);
  const found = useFound(copy, query);
  const searched = useValue(found.state);
  const state = isLoading(copied, searched) ? { ...searched, matches: undefined } : searched;
  const columns = useVisibleColumns("products", useFoundColumns());
  const picks = useProductSelection(state.matches);
  const chosen = useMemo(() => parseQuery({ ...search, q: "" }), [search]);
  const { corrected } = state.matches ?? {};
  const facets = state.matches && state.facets;
  const isWide = useMedia(wide);
  // Space that was reserved for choices while the copy loaded stays reserved.
  const [filled] = useState(() => watchFilling(copy.state));
  const growing = useValue(filled);
  const panel = facets ? (
    <Facets query={chosen} facets={facets} growing={growing} typing={typing} />
  ) : (
    <FacetsSkeleton />
  );
  return (
    <ShownChannel value={copy.channelId}>
      <PicturesPaused value={typing}>
        <SearchedText value={joinSearchedText(state)}>
          <div className="found" aria-busy={state.busy} data-of={state.query?.text}>
            <aside className="found__facets sheet">{isWide && panel}</aside>
            <div className="sheet list found__list">
              <FindTools
                text={text}
                onType={type}
                onLeave={leave}
                columns={columns}
                facets={!isWide && panel}
                query={query}
                total={state.matches?.total}
              />
              <ActiveFilters query={query} facets={facets} corrected={corrected} />
              <Results
                found={found}
                state={state}
                columns={columns.shown}
                picks={picks}
                copy={copy}
              />
              <FindFoot
                copy={copy}
                query={query}
                columns={columns.shown}
                picks={picks}
                count={<Count state={state} copied={copied} />}
              />
            </div>
          </div>
        </SearchedText>
      </PicturesPaused>
    </ShownChannel>
  );
};
