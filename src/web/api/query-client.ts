import { type InvalidateQueryFilters, QueryClient, type QueryKey } from "@tanstack/react-query";
import { readTime } from "#contract/read-time.ts";
import type { Answer } from "./call.ts";

/** How long a response is new, in ms. */
export const usualStaleTime = 30_000;

/**
 * The cache of all queries. It never retries automatically: the upstream allows two requests per second, only the
 * gateway retries reads, and changing calls are never retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: usualStaleTime,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: "always",
      // By default, a component renders again for the fields that it has read so far. <Screen> renders its content later: a
      // response that arrives before that would leave the content in its loading state.
      notifyOnChangeProps: "all",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/**
 * Marks cached responses as stale, and loads those on the screen again, or none with `refetchType: "none"`. A read in
 * progress may bring the state before the change, and would count as new: it is marked as stale when it ends. Never rejects.
 */
export const invalidate = async (filters: InvalidateQueryFilters): Promise<void> => {
  const inProgress = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .map((query) => ({ query, read: query.promise }));
  const repeat = async ({ query, read }: (typeof inProgress)[number]) => {
    if (query.promise !== read) return;
    await read?.catch(() => undefined);
    await queryClient.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true });
  };
  const loaded = queryClient.invalidateQueries(filters);
  await Promise.all([loaded, ...inProgress.map(repeat)]);
};

/** The time of a record's last change; purchase orders have another name for it. */
const readChange = (value: unknown): number => {
  const record = value as { updatedAt?: unknown; lastModifiedAt?: unknown } | null | undefined;
  const time = record?.updatedAt ?? record?.lastModifiedAt;
  return typeof time === "string" ? readTime(time) : Number.NaN;
};

/** Whether a version of a record is older than another one; false where one of them has no time. */
export const isOlder = (one: unknown, other: unknown): boolean =>
  readChange(one) < readChange(other);

/**
 * Replaces a cached record with the answer to a change or to a read before one, so that the newest version stays: a
 * read in progress may be older and is canceled, and an answer that is older than the cached record is left out.
 */
export const storeAnswer = <T>(queryKey: QueryKey, answer: Answer<T>): void => {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Answer<T>>(queryKey, (known) =>
    isOlder(answer.value, known?.value) ? known : answer,
  );
};
