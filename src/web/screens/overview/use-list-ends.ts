import { useMemo, useState } from "react";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Answer } from "#web/api/call.ts";
import { withoutRepeats } from "#web/api/whole-list.ts";

interface ListEnds<R, K extends QueryKey> {
  pageOf: (pageNumber: number) => UseQueryOptions<Answer<R[]>, Error, Answer<R[]>, K>;
  pageSize: number;
  /** How many of the oldest rows the screen shows. */
  shown: number;
  /** Whether the screen shows a row. */
  fits?: (row: R) => boolean;
  enabled?: boolean;
}

/**
 * The newest page of a list and, if there are more, the oldest, since the API lists the newest first and has no other
 * order; also the page before the oldest if that one has fewer rows than the screen shows.
 */
export const useListEnds = <R extends { id?: number | null | undefined }, K extends QueryKey>({
  pageOf,
  pageSize,
  shown,
  fits = () => true,
  enabled = true,
}: ListEnds<R, K>) => {
  const newest = useQuery({ ...pageOf(1), enabled });
  const total = newest.data?.total;
  const last = Math.ceil((total ?? 0) / pageSize);
  const oldest = useQuery({ ...pageOf(last), enabled: enabled && last > 1 });
  const isShort = oldest.data !== undefined && oldest.data.value.filter(fits).length < shown;
  const older = useQuery({ ...pageOf(last - 1), enabled: enabled && last > 2 && isShort });
  const rows = useMemo(
    () =>
      withoutRepeats([newest.data, older.data, oldest.data].flatMap((data) => data?.value ?? [])),
    [newest.data, older.data, oldest.data],
  );
  const isLoading = newest.isPending || oldest.isLoading || older.isLoading;
  // Once the list was complete, it stays while a page is read that has become part of it.
  const [wasComplete, setComplete] = useState(false);
  if (!isLoading && !wasComplete) setComplete(true);
  const isFull = (newest.data?.value.length ?? 0) >= pageSize;
  return {
    newest,
    /** The loaded rows, each once. */
    rows,
    /** The number of rows of the whole list, if the upstream returns it. */
    total,
    /** Whether the list may have more rows than the loaded ones. */
    isPart: total === undefined ? isFull : rows.length < total,
    /** True until everything that will be loaded has loaded. */
    isPending: isLoading && !wasComplete,
  };
};
