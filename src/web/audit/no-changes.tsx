import { IdRequired } from "#web/ui/id-required.tsx";
import { type SearchName, useListSearch } from "#web/ui/list-search.ts";
import { NoMatches } from "#web/ui/no-matches.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface NoChangesProps {
  /** All names that filter the list. */
  names: readonly SearchName[];
  /** What was typed as a record's ID and is none. */
  wrongId: string | undefined;
}

/** Shown instead of the list of changes when it has no rows. */
export const NoChanges = ({ names, wrongId }: NoChangesProps) => {
  const { search } = useListSearch();
  if (wrongId !== undefined)
    return (
      <IdRequired noun="record" name="recordId" typed={wrongId} filteredBy="Activity">
        The address of a record's page ends with its ID.
      </IdRequired>
    );
  return names.some((name) => search[name]) ? (
    <NoMatches noun="change" views="result" names={names} />
  ) : (
    <Notice title="No activity yet" blank tone="still">
      <p>
        Each change made through this console is listed here: who made it, when, and its result.
      </p>
    </Notice>
  );
};
