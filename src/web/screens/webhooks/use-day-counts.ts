import { useQuery } from "@tanstack/react-query";
import { isUnserved } from "#web/base/api-error.ts";
import { newestDeliveries, webhookDayCounts } from "#web/api/webhook-deliveries.ts";
import { useSetting } from "#web/base/settings.ts";
import { useNow } from "#web/base/use-now.ts";
import { findZoneShift } from "#web/base/wall-clock.ts";
import { countLogs, type DayCount, lastDays } from "./count-days.ts";

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
export const useDayCounts = (id: number): Health => {
  const timeZone = useSetting("timeZone");
  const now = useNow();
  const counts = useQuery(webhookDayCounts(findZoneShift(now, timeZone)));
  const unserved = isUnserved(counts.error);
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
