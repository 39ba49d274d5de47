import type { ReactNode } from "react";
import { FilterSheet, useInSheet } from "./filter-sheet.tsx";
import { ClearFilters } from "./filters.tsx";
import { formatCount } from "#web/base/format.ts";
import { type SearchName, useListSearch } from "#web/base/list-search.ts";
import { PopoverButton } from "./popover-button.tsx";
import { phone, useMedia } from "#web/base/media.ts";

export interface ListFilters {
  /** The names of the fields; the number of set ones is shown. */
  names: readonly SearchName[];
  /** Names that are cleared with them: those of the search field and the tabs. */
  also?: readonly SearchName[];
  fields: ReactNode;
}

/** Shows the filters of a list: in the bar above its rows, or in a sheet on a phone. */
export const ListFilterFields = ({
  names,
  also = [],
  fields,
  total,
}: ListFilters & { total: number | undefined }) => {
  const { search, filter } = useListSearch();
  if (useMedia(phone))
    return (
      <FilterSheet
        count={names.filter((name) => search[name]).length}
        total={total}
        onClear={() => filter(Object.fromEntries(names.map((name) => [name, ""])))}
      >
        <div className="filter-sheet">{fields}</div>
      </FilterSheet>
    );
  return (
    <>
      {fields}
      <ClearFilters names={[...names, ...also]} />
    </>
  );
};

/** Less used filters: behind a button that shows the number of set ones; in the sheet among the others. */
export const MoreFilters = ({
  names,
  children,
}: {
  names: readonly SearchName[];
  children: ReactNode;
}) => {
  const { search } = useListSearch();
  const set = names.filter((name) => search[name]).length;
  if (useInSheet()) return children;
  return (
    <PopoverButton
      field
      title="More filters"
      label={set === 0 ? "More filters" : formatCount(set, "more filter")}
    >
      <div className="filter-more">{children}</div>
    </PopoverButton>
  );
};
