import type { Evidence, EvidenceLine, EvidenceRecord } from "#contract/evidence.ts";
import { readTime } from "#contract/read-time.ts";
import { searchedKinds } from "#contract/record-search.ts";
import type { Rma } from "#contract/rmas.ts";
import { addKnown } from "#web/base/amounts.ts";
import { formatAge, formatCount, formatQuantity } from "#web/base/format.ts";

const dayMs = 86_400_000;

const daysBetween = (from: string | undefined, to: string | undefined): number | undefined => {
  const days = Math.floor((readTime(to) - readTime(from)) / dayMs);
  return days >= 0 ? days : undefined;
};

/** "Returned 14 days after delivery", or after what is known instead. */
export const describeSince = (
  { deliveredAt, shippedAt }: Pick<EvidenceLine, "deliveredAt" | "shippedAt">,
  createdAt: string | undefined,
): string | undefined => {
  const days = daysBetween(deliveredAt ?? shippedAt, createdAt);
  if (days === undefined) return undefined;
  const since = deliveredAt === undefined ? "shipping" : "delivery";
  return days === 0
    ? `Returned on the day of ${since}`
    : `Returned ${formatCount(days, "day")} after ${since}`;
};

/** "12 of 140 units (8.6%)", or the number of lines where no order is known. */
export const describeRate = ({
  returns,
  returnedUnits,
  orderedUnits,
}: {
  returns: number;
  returnedUnits: number;
  orderedUnits?: number | undefined;
}): string => {
  if (!orderedUnits) return `${formatCount(returns, "line")} returned`;
  const percent = (100 * returnedUnits) / orderedUnits;
  const rounded = percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return `${formatQuantity(returnedUnits)} of ${formatCount(orderedUnits, "unit")} (${formatQuantity(rounded)}%)`;
};

/** The sums of refunds and credits of all lines; undefined where none is known. */
export const sumMoney = ({ lines }: Pick<Evidence, "lines">) => ({
  refunded: addKnown(lines.map(({ refunded }) => refunded)).known,
  credited: addKnown(lines.map(({ credited }) => credited)).known,
});

/** Something that happened, and the record that it happened to. */
export interface EvidenceEvent {
  readonly at: string;
  readonly what: string;
  readonly of?: EvidenceRecord;
}

const distinct = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text ?? [])),
];

/** What is known to have happened, the newest first. */
export const listEvents = (
  { rma: own, return: of, orders, otherRmas, lines }: Evidence,
  { rmaShipments }: Pick<Rma, "rmaShipments">,
): EvidenceEvent[] => {
  const created = [own, of, ...orders, ...otherRmas].flatMap((record) =>
    record?.date === undefined ? [] : [{ at: record.date, what: "created", of: record }],
  );
  const dated = (what: string, times: readonly (string | null | undefined)[]) =>
    distinct(times).map((at) => ({ at, what }));
  return [
    ...created,
    ...dated(
      "Shipped to the customer",
      lines.map(({ shippedAt }) => shippedAt),
    ),
    ...dated(
      "Delivered",
      lines.map(({ deliveredAt }) => deliveredAt),
    ),
    ...dated(
      "Goods sent back",
      rmaShipments.map(({ shipment }) => shipment?.shippedAt),
    ),
  ]
    .filter(({ at }) => !Number.isNaN(readTime(at)))
    .toSorted((a, b) => readTime(b.at) - readTime(a.at));
};

/** How old the copies are, and what may be missing in them. */
export const describeCopies = ({ copies }: Pick<Evidence, "copies">, now: number): string => {
  const states = searchedKinds.map((kind) => copies[kind]);
  if (states.every(({ phase }) => phase === "off"))
    return "The order, the customer and earlier returns are shown here once copies of records are on.";
  const times = states.flatMap(({ checkedAt }) => checkedAt ?? []);
  const age = times.length === 0 ? "" : `As of ${formatAge(Math.min(...times), now)}. `;
  const isPart = states.some(({ phase }) => phase !== "ready");
  return `${age}${isPart ? "Older records are still missing." : ""}`.trim();
};
