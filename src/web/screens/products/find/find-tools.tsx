import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type {
  CorrectedWord,
  ProductFacets,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import { ColumnChooser } from "#web/kit/column-chooser.tsx";
import type { VisibleColumns } from "#web/kit/columns-choice.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { FilterSheet } from "#web/kit/filter-sheet.tsx";
import { useListSearch, useTypedText } from "#web/base/list-search.ts";
import { SavedViews } from "#web/kit/saved-views.tsx";
import { firstRow } from "#web/kit/opened-row.ts";
import { productSearchFocus } from "#web/base/last-channel.ts";
import { SortButton } from "#web/kit/sort-button.tsx";
import { type ListTargets, focusElement, useListKeys } from "#web/kit/use-list-keys.ts";
import { useValue } from "#web/base/value-store.ts";
import { listActiveFilters } from "./find-words.ts";
import { foundColumns } from "./found-columns.tsx";
import { joinList, withoutFilters } from "./product-address.ts";

/** The text of the search field: searched at once, and written to the address when typing pauses or ends. */
export const useTypedSearch = () => {
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
export const FindTools = memo((props: FindToolsProps) => {
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
export const ActiveFilters = ({ query, facets, corrected }: ActiveFiltersProps) => {
  const { filter } = useListSearch();
  const categoryName = (key: string) =>
    facets?.categories.find(({ value }) => value === key)?.name ?? "Category";
  const filters = listActiveFilters(query, categoryName);
  if (filters.length === 0 && !corrected?.length && !query.exact) return null;
  return (
    <div className="found__narrowed">
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
