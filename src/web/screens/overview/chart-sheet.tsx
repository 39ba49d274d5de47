import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { formatQuantity } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";

interface ChartSheetProps<R> {
  title: string;
  note?: ReactNode;
  rows: readonly R[];
  columns: readonly PlainColumn<R>[];
  /** What is said instead of a picture without records; undefined if there are some. */
  none?: string | undefined;
  children: ReactNode;
}

/** A picture, with the same numbers as a table. */
export const ChartSheet = <R,>({
  title,
  note,
  rows,
  columns,
  none,
  children,
}: ChartSheetProps<R>) => {
  const [asTable, setTable] = useState(false);
  const shows = asTable ? "Show as chart" : "Show as table";
  return (
    <Sheet
      title={title}
      note={
        <span className="row">
          {note}
          <Button
            disabled={none !== undefined || rows.length === 0}
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`${shows}: ${title}`}
            onClick={() => setTable(!asTable)}
          >
            {shows}
          </Button>
        </span>
      }
    >
      {none !== undefined ? (
        <p className="faint">{none}</p>
      ) : asTable ? (
        <PlainTable label={`${title}, as a table`} columns={columns} rows={rows} none="" />
      ) : (
        children
      )}
    </Sheet>
  );
};

/** A number of records, and where they are. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly late?: boolean;
  readonly search?: ListSearch | undefined;
}

const BarContent = ({ label, count, share, late }: Bar & { share: number }) => (
  <>
    <bdi className="truncate" title={label}>
      {label}
    </bdi>{" "}
    <svg
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
      data-late={late || undefined}
    >
      <rect width={share * 100} height="1" />
    </svg>
    <span>{formatQuantity(count)}</span>
  </>
);

/** Numbers of RMAs as bars; the full track is `all`. */
export const Bars = ({ bars, all }: { bars: readonly Bar[]; all: number }) => (
  <ol className="bars">
    {bars.map((bar) => {
      const share = bar.count / Math.max(1, all);
      return (
        <li key={bar.key}>
          {bar.search ? (
            <Link to="/rmas" search={bar.search} className="bars__row">
              <BarContent {...bar} share={share} />
            </Link>
          ) : (
            <div className="bars__row">
              <BarContent {...bar} share={share} />
            </div>
          )}
        </li>
      );
    })}
  </ol>
);

/** The columns of the table behind bars. */
export const barColumns = (first: string, second: string): readonly PlainColumn<Bar>[] => [
  { header: first, cell: ({ label }) => <bdi>{label}</bdi> },
  {
    header: second,
    align: "end",
    cell: ({ count, search }) =>
      search ? (
        <Link to="/rmas" search={search}>
          {formatQuantity(count)}
        </Link>
      ) : (
        formatQuantity(count)
      ),
  },
];
