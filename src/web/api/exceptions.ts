import { queryOptions } from "@tanstack/react-query";
import { exceptionOperations, type Exceptions } from "#contract/exceptions.ts";
import type { ExceptionKind, Figures } from "#contract/figures.ts";
import { type Answer, call } from "./call.ts";
import { everyMs, nameTimeZone, readyMs } from "./figures.ts";
import { queryClient } from "./query-client.ts";

/* Exceptions are the gateway's: they cost no request of the API. */

interface ExceptionFilter {
  readonly kind?: ExceptionKind | undefined;
  readonly sourceId?: number | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

type Found = Answer<Exceptions["rows"]> & Pick<Exceptions, "counts" | "states">;

/** What the rows of a list of exceptions came with: all numbers, and how far the copies are. */
export const readFound = (answer: Answer<unknown> | undefined): Found | undefined =>
  answer as Found | undefined;

/** One page of the exceptions. */
export const exceptionList = (filter: ExceptionFilter) =>
  queryOptions({
    queryKey: ["exceptions", "list", filter] as const,
    queryFn: async ({ signal }): Promise<Answer<Exceptions["rows"]>> => {
      const query = { ...filter, timeZone: nameTimeZone() };
      const { rows, ...found } = await call(exceptionOperations.listExceptions, {
        query,
        signal,
        urgency: "background",
      });
      return { ...found, value: rows, problems: [] };
    },
    staleTime: 0,
    refetchInterval: ({ state }) => everyMs(readFound(state.data)?.states),
  });

const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** How many exceptions there are, by the newest answer in the cache; undefined if there is none. */
export const countExceptions = (): number | undefined => {
  const known = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [name] }) => name === "figures" || name === "exceptions" })
    .filter(({ queryKey, state }) => state.data !== undefined && !isOfSource(queryKey.at(-1)))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.state.data as
    | Partial<Figures & Found>
    | undefined;
  const counts = known?.exceptions ?? known?.counts;
  return counts && sumCounts(counts);
};

const isOfSource = (filter: unknown): boolean =>
  typeof filter === "object" && filter !== null && "sourceId" in filter;

/** Loads the number of exceptions, for the navigation. Never rejects. */
export const loadExceptionCount = async (): Promise<void> => {
  const page = exceptionList({ pageNumber: 1, pageSize: 1 });
  await queryClient.fetchQuery({ ...page, staleTime: readyMs }).catch(() => undefined);
};
