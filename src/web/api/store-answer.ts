import type { QueryKey } from "@tanstack/react-query";
import { readTime } from "#contract/read-time.ts";
import type { Answer } from "./call.ts";
import { queryClient } from "./query-client.ts";

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
