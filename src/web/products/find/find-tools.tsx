import { TextInput } from "@mantine/core";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import type { ProductQuery, ProductRow } from "#web/api/product-search/product-query.ts";
import { ColumnChooser } from "#web/ui/column-chooser.tsx";
import type { VisibleColumns } from "#web/ui/columns-choice.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { FilterSheet } from "#web/ui/filter-sheet.tsx";
import { useListSearch } from "#web/ui/list-search.ts";
import { SavedViews } from "#web/ui/saved-views.tsx";
import { firstRow } from "#web/ui/opened-row.ts";
import { productSearchFocus } from "#web/ui/product-search-focus.ts";
import { type ListTargets, focusElement, useListKeys } from "#web/ui/use-list-keys.ts";
import { useValue } from "#web/ui/value-store.ts";
import { listActiveFilters } from "./find-words.ts";
import { foundColumns } from "./found-columns.tsx";
import { withoutFilters } from "./product-address.ts";

interface FindToolsProps {
  text: string;
  onType: (text: string) => void;
  onLeave: () => void;
  columns: VisibleColumns<Column<ProductRow>>;
  /** The filters, for windows without space for them beside the rows. */
  facets: ReactNode;
  query: ProductQuery;
  /** The number of matching products. */
  total: number | undefined;
}

const Views = memo(SavedViews);
const Columns = memo(ColumnChooser);

const toFirstRow = (): boolean => focusElement(firstRow(document.querySelector(".table__body")));

/** Above the rows: the search field, filters where they have no space of their own, saved views, columns. */
export const FindTools = ({
  text,
  onType,
  onLeave,
  columns,
  facets,
  query,
  total,
}: FindToolsProps) => {
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
        placeholder="Title, SKU, brand, UPC, MPN, attribute …"
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
        <Columns columns={foundColumns} visible={columns} />
      </div>
    </div>
  );
};
