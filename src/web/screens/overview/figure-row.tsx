import { Link } from "@tanstack/react-router";
import { isUnserved } from "#web/base/api-error.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { SkeletonCell } from "#web/kit/skeleton.tsx";

/** A number of records, and its text. */
export interface Figure {
  count: number;
  /** Replaces the plain number where that is not enough: "2 of 12". */
  text: string;
}

/** The text for a figure that is not known; the screen says once why figures couldn't be loaded. */
export const describeFailure = (error: unknown): string =>
  isUnserved(error) ? "Not offered by the API" : "–";

interface FigureRowProps<T> {
  label: string;
  query: { data: T | undefined; error: unknown };
  figureOf: (data: T) => Figure;
  to: "/rmas" | "/returns" | "/purchase-orders" | "/received-orders" | "/webhooks";
  search?: ListSearch;
  /** The tone of a number above zero. */
  tone?: "waiting" | "bad";
}

/** One figure with a link to its records, or a note that it couldn't be loaded. */
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
        <span>{label}</span>{" "}
        {figure && (
          <span className="figure-row__figure" data-tone={figure.count > 0 ? tone : undefined}>
            {figure.text}
          </span>
        )}
        {failed && <span className="figure-row__lost">{describeFailure(error)}</span>}
        {!figure && !failed && <SkeletonCell width={3} />}
      </Link>
    </li>
  );
};
