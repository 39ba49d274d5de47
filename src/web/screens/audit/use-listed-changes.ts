import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Change } from "#contract/audit.ts";
import { pageSize } from "#contract/limits.ts";
import { changeList } from "#web/api/audit.ts";
import type { Answer } from "#web/api/call.ts";
import { type AllRows, readNow } from "#web/kit/collect-records.ts";
import { readPaging, type SearchOf } from "#web/base/list-search.ts";
import { isPersonTooLong } from "#web/records/person-search.ts";
import { findWrongId, toChangeFilter } from "./change-filter.ts";

const noRows: Answer<Change[]> = { value: [], problems: [], total: 0 };

interface ListedChanges {
  all: AllRows<Change>;
  query: UseQueryResult<Answer<Change[]>>;
  /** What was typed as a record's ID and is none: no change matches it. */
  wrongId: string | undefined;
  /** Whether the person's text is longer than what the gateway searches for: no change matches it. */
  isPersonTooLong: boolean;
}

/** The changes for an address, newest first. */
export const useListedChanges = (search: SearchOf<"/audit">): ListedChanges => {
  const wrongId = findWrongId(search);
  const query = useQuery(changeList({ ...toChangeFilter(search), ...readPaging(search) }));
  const isTooLong = isPersonTooLong(search.person);
  const data = wrongId === undefined && !isTooLong ? query.data : query.data && noRows;
  const all: AllRows<Change> = {
    readPage: (pageNumber) =>
      readNow(changeList({ ...toChangeFilter(search), pageNumber, pageSize: pageSize.maximum })),
  };
  return { all, query: { ...query, data } as typeof query, wrongId, isPersonTooLong: isTooLong };
};
