import { formatQuantity, formatTimeOfDay } from "#web/base/format.ts";

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });

interface OrderCountProps {
  count: number;
  /** The time of the count; 0: together with the rows on the screen. */
  at: number;
}

/** A number of orders, abbreviated if large; the tooltip has the full number and the time of the count. */
export const OrderCount = ({ count, at }: OrderCountProps) => (
  <span title={`${formatQuantity(count)}${at ? `, counted at ${formatTimeOfDay(at)}` : ""}`}>
    {count < 10_000 ? formatQuantity(count) : short.format(count)}
  </span>
);
