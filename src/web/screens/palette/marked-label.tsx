import { Fragment } from "react";
import { findMarkRanges } from "#web/api/product-search/mark-ranges.ts";

/** A text with the typed words marked. */
export const MarkedLabel = ({ text, typed }: { text: string; typed: string }) => {
  const ranges = findMarkRanges(text, typed);
  return (
    <bdi>
      {ranges.map(({ start, end }, place) => (
        <Fragment key={start}>
          {text.slice(ranges[place - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </bdi>
  );
};
