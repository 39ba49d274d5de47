import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ClearFilters } from "./filters.tsx";
import { readPaging, type SearchName, useListSearch } from "./list-search.ts";
import { Notice } from "./notice.tsx";

interface NoMatchesProps {
  /** The name of the record kind. */
  noun: string;
  /** Its plural, if that doesn't end in s. */
  many?: string;
  /** The noun for the tabs above the list: "status". Omitted without tabs. */
  views?: string;
  /** All names that filter the list, including that of the tabs. */
  names: readonly SearchName[];
}

/** Shown instead of rows: the list ends before this page, no record matches the filters, or there is none at all. */
export const NoMatches = ({ noun, many = `${noun}s`, views, names }: NoMatchesProps) => {
  const { search, turn } = useListSearch();
  if (readPaging(search).pageNumber > 1)
    return (
      <Notice title={`No ${many} on this page`} blank tone="still">
        <p>The list ends before it.</p>
        <Button onClick={() => turn({ page: "" })}>Go to page 1</Button>
      </Notice>
    );
  if (!names.some((name) => search[name]))
    return (
      <Notice title={`No ${many} yet`} blank tone="still">
        <p>
          New {many} appear here. If you expected some,{" "}
          <Link to="/connection">check the connection</Link>.
        </p>
      </Notice>
    );
  return (
    <Notice title={`No matching ${many}`} blank tone="still">
      <p>{views ? `Remove a filter, or select another ${views} above.` : "Remove a filter."}</p>
      <ClearFilters names={names} />
    </Notice>
  );
};
