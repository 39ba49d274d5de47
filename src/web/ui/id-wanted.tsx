import type { ReactNode } from "react";
import { ClearFilters } from "./filters.tsx";
import type { SearchName } from "./list-search.ts";
import { Notice } from "./notice.tsx";

interface IdWantedProps {
  /** What has the id: "return". */
  noun: string;
  /** The filter, and what was typed into it. */
  name: SearchName;
  typed: string;
  /** Where the id is found. */
  children?: ReactNode;
}

/** Shown instead of rows where a filter needs an id and something else was typed: the API would refuse it. */
export const IdWanted = ({ noun, name, typed, children }: IdWantedProps) => (
  <Notice title={`Enter the id of the ${noun}`} blank tone="still">
    <p>
      The API filters by the {noun} id, a whole number such as 137. It can't search for “{typed}”.{" "}
      {children}
    </p>
    <ClearFilters names={[name]} />
  </Notice>
);
