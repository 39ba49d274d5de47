import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { formatQuantity } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { later, type LaterProps } from "#web/kit/later.tsx";
import type { PlainColumn, PlainTableProps } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";

// A component that loads later can't be generic.
const PlainTable = later<PlainTableProps<never>>(
  async () => (await import("#web/kit/plain-table.tsx")).PlainTable,
) as unknown as <R>(props: PlainTableProps<R> & LaterProps) => ReactNode;

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
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly late?: boolean;
  readonly search?: ListSearch | undefined;
}

const BarContent = ({ label, count, share, late }: Bar & { share: number }) => (
  <>
    <bdi className="truncate">{label}</bdi>{" "}
    <svg
      className="figure-bars__bar"
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
      data-late={late || undefined}
    >
      <rect width={share * 100} height="1" />
    </svg>
    <span className="figure-bars__count">{formatQuantity(count)}</span>
  </>
);

interface BarsProps {
  bars: readonly Bar[];
  /** The number of a full track. */
  all: number;
  /** For long names: each is above its bar. */
  stacked?: boolean;
}

/** Numbers as bars, with links to the RMAs. */
export const Bars = ({ bars, all, stacked }: BarsProps) => (
  <ol className="figure-bars" data-stacked={stacked || undefined}>
    {bars.map((bar) => {
      const share = bar.count / Math.max(1, all);
      return (
        <li key={bar.id}>
          {bar.search ? (
            <Link to="/rmas" search={bar.search} className="figure-bars__row">
              <BarContent {...bar} share={share} />
            </Link>
          ) : (
            <div className="figure-bars__row">
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
