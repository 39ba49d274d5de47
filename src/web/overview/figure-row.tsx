import { Link } from "@tanstack/react-router";
import { isUnserved } from "#web/api/api-error.ts";
import type { ListSearch } from "#web/ui/list-search.ts";
import { SkeletonCell } from "#web/ui/skeleton.tsx";

/** A figure: how many there are, and in which words. */
export interface Figure {
  count: number;
  /** Where the number alone does not say it: "2 of 12". */
  text: string;
}

/** That a figure could not be loaded; the list behind it gives the reason. */
export const lostWords = (error: unknown): string =>
  isUnserved(error) ? "Not offered by the API" : "Couldn't load";

interface FigureRowProps<T> {
  label: string;
  query: { data: T | undefined; error: unknown };
  figureOf: (data: T) => Figure;
  to: "/returns" | "/purchase-orders" | "/received-orders" | "/webhooks";
  search?: ListSearch;
  /** What a number above zero means. */
  tone: "waiting" | "bad";
}

/** One figure and the way to its records; if it can't be loaded, that in its place. */
export const FigureRow = <T,>({
  label,
  query: { data, error },
  figureOf,
  to,
  search = {},
  tone,
}: FigureRowProps<T>) => {
  const figure = data === undefined ? undefined : figureOf(data);
  const failed = figure === undefined && error !== null;
  return (
    <li>
      <Link to={to} search={search} className="figure-row">
        <span className="figure-row__label">{label}</span>{" "}
        {figure && (
          <span className="figure-row__figure" data-tone={figure.count > 0 ? tone : undefined}>
            {figure.text}
          </span>
        )}
        {failed && <span className="figure-row__lost">{lostWords(error)}</span>}
        {!figure && !failed && <SkeletonCell width={3} />}
      </Link>
    </li>
  );
};
