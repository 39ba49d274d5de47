import {
  type QueryKey,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { pageSize } from "#contract/limits.ts";
import type { Answer } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { WholeList } from "#web/api/whole-list.ts";
import { readPaging, useListSearch } from "#web/base/list-search.ts";

/** The name of one row of a list, and of several. */
export type Nouns = readonly [one: string, many: string];

/** How to load all rows of a list, beyond the page on the screen. */
export interface AllRows<R> {
  /** Loads a page as it is now, from page 1. */
  readonly readPage: (page: number) => Promise<Answer<readonly R[]>>;
  /** The screen's filter in addition to the API's. */
  readonly fits?: ((row: R) => boolean) | undefined;
}

type Options<A, K extends QueryKey> = UseQueryOptions<A, Error, A, K>;

interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
}

interface ListOptions<
  R,
  P extends QueryKey,
  W extends QueryKey,
  I extends QueryKey,
  J extends QueryKey,
> {
  /** The query of a page; "screen" while a person waits for all pages. */
  page: (page: Page, urgency?: "screen") => Options<Answer<R[]>, P>;
  /** The query of all rows, if there are at most 200: for what the API can't sort or filter by. */
  whole?: Options<WholeList<R>, W>;
  /** Where the rows come from instead, if not from the list. */
  instead?:
    | { page: (page: Page) => Options<Answer<R[]>, I>; whole: Options<WholeList<R>, J> }
    | undefined;
  wantsWhole?: boolean;
  /** Whether a row matches the filters that the API doesn't have; undefined if none is set. Memoized. */
  fits?: ((row: R) => boolean) | undefined;
  /** Sorts the rows that `fits` left. */
  sort?: (rows: R[]) => R[];
  /** Whether a filter can't match any row: it is no value that the API could search for. */
  isImpossible?: boolean;
}

const noRows = { value: [], problems: [], total: 0 };

/**
 * The rows of a list for the page in the address: one page as the API filters it, or all rows if the screen sorts or
 * filters them and there are at most 200. `table` are the properties of the `DataTable`, `answer` the rows before
 * `fits`.
 */
export const useListedRows = <
  R,
  P extends QueryKey,
  W extends QueryKey,
  I extends QueryKey = P,
  J extends QueryKey = W,
>({
  instead,
  ...listed
}: ListOptions<R, P, W, I, J>) => {
  const { page, whole } = (instead ?? listed) as Pick<typeof listed, "page" | "whole">;
  const { wantsWhole = false, fits, sort, isImpossible = false } = listed;
  const paging = readPaging(useListSearch().search);
  const current = page(paging);
  const asksWhole = whole !== undefined && wantsWhole;
  const all = useQuery({
    ...(whole ?? (current as unknown as Options<WholeList<R>, W>)),
    enabled: asksWhole,
  });
  const mayBeWhole = asksWhole && all.data?.cut !== true;
  const one = useQuery({ ...current, enabled: !mayBeWhole });
  // While all rows load, a loaded page stays visible, unless none of its rows match.
  const isWhole = mayBeWhole && !(all.isPending && one.data?.value.some(fits ?? Boolean));
  const answer = (isWhole ? all : one) as UseQueryResult<Answer<R[]>>;
  const { data } = answer;
  const shown = useMemo((): Answer<R[]> | undefined => {
    if (data === undefined || isImpossible) return data && noRows;
    if (!fits) return data;
    const matching = data.value.filter(fits);
    const value = sort ? sort(matching) : matching;
    return { ...data, value, total: isWhole ? value.length : data.total };
  }, [data, isImpossible, fits, sort, isWhole]);
  const query = { ...answer, data: shown } as typeof answer;
  return {
    query,
    answer,
    isWhole,
    table: {
      query,
      paged: !isWhole,
      pageHeld: fits && !isWhole && !isImpossible ? data?.value.length : undefined,
      all: {
        readPage: (pageNumber: number) =>
          queryClient.fetchQuery({
            ...page({ pageNumber, pageSize: pageSize.maximum }, "screen"),
            staleTime: 0,
          }),
        fits,
      } satisfies AllRows<R>,
    },
  };
};
