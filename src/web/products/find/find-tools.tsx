import { IconFilter } from "@tabler/icons-react";
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { ProductQuery, ProductRow } from "#web/products/search/product-query.ts";
import { ColumnChooser } from "#web/ui/column-chooser.tsx";
import type { VisibleColumns } from "#web/ui/columns-choice.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { PopoverButton } from "#web/ui/popover-button.tsx";
import { SavedViews } from "#web/ui/saved-views.tsx";
import { singleKeysOn } from "#web/ui/single-keys.ts";
import { narrowingsOf } from "./find-words.ts";
import { foundColumns } from "./found-columns.tsx";

interface FindToolsProps {
  text: string;
  onType: (text: string) => void;
  columns: VisibleColumns<Column<ProductRow>>;
  /** The filters, for windows without room for them beside the rows. */
  facets: ReactNode;
  query: ProductQuery;
}

const Views = memo(SavedViews);
const Columns = memo(ColumnChooser);

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

const rows = () => document.querySelector<HTMLElement>(".vtable [data-row-link]");

/** `/` goes to the search, j into the rows; the search leads into the rows by an arrow down. */
const useKeys = (field: React.RefObject<HTMLInputElement | null>) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (typing(event.target) || !singleKeysOn() || document.querySelector("dialog[open]")) return;
      const inRows = event.target instanceof Element && event.target.closest(".vtable__body");
      const to = event.key === "/" ? field.current : event.key === "j" && !inRows ? rows() : null;
      if (!to) return;
      event.preventDefault();
      to.focus();
      if (to === field.current) field.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [field]);
};

/** Above the rows: what is looked for, filters where they have no room of their own, saved views, columns. */
export const FindTools = ({ text, onType, columns, facets, query }: FindToolsProps) => {
  const field = useRef<HTMLInputElement>(null);
  useKeys(field);
  const narrowed = narrowingsOf(query, (key) => key).length;
  return (
    <div className="list__tools found__tools" role="search" aria-label="Products to find">
      <input
        ref={field}
        type="search"
        className="input"
        aria-label="Find products"
        aria-keyshortcuts="/"
        placeholder="Title, SKU, brand, UPC, MPN, attribute …"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          rows()?.focus();
        }}
      />
      <span className="found__narrow">
        <PopoverButton
          title="Narrow the search"
          label={
            <>
              <IconFilter aria-hidden="true" /> Filters{narrowed > 0 && ` (${narrowed})`}
            </>
          }
        >
          {facets}
        </PopoverButton>
      </span>
      <div className="list__end">
        <Views list="products" />
        <Columns columns={foundColumns} visible={columns} />
      </div>
    </div>
  );
};
