import { type SearchName, useListSearch } from "#web/ui/list-search.ts";
import { NoMatches } from "#web/ui/no-matches.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Shown instead of the list of changes when it has no rows. `names`: all names that filter it. */
export const NoChanges = ({ names }: { names: readonly SearchName[] }) => {
  const { search } = useListSearch();
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
