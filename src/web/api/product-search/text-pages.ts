/*
 * Texts of many rows in few strings: one string per row would use more memory than its letters, and load more slowly.
 */

/** The number of rows whose texts share a string. */
export const rowsPerPage = 256;

export interface TextPages {
  readonly pages: readonly string[];
  /** The start of each row's text in its page. */
  readonly starts: Uint32Array;
}

export const noTexts: TextPages = { pages: [], starts: new Uint32Array(0) };

/** The text of one row. */
export const getText = ({ pages, starts }: TextPages, row: number): string => {
  const page = pages[Math.floor(row / rowsPerPage)] ?? "";
  const last = row % rowsPerPage === rowsPerPage - 1 || row + 1 >= starts.length;
  return page.slice(starts[row], last ? page.length : starts[row + 1]);
};

/** Appends the texts of more rows. */
export const withTexts = (old: TextPages, texts: readonly string[]): TextPages => {
  const starts = new Uint32Array(old.starts.length + texts.length);
  starts.set(old.starts);
  const pages = [...old.pages];
  let row = old.starts.length;
  let [open, length] =
    row % rowsPerPage === 0
      ? [[] as string[], 0]
      : [[pages.at(-1) ?? ""], (pages.pop() ?? "").length];
  for (const text of texts) {
    starts[row++] = length;
    open.push(text);
    length += text.length;
    if (row % rowsPerPage === 0) {
      pages.push(open.join(""));
      [open, length] = [[], 0];
    }
  }
  if (row % rowsPerPage !== 0) pages.push(open.join(""));
  return { pages, starts };
};

/** Replaces pages that equal another list's page by that string, so that it is stored once. */
export const sharePages = (pages: readonly string[], others: readonly string[]): string[] =>
  pages.map((page, at) => (page === others[at] ? others[at] : page));
