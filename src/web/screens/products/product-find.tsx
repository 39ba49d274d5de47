import { Button, TextInput, UnstyledButton } from "@mantine/core";
import {
  type ComponentProps,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { CopyState } from "#web/api/product-copy/copy-state.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { CorrectedWord, ProductFacets, ProductQuery, ProductRow } from "#contract/catalog.ts";
import { formatQuantity } from "#web/base/format.ts";
import { type ListSearch, useListSearch, useTypedText } from "#web/base/list-search.ts";
import { createMediaQuery, useMedia } from "#web/base/media.ts";
import { useValue } from "#web/base/value-store.ts";
import { ColumnChooser, SortButton } from "#web/kit/column-chooser.tsx";
import { useVisibleColumns, type VisibleColumns } from "#web/kit/columns-choice.ts";
import type { Column } from "#web/kit/columns.tsx";
import { FilterSheet } from "#web/kit/filters.tsx";
import { setListed } from "#web/base/listed-records.ts";
import { firstRow } from "#web/kit/table-rows.ts";
import { SavedViews } from "#web/kit/views.tsx";
import { focusElement, type ListTargets, useListKeys } from "#web/kit/list-keys.tsx";
import { PicturesPaused } from "#web/records/product-picture.tsx";
import { productSearchFocus } from "#web/base/last-channel.ts";
import { FacetPanel, FacetsSkeleton } from "./facet-panel.tsx";
import { FindFoot, useProductSelection } from "./find-foot.tsx";
import { listActiveFilters } from "./find-words.ts";
import { foundColumns, SearchedText, ShownChannel, useFoundColumns } from "./found-columns.tsx";
import { createFoundProducts, type Found } from "./found-products.ts";
import { Results } from "./found-table.tsx";
import { joinList, parseQuery, withoutFilters } from "./product-address.ts";
import "./product-find.css";

/** The text of the search field: searched at once, and written to the address when typing pauses or ends. */
const useTypedSearch = () => {
  const { search, retype } = useListSearch();
  const held = search["q"] ?? "";
  const { text, type, markWritten } = useTypedText(held);
  /** Writes the text to the address at once, because a row may be opened next and the way back must show the search. */
  const leave = useCallback(() => {
    if (text === held) return;
    markWritten(text);
    retype({ q: text, exact: "" });
  }, [text, held, markWritten, retype]);
  useEffect(() => {
    if (text === held) return;
    const timer = setTimeout(leave, 400);
    return () => clearTimeout(timer);
  }, [text, held, leave]);
  return { text, typing: text !== held, type, leave };
};

interface FindToolsProps {
  text: string;
  onType: (text: string) => void;
  onLeave: () => void;
  columns: VisibleColumns<Column<ProductRow>>;
  /** The filters, for windows without space for them beside the rows. */
  facets: ReactNode;
  query: ProductQuery;
  /** The number of matching products, shown with the filters. */
  total: number | undefined;
}

const Views = memo(SavedViews);
const Columns = memo(ColumnChooser);

const toFirstRow = (): boolean => focusElement(firstRow(document.querySelector(".table__body")));

/**
 * Above the rows: the search field, filters where they have no space of their own, saved views, columns. New rows do
 * not render it again.
 */
const FindTools = memo((props: FindToolsProps) => {
  const { text, onType, onLeave, columns, facets, query, total } = props;
  const { filter } = useListSearch();
  const field = useRef<HTMLInputElement>(null);
  const [places] = useState<ListTargets>(() => ({
    rows: ".table__body",
    toFirstRow,
    toSearch: () => {
      const there = focusElement(field.current);
      // Select the text, so that the next search replaces it.
      field.current?.select();
      return there;
    },
  }));
  useListKeys(places);
  const wished = useValue(productSearchFocus);
  useEffect(() => {
    if (wished && places.toSearch()) productSearchFocus.set(false);
  }, [wished, places]);
  const narrowed = listActiveFilters(query, (key) => key).length;
  return (
    <div className="list__tools found__tools" role="search" aria-label="Search products">
      <TextInput
        ref={field}
        type="search"
        className="found__search"
        aria-label="Search products"
        aria-keyshortcuts="/"
        placeholder="Title, SKU, brand, UPC, MPN, attribute…"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
      />
      {facets && (
        <FilterSheet
          count={narrowed}
          total={total}
          noun="product"
          onClear={() => filter(withoutFilters)}
        >
          {facets}
        </FilterSheet>
      )}
      <div className="list__end">
        <Views list="products" />
        <SortButton columns={foundColumns} visible={columns} />
        <Columns columns={foundColumns} visible={columns} />
      </div>
    </div>
  );
});

interface ActiveFiltersProps {
  query: ProductQuery;
  facets: ProductFacets | undefined;
  corrected: readonly CorrectedWord[] | undefined;
}

const Corrected = ({ words }: { words: readonly CorrectedWord[] }) => {
  const { filter } = useListSearch();
  return (
    <span className="found__corrected" role="status">
      Few products match {words.map(({ typed }) => `“${typed.toLowerCase()}”`).join(" and ")}{" "}
      exactly. Also showing matches for{" "}
      {words.flatMap(({ used }) => used.map((word) => word.toLowerCase())).join(", ")}.{" "}
      <Button variant="subtle" color="gray" size="xs" onClick={() => filter({ exact: "1" })}>
        Exact match
      </Button>
    </span>
  );
};

/** The filters of the search, each with a way to remove it, and the near matches. */
const ActiveFilters = ({ query, facets, corrected }: ActiveFiltersProps) => {
  const { filter } = useListSearch();
  const categoryName = (key: string) =>
    facets?.categories.find(({ value }) => value === key)?.name ?? "Category";
  const filters = listActiveFilters(query, categoryName);
  if (filters.length === 0 && !corrected?.length && !query.exact) return null;
  return (
    <div className="found__narrowed row">
      {filters.map(({ label, name, without }) => (
        <UnstyledButton
          key={`${name} ${label}`}
          className="found__chip"
          aria-label={`Remove filter ${label}`}
          onClick={() => filter({ [name]: joinList(without) })}
        >
          <bdi>{label}</bdi> <span aria-hidden="true">×</span>
        </UnstyledButton>
      ))}
      {query.exact && (
        <UnstyledButton
          className="found__chip"
          aria-label="Remove filter Exact match"
          onClick={() => filter({ exact: "" })}
        >
          Exact match <span aria-hidden="true">×</span>
        </UnstyledButton>
      )}
      {filters.length > 1 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => filter(withoutFilters)}>
          Clear filters
        </Button>
      )}
      {corrected !== undefined && corrected.length > 0 && <Corrected words={corrected} />}
    </div>
  );
};

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
