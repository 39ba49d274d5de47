import { formatQuantity } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { type Figure, FigureRow } from "./figure-row.tsx";
import { type Figures, updatedPageSize } from "./use-figures.ts";

/** The number of rows; without a total, a full page means "or more". */
const countRows = ({ value, total }: { value: readonly unknown[]; total: number | undefined }) => {
  const count = total ?? value.length;
  const isPart = total === undefined && count >= updatedPageSize;
  return { count, text: `${formatQuantity(count)}${isPart ? "+" : ""}` } satisfies Figure;
};

/** The records that were changed today, by this console or by others. */
export const TodaySheet = ({ figures: { today } }: { figures: Figures }) => (
  <Sheet title="Updated today" note="By anyone" flush>
    <ul className="figure-list">
      <FigureRow
        label="RMAs"
        query={today.rmas}
        figureOf={countRows}
        to="/rmas"
        search={{ updatedAfter: today.since }}
      />
      <FigureRow
        label="Returns"
        query={today.returns}
        figureOf={countRows}
        to="/returns"
        search={{ updatedAfter: today.since }}
      />
      <FigureRow
        label="Purchase orders"
        query={today.orders}
        figureOf={({ value }) => ({ count: value, text: formatQuantity(value) })}
        to="/purchase-orders"
        search={{ filterUpdatedAfter: today.since }}
      />
    </ul>
  </Sheet>
);
