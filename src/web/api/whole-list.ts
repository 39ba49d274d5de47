import type { Answer } from "./call.ts";

interface ListLimits {
  readonly pageSize: number;
  readonly maxRows: number;
  /** Whether the first rows of a longer list are loaded too; otherwise its first page shows that it is longer. */
  readonly startOfLonger: boolean;
}

/** The maximum number of rows that a screen loads to sort or filter them in the browser: four requests. */
export const maxRows = 200;
export const pageSize = 50;

/** A list with all its rows; `cut` if it has more rows than are loaded. */
export interface WholeList<R> extends Answer<R[]> {
  cut: boolean;
}

/**
 * Loads all rows of a list, page by page, up to a limit: 200 unless another is given. A row that moved between two pages
 * counts once.
 */
export const fetchWholeList = async <R extends { id?: number | null | undefined }>(
  readPage: (page: { pageNumber: number; pageSize: number }) => Promise<Answer<R[]>>,
  limits: ListLimits = { pageSize, maxRows, startOfLonger: false },
): Promise<WholeList<R>> => {
  const rows: R[] = [];
  let value: R[] = [];
  const problems: Answer<R[]>["problems"][number][] = [];
  for (let pageNumber = 1; rows.length < limits.maxRows; pageNumber++) {
    const answer = await readPage({ pageNumber, pageSize: limits.pageSize });
    rows.push(...answer.value);
    problems.push(...answer.problems);
    const known = value.length;
    value = withoutRepeats(rows);
    if (!limits.startOfLonger && (answer.total ?? 0) > limits.maxRows) break;
    // A page without new rows means that the upstream does not support paging.
    const isLast =
      answer.value.length < limits.pageSize ||
      rows.length === answer.total ||
      value.length === known;
    if (isLast) return { value, problems, total: value.length, cut: false };
  }
  return { value, problems, total: undefined, cut: true };
};

/**
 * The rows, each once: lists that change while their pages load have rows on two pages. A row keeps its first place, with
 * its last value.
 */
export const withoutRepeats = <R extends { id?: number | null | undefined }>(
  rows: readonly R[],
): R[] => [...new Map(rows.map((row) => [row.id, row])).values()];
