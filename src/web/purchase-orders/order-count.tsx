import { quantity, timeOfDay } from "#web/ui/format.ts";

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });

interface OrderCountProps {
  count: number;
  /** When it was counted; 0: with the rows that are shown. */
  at: number;
}

/** How many orders there are, short where there are very many; in full on hovering, with when they were counted. */
export const OrderCount = ({ count, at }: OrderCountProps) => (
  <span title={`${quantity(count)}${at ? `, counted at ${timeOfDay(at)}` : ""}`}>
    {count < 10_000 ? quantity(count) : short.format(count)}
  </span>
);
