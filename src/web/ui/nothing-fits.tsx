import { ClearFilters } from "./filters.tsx";
import type { SearchName } from "./list-search.ts";
import { Notice } from "./notice.tsx";

interface NothingFitsProps {
  /** What one record is called. */
  noun: string;
  /** What the tabs above are. */
  views?: string;
  /** Every name that narrows the list, with that of the tabs. */
  names: readonly SearchName[];
}

/** In place of the rows, where the filters leave none. */
export const NothingFits = ({ noun, views = "status", names }: NothingFitsProps) => (
  <Notice title={`No ${noun} fits`} blank tone="still">
    <p>Take a filter away, or look at another {views} above.</p>
    <ClearFilters names={names} />
  </Notice>
);
