import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import type { Answer } from "#web/api/call.ts";
import type { WholeList } from "#web/api/whole-list.ts";

type Source<A, K extends QueryKey> = UseQueryOptions<A, Error, A, K>;

interface Sources<R, P extends QueryKey, W extends QueryKey> {
  page: Source<Answer<R[]>, P>;
  whole: Source<WholeList<R>, W>;
  /** Whether the screen sorts or filters by something that the API cannot. */
  wantsWhole: boolean;
  /** Whether a row matches the filters that the API does not have. */
  fits: (row: R) => boolean;
}

/** The rows of a list: one page, or all if the screen needs all and there are at most 200. */
export const useListedRows = <R, P extends QueryKey, W extends QueryKey>({
  page,
  whole,
  wantsWhole,
  fits,
}: Sources<R, P, W>): { query: UseQueryResult<Answer<R[]>>; isWhole: boolean } => {
  const all = useQuery({ ...whole, enabled: wantsWhole });
  const isWhole = wantsWhole && all.data?.cut !== true;
  const one = useQuery({ ...page, enabled: !isWhole });
  // While all rows load, a loaded page stays visible, unless none of its rows match.
  const shown = isWhole && !(all.isPending && one.data?.value.some(fits));
  return { query: (shown ? all : one) as UseQueryResult<Answer<R[]>>, isWhole: shown };
};
