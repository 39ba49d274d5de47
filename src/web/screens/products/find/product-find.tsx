import "./product-find.css";
import { type ComponentProps, memo, useCallback, useEffect, useMemo, useState } from "react";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { ProductQuery } from "#web/api/product-search/product-query.ts";
import { PicturesPaused } from "#web/records/product-picture.tsx";
import { useVisibleColumns } from "#web/kit/columns-choice.ts";
import { formatQuantity } from "#web/base/format.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { setListed } from "#web/kit/listed-records.ts";
import { createMediaQuery, useMedia } from "#web/base/use-media.ts";
import { useValue } from "#web/base/value-store.ts";
import { FacetPanel, FacetsSkeleton } from "./facet-panel.tsx";
import { FindFoot, useProductSelection } from "./find-foot.tsx";
import { ActiveFilters, FindTools, useTypedSearch } from "./find-tools.tsx";
import { listActiveFilters } from "./find-words.ts";
import { SearchedText, ShownChannel } from "./found-cells.tsx";
import { useFoundColumns } from "./found-columns.tsx";
import { createFoundProducts, type Found } from "./found-products.ts";
import { Results } from "./found-table.tsx";
import { parseQuery } from "./product-address.ts";

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
  const { revision, searchable } = useValue(copy.state);
  useEffect(() => {
    // A copy that is still opening responds as soon as it can.
    found.search(query);
  }, [found, query]);
  useEffect(() => {
    if (searchable && revision > 0) found.follow();
  }, [found, revision, searchable]);
  useEffect(() => found.close, [found]);
  return found;
};

const Count = ({ state, copied }: { state: Found; copied: CopyState }) => (
  <span aria-live="polite">
    {state.matches === undefined
      ? "Searching…"
      : `${formatQuantity(state.matches.total)} of ${formatQuantity(Math.max(copied.products, state.matches.total))} products${copied.sweep?.first ? " so far" : ""}`}
  </span>
);

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
export const ProductFind = ({ copy, onShown }: { copy: ProductCopy; onShown: () => void }) => {
  const { search } = useListSearch();
  const { text, typing, type, leave } = useTypedSearch();
  const copied = useValue(copy.state);
  const query = useProductQuery(copy, search, text);
  const found = useFound(copy, query);
  const onType = useCallback(
    (next: string) => {
      // The worker searches while the page still draws the key.
      if (next.trim() !== "") found.search(parseQuery({ ...search, q: next }));
      type(next);
    },
    [found, search, type],
  );
  const searched = useValue(found.state);
  const state = isLoading(copied, searched) ? { ...searched, matches: undefined } : searched;
  const isShown = state.matches !== undefined || state.error !== undefined;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  const columns = useVisibleColumns("products", useFoundColumns());
  const picks = useProductSelection(state.matches);
  useEffect(() => {
    if (state.matches) setListed("products", state.matches.ids);
  }, [state.matches]);
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
                onType={onType}
                onLeave={leave}
                columns={columns}
                facets={!isWide && panel}
                query={query}
                total={isWide ? undefined : state.matches?.total}
              />
              <ActiveFilters query={query} facets={facets} corrected={corrected} />
              <Results
                found={found}
                state={state}
                columns={columns.shown}
                picks={picks}
                typing={typing}
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
