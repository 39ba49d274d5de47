import { parseCommaList } from "#contract/comma-list.ts";
import { pathIdPattern } from "#contract/primitives.ts";
import { readTime } from "#contract/read-time.ts";
import type { Rma } from "#contract/rmas.ts";
import type { RmaFilter } from "#web/api/rmas.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { formatQuantity } from "#web/base/format.ts";
import { pickFilters, type SearchOf } from "#web/base/list-search.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { toRecordNumbers } from "#web/records/record-numbers.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { countUndecided, describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { recordAddress } from "#web/records/row-link.tsx";
import { seenRecords } from "#web/records/recent-records.ts";
import "./rma-rows.css";

const countUnits = (rma: Rma): number =>
  rma.items.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);

const describeUndecided = (rma: Rma): string =>
  `${formatQuantity(countUndecided(rma))} of ${formatQuantity(countUnits(rma))}`;

/** The undecided units of all, in figures and as a bar. */
const Undecided = ({ rma }: { rma: Rma }) => {
  const [open, all] = [countUndecided(rma), countUnits(rma)];
  return (
    <span className={open > 0 ? undefined : "faint"}>
      {describeUndecided(rma)}
      <span
        className="undecided-bar"
        aria-hidden="true"
        style={{ backgroundSize: `${all > 0 ? (100 * open) / all : 0}% 100%` }}
      />
    </span>
  );
};

const column = createColumnHelper<Rma>();

/** The columns of the list; the queue sorts by them, too. Sources are shown by name where names are known. */
export const rmaColumns = (sourceName: (id: Rma["sourceId"]) => string): readonly Column<Rma>[] => [
  column.link("rmaNumber", "RMA", 104, { of: rmaName, to: ({ id }) => recordAddress("rmas", id) }),
  column.text("rmaStatus", "Status", 140, {
    wide: "badge",
    cell: ({ rmaStatus }) => <RmaStatusBadge status={rmaStatus} />,
  }),
  column.party("sourceId", "Source", 160, sourceName, { wide: "mark" }),
  column.text("returnId", "Return", 66, {
    optional: "tablet",
    cell: ({ returnId }) =>
      returnId ? <a href={recordAddress("returns", returnId)}>{returnId}</a> : "–",
  }),
  column.date("createdAt", "Created", 112),
  column.text("undecided", "Undecided", 110, {
    of: describeUndecided,
    align: "end",
    rank: countUndecided,
    cell: (rma) => <Undecided rma={rma} />,
  }),
  column.money("creditTotal", "Credit total", 100),
  column.text("received", "Goods", 140, {
    of: (rma) => describeReceived(rma.shipmentReceivedStatus),
    optional: "tablet",
  }),
  column.date("updatedAt", "Updated", 120, { optional: "narrow" }),
  column.money("creditSubtotal", "Credit subtotal", 130, { optional: true }),
  column.money("creditAdjustment", "Adjustment", 120, { optional: true }),
  column.text("accountingError", "Accounting error", 180, { optional: true }),
  column.text("id", "ID", 80, { align: "end", optional: true }),
];

/** A typed return id, or the id of a return that this browser has shown under a typed number. */
const resolveReturnId = (typed: string): string | undefined => {
  if (pathIdPattern.test(typed)) return typed;
  const seen = seenRecords("returns").find(
    ({ label }) => label.toLowerCase() === typed.toLowerCase(),
  );
  return seen && String(seen.id);
};

/** The request's filter for an address; `unknownReturn` is a typed return without a known id. */
export const readRmaFilter = (search: SearchOf<"/rmas">) => {
  const {
    status,
    returnId: typed,
    rmaNumbers,
    createdAfter,
    createdBefore: _,
    q: _text,
    updatedAfter,
    ...others
  } = pickFilters(search);
  const returnId = typed && resolveReturnId(typed);
  const filter = {
    ...others,
    ...(status && status !== "all" && { status }),
    ...(createdAfter && { createdAfter: startOfDay(createdAfter) }),
    ...(updatedAfter && { updatedAfter: startOfDay(updatedAfter) }),
    ...(returnId && { returnId }),
    ...(rmaNumbers && { rmaNumbers: toRecordNumbers(rmaNumbers, "RMA") }),
  };
  return { filter, unknownReturn: typed && !returnId ? typed : undefined };
};

/** Applies the API's own filters to RMAs that it does not list. */
export const matchesRmaFilter =
  ({ status, sourceId, returnId, createdAfter, updatedAfter }: RmaFilter) =>
  (rma: Rma): boolean =>
    (!status || parseCommaList(status).includes(rma.rmaStatus ?? "")) &&
    (!sourceId || String(rma.sourceId) === sourceId) &&
    (!returnId || String(rma.returnId) === returnId) &&
    (!createdAfter || readTime(rma.createdAt) > readTime(createdAfter)) &&
    (!updatedAfter || readTime(rma.updatedAt) > readTime(updatedAfter));

/** Whether an RMA matches the filter that the API doesn't have. */
export const matchesOwnFilter =
  ({ createdBefore }: SearchOf<"/rmas">) =>
  ({ createdAt }: Rma): boolean =>
    isWithin(createdAt, { before: createdBefore });
