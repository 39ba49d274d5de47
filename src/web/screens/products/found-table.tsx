import { memo, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { ProductMatches } from "#catalog/product-index.ts";
import { everyProduct, type ProductRow } from "#contract/catalog.ts";
import { inSentence } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { useSetting } from "#web/base/settings.ts";
import { useValue } from "#web/base/value-store.ts";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import type { TableHandle } from "#web/kit/table-frame.tsx";
import { Table } from "#web/kit/table.tsx";
import { findRowPlace } from "#web/kit/table-rows.ts";
import { formatForClipboard, type ProductSelection } from "./find-foot.tsx";
import { rowName } from "./find-words.ts";
import type { foundColumns } from "./found-columns.tsx";
import type { Found, FoundProducts } from "./found-products.ts";
import { NoLocalCopy, NoProducts, NothingFound } from "./nothing-found.tsx";
import "#web/kit/data-table.css";

/**
 * The height of a row and of a phone's card by density, in px. All rows have the same height (--row-fixed), so that
 * scrolling far does not measure the rows in between.
 */
export const rowHeights = {
  comfortable: { row: 40, card: 116 },
  compact: { row: 30, card: 116 },
} as const;

/** The index of the row whose link has the focus. */
const focusedRow = (): number | undefined => {
  const link = document.activeElement?.closest("[data-row-link]");
  return link ? findRowPlace(link)?.index : undefined;
};

/**
 * Moves the focus along with its product when products before it are added, removed or sorted differently: rows share
 * elements, so Enter would open the product that is now at the same place.
 */
const useFocusedProduct = (
  matches: ProductMatches | undefined,
  table: RefObject<TableHandle | null>,
): void => {
  const before = useRef(matches);
  useLayoutEffect(() => {
    const index = before.current === matches ? undefined : focusedRow();
    const id = index === undefined ? undefined : before.current?.ids[index];
    before.current = matches;
    const now = id === undefined ? -1 : (matches?.ids.indexOf(id) ?? -1);
    if (now >= 0 && now !== index) table.current?.goTo({ index: now });
  }, [matches, table]);
};

interface TableProps extends Pick<Found, "matches" | "query" | "rowAt"> {
  found: FoundProducts;
  columns: readonly (typeof foundColumns)[number][];
  picks: ProductSelection;
  typing: boolean;
}

/** Skeleton rows while the copy opens, so that the table causes no layout shift. */
const skeletonRows = 20;

const FoundTable = memo((props: TableProps) => {
  const { found, matches, query, rowAt, columns, picks, typing } = props;
  const { search, turn } = useListSearch();
  const table = useRef<TableHandle>(null);
  const heights = rowHeights[useSetting("density")];
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
      waits={matches === undefined}
      windowOnly={typing}
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

interface ResultsProps extends Pick<TableProps, "found" | "columns" | "picks" | "typing"> {
  copy: ProductCopy;
  state: Found;
}

/** The rows of a search, or the reason why there are none. */
export const Results = ({
  copy,
  state: { matches, query, rowAt, error },
  ...table
}: ResultsProps) => {
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
