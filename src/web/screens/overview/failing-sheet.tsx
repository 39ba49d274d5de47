import { Link } from "@tanstack/react-router";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { type CheckedDeliveries, checkedDeliveries } from "#web/api/overview.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { type Figure, FigureRow } from "./figure-row.tsx";
import { type Figures, troubled, unknownRuns } from "./use-figures.ts";

const named = 3;

const countDisabled = (webhooks: readonly WebhookConfiguration[]): Figure => {
  const count = webhooks.filter(({ status }) => status === "disabled").length;
  const all = webhooks.filter(({ status }) => status !== "deleted").length;
  return { count, text: all === 0 ? "0" : `${formatQuantity(count)} of ${formatQuantity(all)}` };
};

const countFailed = ({ failing }: CheckedDeliveries): Figure => {
  const count = failing.reduce((sum, { failed }) => sum + failed, 0);
  return { count, text: formatQuantity(count) };
};

/** Which deliveries were counted, if not the last ones of all webhooks. */
const describeExtent = ({ active, deliveries }: Figures): string => {
  const checked = deliveries.data?.checked ?? active;
  if (deliveries.data?.byDay) return "Deliveries: last 14 days";
  return checked === active
    ? ""
    : `Deliveries: ${formatQuantity(checked)} of ${formatCount(active, "active webhook")} checked`;
};

/** The webhooks with the most failed deliveries, with links to those. */
const Failing = ({ failing }: CheckedDeliveries) =>
  failing.slice(0, named).map(({ id, name, failed, of, status }) => (
    <li key={id}>
      <Link
        to="/webhooks/$id"
        params={{ id: String(id) }}
        // The webhook's page has the same counts by day.
        search={status === undefined ? {} : { delivery: status }}
        className="figure-row"
        data-part
      >
        <bdi className="truncate">{name}</bdi>{" "}
        <span className="figure-row__figure">
          {of === undefined
            ? `${formatQuantity(failed)} of the last ${formatQuantity(checkedDeliveries)}`
            : `${formatQuantity(failed)} of ${formatQuantity(of)}`}
        </span>
      </Link>
    </li>
  ));

/** Failures: orders, runs, webhooks and their deliveries. */
export const FailingSheet = ({ figures }: { figures: Figures }) => {
  const { orders, runs, webhooks, deliveries } = figures;
  return (
    <Sheet title="Failing" note={describeExtent(figures)} flush>
      <ul className="figure-list">
        <FigureRow
          label="Orders that need attention"
          query={orders}
          figureOf={({ value }) => ({ count: value, text: formatQuantity(value) })}
          to="/purchase-orders"
          search={troubled}
          tone="bad"
        />
        <FigureRow
          label="Receiving runs, status unknown"
          query={runs}
          figureOf={({ value, total }) => {
            const count = total ?? value.length;
            return { count, text: formatQuantity(count) };
          }}
          to="/received-orders"
          search={unknownRuns}
          tone="bad"
        />
        <FigureRow
          label="Disabled webhooks"
          query={webhooks}
          figureOf={({ value }) => countDisabled(value)}
          to="/webhooks"
          search={{ status: "disabled" }}
          tone="bad"
        />
        <FigureRow
          label="Failed deliveries"
          query={deliveries}
          figureOf={countFailed}
          to="/webhooks"
          search={{ status: "active" }}
          tone="bad"
        />
        {deliveries.data && <Failing {...deliveries.data} />}
      </ul>
    </Sheet>
  );
};
