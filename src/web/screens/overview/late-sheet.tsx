import { formatQuantity } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { FigureRow } from "./figure-row.tsx";
import { type Figures, processing, unshipped } from "./use-figures.ts";

/** Purchase orders that wait, and those that should have shipped already. */
export const LateSheet = ({ figures: { received, late } }: { figures: Figures }) => (
  <Sheet title="Purchase orders waiting" flush>
    <ul className="figure-list">
      <FigureRow
        label="To be received"
        query={received}
        figureOf={({ value }) => ({ count: value, text: formatQuantity(value) })}
        to="/purchase-orders"
        search={processing}
        tone="waiting"
      />
      <FigureRow
        label="Not shipped within 2 weeks"
        query={late}
        figureOf={({ late: count, of }) => ({
          count,
          text: of === 0 ? "0" : `${formatQuantity(count)} of ${formatQuantity(of)}`,
        })}
        to="/purchase-orders"
        search={{ ...unshipped, sentBefore: late.data?.since }}
        tone="waiting"
      />
    </ul>
  </Sheet>
);
