import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Drawer } from "#web/ui/drawer.tsx";
import { counted } from "#web/ui/format.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { findNames } from "./product-address.ts";

interface FindFiltersProps {
  /** How many things the search is narrowed by. */
  narrowed: number;
  /** How many products fit; undefined while nobody knows. */
  total: number | undefined;
  children: ReactNode;
}

const doneWith = (total: number | undefined): string => {
  if (total === undefined) return "Show products";
  return total === 0 ? "Close: no product fits" : `Show ${counted(total, "product")}`;
};

const noFilters = Object.fromEntries(
  findNames.filter((name) => name !== "q").map((name) => [name, ""]),
);

/** The filters in windows without room for them beside the rows. */
export const FindFilters = ({ narrowed, total, children }: FindFiltersProps) => {
  const { filter } = useListSearch();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        data-kind="plain"
        data-size="small"
        aria-haspopup="dialog"
        title="Narrow the search"
        onClick={() => setOpen(true)}
      >
        <IconFilter aria-hidden="true" /> Filters{narrowed > 0 && ` (${narrowed})`}
      </button>
      {open && (
        <Drawer
          title="Filters"
          note={total === undefined ? "" : counted(total, "product")}
          done={doneWith(total)}
          actions={
            narrowed > 0 && (
              <button type="button" className="button" onClick={() => filter(noFilters)}>
                Clear filters
              </button>
            )
          }
          onClose={() => setOpen(false)}
        >
          {children}
        </Drawer>
      )}
    </>
  );
};
