import { useQuery } from "@tanstack/react-query";
import { webhookOperations } from "#contract/webhooks.ts";
import { newestDeliveries, webhookDayCounts } from "#web/api/webhooks.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount, formatDate, formatQuantity } from "#web/base/format.ts";
import { settings, useSetting } from "#web/base/settings.ts";
import { useNow } from "#web/base/use-now.ts";
import { findNoon, findZoneShift } from "#contract/wall-clock.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { countLogs, type DayCount, lastDays, sumDays } from "./day-counts.tsx";

interface Health {
  /** Undefined until the first answer. */
  days: DayCount[] | undefined;
  /** The number of newest deliveries that were counted, where not all of the 14 days were. */
  countedOnly?: number;
  error?: Error | null;
  /** Loads them again after an error. */
  reload: () => void;
}

/** A webhook's deliveries of the last 14 days: as the upstream counts them, or else of its newest log entries. */
const useDayCounts = (id: number): Health => {
  const timeZone = useSetting("timeZone");
  const now = useNow();
  const counts = useQuery(webhookDayCounts(findZoneShift(now, timeZone)));
  const unserved = !useServed(webhookOperations.countWebhookDeliveries);
  const newest = useQuery({ ...newestDeliveries(id), enabled: unserved });
  const reload = () => void (unserved ? newest : counts).refetch();
  if (counts.data)
    return {
      reload,
      days: lastDays(
        counts.data.value.filter(({ configurationId }) => configurationId === id),
        now,
        timeZone,
      ),
    };
  if (!unserved || !newest.data)
    return { reload, days: undefined, error: unserved ? newest.error : counts.error };
  const { value, cut } = newest.data;
  const counted = countLogs(value, timeZone);
  const days = lastDays(counted, now, timeZone);
  const reachesBack = counted.some(({ day }) => day < (days[0]?.day ?? ""));
  return { reload, days, ...(cut && !reachesBack && { countedOnly: value.length }) };
};

const dayName = (day: string): string =>
  formatDate(new Date(findNoon(day, settings.get().timeZone)).toISOString());

const columns: readonly PlainColumn<DayCount>[] = [
  { header: "Day", cell: ({ day }) => dayName(day) },
  { header: "Delivered", align: "end", cell: ({ delivered }) => formatQuantity(delivered) },
  { header: "Failed", align: "end", cell: ({ failed }) => formatQuantity(failed) },
  { header: "Waiting", align: "end", cell: ({ waiting }) => formatQuantity(waiting) },
];

/** The height of the tallest bar, above or below the line. */
const half = 40;

const computeShare = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(2, (count / most) * half);

/** A bar for each day: delivered events above the line, failed ones below it, so that no color is needed. */
const Bars = ({ days }: { days: readonly DayCount[] }) => {
  const most = Math.max(1, ...days.flatMap(({ delivered, failed }) => [delivered, failed]));
  return (
    <svg
      className="health__bars"
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox={`0 0 ${days.length * 10} ${2 * half + 2}`}
    >
      {days.map(({ day, delivered, failed, waiting }, index) => (
        <g key={day}>
          <title>{`${dayName(day)}: ${formatQuantity(delivered)} delivered, ${formatQuantity(failed)} failed, ${formatQuantity(waiting)} waiting`}</title>
          <rect className="health__hit" x={index * 10} width="10" height={2 * half + 2} />
          <rect
            className="health__delivered"
            x={index * 10 + 1.5}
            width="7"
            y={half - computeShare(delivered, most)}
            height={computeShare(delivered, most)}
          />
          <rect
            className="health__failed"
            x={index * 10 + 1.5}
            width="7"
            y={half + 2}
            height={computeShare(failed, most)}
          />
        </g>
      ))}
      <rect className="health__line" y={half} width={days.length * 10} height="2" />
    </svg>
  );
};

const Summary = ({ delivered, failed, waiting }: ReturnType<typeof sumDays>) => (
  <p className="health__sum">
    <span data-kind="delivered">{formatQuantity(delivered)} delivered</span>
    <span data-kind="failed">{formatQuantity(failed)} failed</span>
    {waiting > 0 && <span>{formatQuantity(waiting)} waiting</span>}
  </p>
);

const Picture = ({ days, countedOnly }: { days: DayCount[]; countedOnly?: number | undefined }) => {
  const sums = sumDays(days);
  if (sums.delivered + sums.failed + sums.waiting === 0)
    return <p>No events in the last 14 days</p>;
  return (
    <>
      <Summary {...sums} />
      {countedOnly !== undefined && (
        <p className="faint">
          Counts only the newest {formatCount(countedOnly, "delivery", "deliveries")}: the log is
          longer than a screen loads.
        </p>
      )}
      <Bars days={days} />
      <p className="health__ends faint" aria-hidden="true">
        <span>{dayName(days[0]?.day ?? "")}</span>
        <span>Today</span>
      </p>
      <details>
        <summary>Show as table</summary>
        <PlainTable
          label="Deliveries by day"
          columns={columns}
          rows={days.toReversed()}
          none="No days"
        />
      </details>
    </>
  );
};

/** The deliveries of the last 14 days in a picture. Left out where the upstream has no delivery log. */
export const WebhookHealth = ({ id }: { id: number }) => {
  const { days, countedOnly, error, reload } = useDayCounts(id);
  if (!useServed(webhookOperations.listWebhookEventLogs)) return null;
  return (
    <Sheet title="Last 14 days" note={<span className="faint">By the day of the event</span>}>
      <div className="health">
        {days ? (
          <Picture days={days} countedOnly={countedOnly} />
        ) : error ? (
          <ErrorNotice error={error} onRetry={reload} />
        ) : (
          <div className="health__loading">
            <Skeleton />
          </div>
        )}
      </div>
    </Sheet>
  );
};
