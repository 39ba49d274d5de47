import { Link } from "@tanstack/react-router";
import type { Rma } from "#contract/rmas.ts";
import { waitingRmas } from "#web/api/waiting-rmas.ts";
import type { DateRange } from "#web/base/date-range.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { AgeSheet } from "./age-sheet.tsx";
import { countByAge } from "./ages.ts";

const searchOf = ({ after, before }: DateRange) => ({
  status: waitingRmas.status,
  sort: "createdAt",
  createdAfter: after,
  createdBefore: before,
});

interface RmasSheetProps {
  /** The RMAs with undecided units; undefined while some are loading. */
  open: readonly Rma[] | undefined;
  units: number;
  /** The number of loaded RMAs, if there are more: then only those are counted. */
  loaded: number | undefined;
  now: number;
}

/** The ages of the RMAs to decide, with links to them. */
export const RmasSheet = ({ open, units, loaded, now }: RmasSheetProps) => {
  const dates = open?.map(({ createdAt }) => createdAt);
  const undecided = `${formatCount(units, "unit")} undecided`;
  return (
    <AgeSheet
      title="RMAs by age"
      note={
        open && (
          <Link to="/rmas/queue">
            {loaded === undefined
              ? undecided
              : `${undecided}, ${formatQuantity(loaded)} RMAs loaded`}
          </Link>
        )
      }
      counts={dates && countByAge(dates, now)}
      none="No RMAs to decide"
      to="/rmas"
      searchOf={searchOf}
      now={now}
    />
  );
};
