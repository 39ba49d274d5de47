/** A page of a list, as the API returned it. */
export interface ListPage {
  pageNumber: number;
  pageSize: number;
  /** The number of rows on the page before the screen filtered them. */
  held: number;
  /** The number of rows on all pages, if the API reports it. */
  total: number | undefined;
}

/** Whether a list ends with a page. Without a total, a full page means that there may be more. */
export const isLastPage = ({ pageNumber, pageSize, held, total }: ListPage): boolean =>
  total === undefined ? held < pageSize : pageNumber * pageSize >= total;

/** Whether a page contains all rows of its list. */
export const holdsAll = (page: ListPage): boolean => page.pageNumber === 1 && isLastPage(page);

/**
 * Why a page shows no rows: the list ends before it, the rows that match may be on other pages because the screen filters
 * each page, or the list has none.
 */
export const explainNoRows = (page: ListPage): "past the end" | "other pages" | "none" => {
  if (page.held > 0) return holdsAll(page) ? "none" : "other pages";
  return page.pageNumber > 1 && page.total !== 0 ? "past the end" : "none";
};
