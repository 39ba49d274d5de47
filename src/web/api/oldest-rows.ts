import type { Answer } from "./call.ts";
import { fetchWholeList, maxRows, pageSize, type WholeList } from "./whole-list.ts";
import { withoutRepeats } from "./without-repeats.ts";

/** Like `fetchWholeList`, but of a longer list the last two pages, where the oldest rows are. `total` counts all rows. */
export const fetchOldestRows = async <R extends { id?: number | null | undefined }>(
  readPage: (page: { pageNumber: number; pageSize: number }) => Promise<Answer<R[]>>,
): Promise<WholeList<R>> => {
  const first = await readPage({ pageNumber: 1, pageSize });
  const { total = 0 } = first;
  if (total <= maxRows)
    return fetchWholeList((page) =>
      page.pageNumber === 1 ? Promise.resolve(first) : readPage(page),
    );
  const last = Math.ceil(total / pageSize);
  const older = await readPage({ pageNumber: last - 1, pageSize });
  const oldest = await readPage({ pageNumber: last, pageSize });
  const value = withoutRepeats([...older.value, ...oldest.value]);
  return { value, problems: [...older.problems, ...oldest.problems], total, cut: true };
};
