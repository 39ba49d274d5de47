import { Link } from "@tanstack/react-router";
import type { Rma } from "#contract/rmas.ts";
import { waitingRmas } from "#web/api/waiting-rmas.ts";
import { formatCount } from "#web/ui/format.ts";
import { AgeSheet } from "./age-sheet.tsx";
import { countByAge } from "./ages.ts";

const dayMs = 86_400_000;

interface RmasSheetProps {
  /** The RMAs with undecided units; undefined while some are loading. */
  open: readonly Rma[] | undefined;
  units: number;
  now: number;
}

/** The ages of the RMAs to decide, with links to them. */
export const RmasSheet = ({ open, units, now }: RmasSheetProps) => {
  const dates = open?.map(({ createdAt }) => createdAt);
  const searchOf = (days: number) => ({
    status: waitingRmas.status,
    sort: "createdAt",
    ...(Number.isFinite(days) && { createdAfter: new Date(now - days * dayMs).toISOString() }),
  });
  return (
    <AgeSheet
      title="RMAs by age"
      note={open && <Link to="/rmas/queue">{formatCount(units, "unit")} undecided</Link>}
      counts={dates && countByAge(dates, now)}
      to="/rmas"
      searchOf={searchOf}
    />
  );
};
