import { createContext, Fragment, use } from "react";
import { findMarkRanges } from "#web/api/product-search/mark-ranges.ts";

/** The searched words and their corrections, which every cell highlights. */
export const SearchedText = createContext("");

/** A text with the searched words highlighted. */
export const Highlighted = ({ text }: { text: string }) => {
  const words = use(SearchedText);
  const ranges = findMarkRanges(text, words);
  if (ranges.length === 0) return text;
  return ranges.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(ranges[index - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {index === ranges.length - 1 && text.slice(end)}
    </Fragment>
  ));
};
