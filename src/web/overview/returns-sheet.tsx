import { Link } from "@tanstack/react-router";
import { quantity } from "#web/ui/format.ts";
import { Sheet } from "#web/ui/screen.tsx";
import { AgeChart } from "./age-chart.tsx";
import { countByAge } from "./ages.ts";
import { describeFailure } from "./figure-row.tsx";
import type { Figures } from "./use-figures.ts";

/** The ages of open returns, with links to them. */
export const ReturnsSheet = ({ now, figures }: { now: number; figures: Figures["returns"] }) => {
  const { newest, returns, isPending } = figures;
  const ages = returns.map(({ insertedAt }) => insertedAt);
  const count = newest.data?.total ?? returns.length;
  const link = (
    <Link to="/returns" search={{ status: "open" }}>
      {count > returns.length && !isPending
        ? `${quantity(count)} open, ${quantity(returns.length)} loaded`
        : `${quantity(count)} open`}
    </Link>
  );
  return (
    <Sheet title="Open returns by age" note={newest.isSuccess ? link : undefined}>
      {newest.isError ? (
        <p className="age-chart__lost">{describeFailure(newest.error)}</p>
      ) : (
        <AgeChart counts={isPending ? undefined : countByAge(ages, now)} />
      )}
    </Sheet>
  );
};
