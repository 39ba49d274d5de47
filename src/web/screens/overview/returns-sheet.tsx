import { Link } from "@tanstack/react-router";
import type { DateRange } from "#web/base/date-range.ts";
import { formatQuantity } from "#web/base/format.ts";
import { AgeSheet } from "./age-sheet.tsx";
import { countByAge } from "./ages.ts";
import type { Figures } from "./use-figures.ts";

const open = { status: "open" };
const searchOf = ({ after, before }: DateRange) => ({
  ...open,
  sort: "insertedAt",
  createdAfter: after,
  createdBefore: before,
});

/** The ages of open returns, with links to them. */
export const ReturnsSheet = ({ now, figures }: { now: number; figures: Figures["returns"] }) => {
  const { newest, rows, total, isPart, isPending } = figures;
  const ages = rows.map(({ insertedAt }) => insertedAt);
  // Without a total, a full page means "or more".
  const orMore = isPart && total === undefined ? "+" : "";
  const count = `${formatQuantity(total ?? rows.length)}${orMore} open`;
  const link = (
    <Link to="/returns" search={open}>
      {isPart && !isPending ? `${count}, ${formatQuantity(rows.length)} loaded` : count}
    </Link>
  );
  return (
    <AgeSheet
      title="Open returns by age"
      note={newest.data && link}
      error={newest.isLoadingError && newest.error}
      counts={newest.data && !isPending ? countByAge(ages, now) : undefined}
      none="No open returns"
      to="/returns"
      searchOf={searchOf}
      now={now}
    />
  );
};
