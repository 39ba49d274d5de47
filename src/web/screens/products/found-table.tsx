import { memo, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { type CatalogState, everyProduct, type ProductRow } from "#contract/catalog.ts";
import { inSentence } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { useSetting } from "#web/base/settings.ts";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import type { TableHandle } from "#web/kit/table-frame.tsx";
import { Table } from "#web/kit/table.tsx";
import { findRowPlace } from "#web/kit/table-rows.ts";
import { formatForClipboard, type ProductSelection } from "./find-foot.tsx";
import { rowName } from "./find-words.ts";
import type { foundColumns } from "./found-columns.tsx";
import type { Found, FoundProducts } from "./found-products.ts";
import { NoProducts, NothingFound } from "./nothing-found.tsx";
import "#web/kit/data-table.css";

/**
 * The height of a row and of a phone's card by density, in px. All rows have the same height (--row-fixed), so that
 * scrolling far does not measure the rows in between.
 */
export const rowHeights = {
  comfortable: { row: 40, card: 124 },
  compact: { row: 30, card: 124 },
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
const useFocusedProduct = (found: Found, table: RefObject<TableHandle | null>): void => {
  const before = useRef(found);
  useLayoutEffect(() => {
    const { query, epoch, rowAt } = before.current;
    before.current = found;
    if (query === found.query && epoch === found.epoch) return;
    const index = focusedRow();
    const id = index === undefined ? undefined : rowAt(index)?.id;
    if (id === undefined || found.rowAt(index!)?.id === id) return;
    for (const [now, row] of found.rows) if (row.id === id) table.current?.goTo({ index: now });
  }, [found, table]);
};

interface TableProps {
  found: FoundProducts;
  state: Found;
  columns: readonly (typeof foundColumns)[number][];
  picks: ProductSelection;
  typing: boolean;
}

/** Skeleton rows until the first answer, so that the table causes no layout shift. */
const skeletonRows = 20;

const FoundTable = memo((props: TableProps) => {
  const { found, state, columns, picks, typing } = props;
  const { total, query, rowAt } = state;
  const { search, turn } = useListSearch();
  const table = useRef<TableHandle>(null);
  const heights = rowHeights[useSetting("density")];
  useFocusedProduct(state, table);
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
      count={total ?? skeletonRows}
      drawAll={0}
      waits={total === undefined}
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

interface ResultsProps extends TableProps {
  catalog: CatalogState | undefined;
}

/** The rows of a search, or the reason why there are none. */
export const Results = ({ catalog, ...table }: ResultsProps) => {
  const { total, query, error } = table.state;
  const partly = catalog?.sweep?.first ?? false;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onRetry={table.found.repeat} blank />}
      {total === 0 &&
        catalog !== undefined &&
        (catalog.products > 0 || partly ? (
          <NothingFound query={query ?? everyProduct} partly={partly} />
        ) : (
          catalog.sweptAt !== null && <NoProducts />
        ))}
      {total !== 0 && <FoundTable {...table} />}
    </>
  );
};
