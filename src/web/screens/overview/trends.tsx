import { Link } from "@tanstack/react-router";
import type { Figures } from "#contract/figures.ts";
import { findNextDay, findNoon } from "#contract/wall-clock.ts";
import { useSourceName } from "#web/api/account.ts";
import { formatCount, formatDate, formatQuantity, getFormats, nothing } from "#web/base/format.ts";
import { settings } from "#web/base/settings.ts";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import { type Bar, barColumns, Bars, ChartSheet } from "./chart-sheet.tsx";
import { formatSpan } from "./format-span.ts";

type Week = Figures["weeks"][number];

/** The first day after a week. */
const findEnd = (from: string): string => {
  let day = from;
  for (let count = 0; count < 7; count += 1) day = findNextDay(day);
  return day;
};

const searchOf = ({ from }: Week) => ({ createdAfter: from, createdBefore: findEnd(from) });

const nameDay = (day: string): string =>
  formatDate(new Date(findNoon(day, settings.get().timeZone)).toISOString());

const shortDay = (day: string): string => {
  const at = findNoon(day, settings.get().timeZone);
  return getFormats().dayOfYear.format(at);
};

const weekColumns: readonly PlainColumn<Week>[] = [
  { header: "Week of", cell: ({ from }) => shortDay(from) },
  {
    header: "Created",
    align: "end",
    cell: (week) => (
      <Link to="/rmas" search={searchOf(week)}>
        {formatQuantity(week.created)}
      </Link>
    ),
  },
  { header: "Decided", align: "end", cell: ({ decided }) => formatQuantity(decided) },
  {
    header: "Median time",
    align: "end",
    cell: ({ median }) => (median == null ? nothing : formatSpan(median)),
  },
];

/** The RMAs that were created and decided in each week, side by side. */
const WeekChart = ({ weeks }: { weeks: readonly Week[] }) => {
  const most = Math.max(1, ...weeks.flatMap(({ created, decided }) => [created, decided]));
  return (
    <ol className="weeks">
      {weeks.map((week) => {
        const { from, created, decided } = week;
        const label = `Week of ${nameDay(from)}: ${formatCount(created, "RMA")} created, ${formatQuantity(decided)} decided`;
        return (
          <li key={from}>
            <Link to="/rmas" search={searchOf(week)} className="weeks__week" title={label}>
              <span className="visually-hidden">{label}</span>
              <span className="weeks__bars" aria-hidden="true">
                <span style={{ height: `${(created / most) * 100}%` }} data-part="created" />
                <span style={{ height: `${(decided / most) * 100}%` }} data-part="decided" />
              </span>
              <span className="weeks__day" aria-hidden="true">
                {shortDay(from)}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
};

/** How RMAs came and were decided over weeks, and where most came from. */
export const Trends = ({ figures }: { figures: Figures }) => {
  const { weeks, sources, reasons, rankedSince } = figures;
  const sourceName = useSourceName(true);
  const bySource = sources.map(({ sourceId, rmas }): Bar => {
    const id = sourceId == null ? undefined : String(sourceId);
    return {
      id: id ?? "",
      label: id === undefined ? "No source" : sourceName(sourceId),
      count: rmas,
      search: id === undefined ? undefined : { sourceId: id, createdAfter: rankedSince },
    };
  });
  const byReason = reasons.map(({ reason, units }): Bar => ({
    id: reason,
    label: reason || "No reason given",
    count: units,
  }));
  const none = "No RMAs in the last 4 weeks";
  const since = "Last 4 weeks";
  return (
    <>
      <ChartSheet title="RMAs by week" rows={weeks} columns={weekColumns}>
        <p className="weeks__key" aria-hidden="true">
          <i data-part="created" /> Created <i data-part="decided" /> Decided
        </p>
        <WeekChart weeks={weeks} />
      </ChartSheet>
      <ChartSheet
        title="RMAs by source"
        note={since}
        rows={bySource}
        columns={barColumns("Source", "RMAs")}
        none={bySource.length === 0 ? none : undefined}
      >
        <Bars bars={bySource} all={bySource[0]?.count ?? 0} stacked />
      </ChartSheet>
      <ChartSheet
        title="Units by reason"
        note={since}
        rows={byReason}
        columns={barColumns("Reason", "Units")}
        none={byReason.length === 0 ? none : undefined}
      >
        <Bars bars={byReason} all={byReason[0]?.count ?? 0} stacked />
      </ChartSheet>
    </>
  );
};
