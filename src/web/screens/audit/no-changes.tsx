import { maxPersonId } from "#contract/limits.ts";
import { ClearFilters } from "#web/kit/filters.tsx";
import { IdRequired } from "#web/records/id-required.tsx";
import { type SearchName, useListSearch } from "#web/base/list-search.ts";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { maxPersonText } from "#web/records/person-search.ts";

const PersonTooLong = () => (
  <Notice title="Enter a shorter text for the person" blank tone="still">
    <p>
      Activity finds a person by up to {maxPersonText} characters of a name or an ID. To find a
      longer ID, of up to {maxPersonId} characters, enter all of it in quotation marks.
    </p>
    <ClearFilters names={["person"]} />
  </Notice>
);

interface NoChangesProps {
  /** All names that filter the list. */
  names: readonly SearchName[];
  /** What was typed as a record's ID and is none. */
  wrongId: string | undefined;
  /** Whether the person's text is too long to be searched for. */
  isPersonTooLong: boolean;
}

/** Shown instead of the list of changes when it has no rows. */
export const NoChanges = ({ names, wrongId, isPersonTooLong }: NoChangesProps) => {
  const { search } = useListSearch();
  if (wrongId !== undefined)
    return (
      <IdRequired noun="record" name="recordId" typed={wrongId} filteredBy="Activity">
        The address of a record's page ends with its ID.
      </IdRequired>
    );
  if (isPersonTooLong) return <PersonTooLong />;
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
