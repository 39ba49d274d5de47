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
import { searchCatalog, type SearchCatalog } from "#web/api/catalog.ts";
import type {
  CatalogState,
  CorrectedWord,
  ProductFacets,
  ProductQuery,
  ProductRow,
} from "#contract/catalog.ts";
import { formatQuantity } from "#web/base/format.ts";
import { type ListSearch, useListSearch, useTypedText } from "#web/base/list-search.ts";
import { createMediaQuery, useMedia } from "#web/base/media.ts";
import { useValue } from "#web/base/value-store.ts";
import { ColumnChooser, SortButton } from "#web/kit/column-chooser.tsx";
import { useVisibleColumns, type VisibleColumns } from "#web/kit/columns-choice.ts";
import type { Column } from "#web/kit/columns.tsx";
import { FilterSheet } from "#web/kit/filters.tsx";
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
import { listFound } from "./found-neighbors.ts";
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

/** The first reading of all products is under way. */
const isFilling = (catalog: CatalogState | undefined): boolean =>
  catalog?.phase === "loading" && catalog.sweptAt === null;

/**
 * The query of the address and the search field. While a catalog loads, products are listed in the order in which they
 * arrive, unless another order is requested, and keep that order until the next request: the products on the screen
 * keep their places.
 */
const useProductQuery = (search: ListSearch, text: string, filling: boolean): ProductQuery => {
  const [filled, setFilled] = useState<readonly [ListSearch, string]>();
  const isFilled = filled?.[0] === search && filled[1] === text;
  if (filling && !isFilled) setFilled([search, text]);
  const byArrival = isFilled && search.sort === undefined && text.trim() === "";
  return useMemo(
    () => parseQuery({ ...search, q: text, ...(byArrival ? { sort: "readAt" } : {}) }),
    [search, text, byArrival],
  );
};

/** Searches a channel: again when the query changes, and when the catalog does. */
const useFound = (
  searchChannel: SearchCatalog,
  query: ProductQuery,
  catalog: CatalogState | undefined,
  isReachable: boolean,
) => {
  const [found] = useState(() => createFoundProducts(searchChannel));
  useEffect(() => found.search(query), [found, query]);
  useEffect(() => {
    if (catalog && isReachable) found.follow(catalog.epoch);
  }, [found, catalog, isReachable]);
  useEffect(() => found.close, [found]);
  return found;
};

interface CountProps {
  total: number | undefined;
  catalog: CatalogState | undefined;
  /** The order of the rows in words, unless a person chose another. */
  order: string | undefined;
}

const Count = ({ total, catalog, order }: CountProps) => (
  <span aria-live="polite">
    {total === undefined ? (
      "Searching…"
    ) : (
      <>
        <span>{`${formatQuantity(total)} of ${formatQuantity(Math.max(catalog?.products ?? 0, total))} products${catalog?.sweep?.first ? " so far" : ""}`}</span>
        {order && total > 1 && `, ${order}`}
      </>
    )}
  </span>
);

/** The order that nobody chose: by relevance for a text, otherwise by the last change. */
const describeOrder = (search: ListSearch, { text, sort }: ProductQuery): string | undefined =>
  search["sort"] !== undefined
    ? undefined
    : text.trim() !== ""
      ? "best match first"
      : sort.by === "updated_at"
        ? "latest change first"
        : undefined;

const joinSearchedText = ({ query, corrected }: Found): string =>
  [query?.text ?? "", ...(corrected ?? []).flatMap(({ used }) => used)].join(" ");

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

/** Skeletons are shown until the first products of a catalog that is loading have been found. */
const isLoading = (catalog: CatalogState | undefined, { total, query }: Found): boolean =>
  total === 0 && isFilling(catalog) && query !== undefined && isUnfiltered(query);

interface ProductFindProps {
  channelId: number;
  catalog: CatalogState | undefined;
  /** False while the gateway doesn't answer. */
  isReachable: boolean;
  onShown: () => void;
}

/** The products of a channel: search while typing, filters with counts, all matches in one table, export. */
export const ProductFind = ({ channelId, catalog, isReachable, onShown }: ProductFindProps) => {
  const { search } = useListSearch();
  const { text, typing, type, leave } = useTypedSearch();
  const filling = isFilling(catalog);
  const query = useProductQuery(search, text, filling);
  const searchChannel = useMemo(() => searchCatalog(channelId), [channelId]);
  const found = useFound(searchChannel, query, catalog, isReachable);
  const onType = useCallback(
    (next: string) => {
      // The gateway searches while the page still draws the key.
      if (next.trim() !== "") found.search(parseQuery({ ...search, q: next }));
      type(next);
    },
    [found, search, type],
  );
  const searched = useValue(found.state);
  const isWaiting = isLoading(catalog, searched);
  const state = useMemo(
    () => (isWaiting ? { ...searched, total: undefined } : searched),
    [searched, isWaiting],
  );
  const { total } = state;
  const isShown = total !== undefined || state.error !== undefined;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  const columns = useVisibleColumns("products", useFoundColumns());
  const picks = useProductSelection(searchChannel, state);
  useEffect(() => {
    if (state.query) listFound(searchChannel, state);
  }, [searchChannel, state]);
  const chosen = useMemo(() => parseQuery({ ...search, q: "" }), [search]);
  const facets = total === undefined ? undefined : state.facets;
  const isWide = useMedia(wide);
  // Space that was reserved for choices while the catalog loaded stays reserved.
  const [growing, setGrowing] = useState(filling);
  if (filling && !growing) setGrowing(true);
  const panel = facets ? (
    <Facets query={chosen} facets={facets} growing={growing} typing={typing} />
  ) : (
    <FacetsSkeleton />
  );
  return (
    <ShownChannel value={channelId}>
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
                total={isWide ? undefined : total}
              />
              <ActiveFilters query={query} facets={facets} corrected={state.corrected} />
              <Results
                found={found}
                state={state}
                columns={columns.shown}
                picks={picks}
                typing={typing}
                catalog={catalog}
              />
              <FindFoot
                search={searchChannel}
                query={query}
                columns={columns.shown}
                picks={picks}
                count={
                  <Count total={total} catalog={catalog} order={describeOrder(search, query)} />
                }
              />
            </div>
          </div>
        </SearchedText>
      </PicturesPaused>
    </ShownChannel>
  );
};
