import { Link } from "@tanstack/react-router";
import { formatQuantity } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { ageSteps, findAgeRange, lateFrom } from "./ages.ts";

interface AgeChartProps {
  counts: readonly number[] | undefined;
  /** The list of the records, and its search for those created in a range of dates. */
  to: "/rmas" | "/returns";
  searchOf: (created: ReturnType<typeof findAgeRange>) => ListSearch;
  /** The time that the ages are counted from. */
  now: number;
  asTable: boolean;
  /** The name of the table. */
  label: string;
}

interface Row {
  label: string;
  count: number;
  share: number;
  late: boolean;
  search: ListSearch;
}

const percent = new Intl.NumberFormat("en", { style: "percent" });

const createColumns = (to: AgeChartProps["to"]): readonly PlainColumn<Row>[] => [
  { header: "Age", cell: ({ label }) => label },
  {
    header: "Count",
    align: "end",
    cell: ({ count, search }) => (
      <Link to={to} search={search}>
        {formatQuantity(count)}
      </Link>
    ),
  },
  { header: "Share", align: "end", cell: ({ share }) => percent.format(share) },
];

/** The number of records of each age, as bars or as a table. The full track is the total, so that a bar shows its share. */
export const AgeChart = (props: AgeChartProps) => {
  const { counts, to, searchOf, now, asTable, label: name } = props;
  const all = (counts ?? []).reduce((sum, one) => sum + one, 0);
  const rows = ageSteps.map(({ label }, step): Row => {
    const count = counts?.[step] ?? 0;
    const share = count / Math.max(1, all);
    return {
      label,
      count,
      share,
      late: step >= lateFrom,
      search: searchOf(findAgeRange(step, now)),
    };
  });
  if (asTable && counts)
    return <PlainTable label={name} columns={createColumns(to)} rows={rows} none="" />;
  return (
    <ol className="age-chart">
      {rows.map(({ label, count, share, late, search }) => (
        <li key={label}>
          <Link to={to} search={search} className="age-chart__row">
            <span>{label}</span>{" "}
            <svg
              className="age-chart__bar"
              aria-hidden="true"
              preserveAspectRatio="none"
              viewBox="0 0 100 1"
              data-late={late || undefined}
            >
              <rect width={share * 100} height="1" />
            </svg>
            <span className="age-chart__count">{counts ? formatQuantity(count) : ""}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
};
