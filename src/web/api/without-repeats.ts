/**
 * The rows, each once: lists that change while their pages load have rows on two pages. A row keeps its first place, with
 * its last value.
 */
export const withoutRepeats = <R extends { id?: number | null | undefined }>(
  rows: readonly R[],
): R[] => [...new Map(rows.map((row) => [row.id, row])).values()];
