import type { QueryKey } from "@tanstack/react-query";
import type { Answer } from "./call.ts";
import { queryClient } from "./query-client.ts";

const readTime = (value: unknown): number => {
  const time = (value as { updatedAt?: unknown } | undefined)?.updatedAt;
  return typeof time === "string" ? Date.parse(time) : Number.NaN;
};

/**
 * Replaces a cached record with the answer to a change or to a read before one, so that the newest version stays: a
 * read in progress may be older and is canceled, and an answer that is older than the cached record is left out.
 */
export const storeAnswer = <T>(queryKey: QueryKey, answer: Answer<T>): void => {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Answer<T>>(queryKey, (known) =>
    readTime(answer.value) < readTime(known?.value) ? known : answer,
  );
};
