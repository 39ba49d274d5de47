import type { ReactNode } from "react";
import { ClearFilters } from "#web/kit/filters.tsx";
import type { SearchName } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";

interface IdRequiredProps {
  /** The kind of record with the id: "return". */
  noun: string;
  /** The filter and its typed value. */
  name: SearchName;
  typed: string;
  /** What filters the rows. */
  filteredBy?: string;
  /** An explanation of where to find the id. */
  children?: ReactNode;
}

/** Shown instead of rows if a filter needs an id and has another value: the API would reject it. */
export const IdRequired = ({
  noun,
  name,
  typed,
  filteredBy = "The API",
  children,
}: IdRequiredProps) => (
  <Notice title={`Enter the ID of the ${noun}`} blank tone="still">
    <p>
      {filteredBy} filters by the {noun} ID, a whole number such as 137. It can't search for “
      {typed}”. {children}
    </p>
    <ClearFilters names={[name]} />
  </Notice>
);
