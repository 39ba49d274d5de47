import { SearchFilter } from "#web/kit/filters.tsx";
import { maxPersonSearch } from "#web/records/person-search.ts";

/** Finds people by a part of a name or an ID, or one by the whole ID (`records/person-search.ts`). */
export const PersonFilter = () => (
  <SearchFilter
    name="person"
    label="Person"
    placeholder="Person's name or ID"
    maxLength={maxPersonSearch}
    title="Put an ID in quotation marks to find exactly one person"
  />
);
