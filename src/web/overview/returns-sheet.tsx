import { Link } from "@tanstack/react-router";
import type { DateRange } from "#web/ui/date-range.ts";
import { formatQuantity } from "#web/ui/format.ts";
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
  const { newest, returns, isPending } = figures;
  const ages = returns.map(({ insertedAt }) => insertedAt);
  const count = newest.data?.total ?? returns.length;
  const link = (
    <Link to="/returns" search={open}>
      {count > returns.length && !isPending
        ? `${formatQuantity(count)} open, ${formatQuantity(returns.length)} loaded`
        : `${formatQuantity(count)} open`}
    </Link>
  );
  return (
    <AgeSheet
      title="Open returns by age"
      note={newest.isSuccess && link}
      error={newest.error}
      counts={isPending || newest.isError ? undefined : countByAge(ages, now)}
      to="/returns"
      searchOf={searchOf}
      now={now}
    />
  );
};
