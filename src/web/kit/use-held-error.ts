import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/**
 * The error of a query, also while it is read again: a query without data has none then, and what is shown for the error
 * would vanish, with all that was typed into it.
 */
export const useHeldError = ({
  error,
  isPending,
  isFetched,
}: Pick<UseQueryResult, "error" | "isPending" | "isFetched">): Error | null => {
  const [held, setHeld] = useState(error);
  const now = error ?? (isPending && isFetched ? held : null);
  if (now !== held) setHeld(now);
  return now;
};
