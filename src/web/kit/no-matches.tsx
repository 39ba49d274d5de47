import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ClearFilters } from "./filters.tsx";
import { readPaging, type SearchName, useListSearch } from "#web/base/list-search.ts";
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

/** Shown instead of the rows of a list that has none: no record matches the filters, or there is none at all. */
export const NoMatches = ({ noun, many = `${noun}s`, views, names }: NoMatchesProps) => {
  const { search } = useListSearch();
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

/** Focuses the foot's button that goes the same way: the one that was pressed is gone while the page loads. */
const focusFoot = (pressed: Element, page: number): void => {
  const buttons = pressed.closest(".list")?.querySelectorAll<HTMLElement>(".list__end button");
  [...(buttons ?? [])].at(page === 1 ? 0 : -1)?.focus({ preventScroll: true });
};

const GoToPage = ({ page }: { page: number }) => {
  const { turn } = useListSearch();
  return (
    <Button
      onClick={({ currentTarget }) => {
        focusFoot(currentTarget, page);
        turn({ page: page === 1 ? "" : String(page) });
      }}
    >
      Go to page {page}
    </Button>
  );
};

/** Shown instead of rows on a page after the last one. */
export const PastTheEnd = () => (
  <Notice title="No rows on this page" blank tone="still">
    <p>The list ends before it.</p>
    <GoToPage page={1} />
  </Notice>
);

/** Shown instead of rows if the screen filters each page, and only other pages may have matches. */
export const NoMatchesOnPage = ({ isLast }: { isLast: boolean }) => {
  const { pageNumber } = readPaging(useListSearch().search);
  return (
    <Notice title="No matches on this page" blank tone="still">
      <p>
        The console filters this list page by page, because the API can't.{" "}
        {isLast
          ? "This is the last page. Earlier pages may have matches."
          : "Other pages may have matches."}
      </p>
      <GoToPage page={isLast ? 1 : pageNumber + 1} />
    </Notice>
  );
};
