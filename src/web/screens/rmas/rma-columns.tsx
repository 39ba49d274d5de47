import { type Rma, countUndecidedUnits } from "#contract/rmas.ts";
import { amounts, type Column } from "#web/kit/data-table-model.ts";
import { formatQuantity } from "#web/base/format.ts";
import { Moment } from "#web/kit/values.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { recordAddress, RowLink } from "#web/records/row-link.tsx";

const undecidedLines = (rma: Rma): number =>
  rma.items.filter((item) => countUndecidedUnits(item) > 0).length;
const units = (rma: Rma): number => rma.items.reduce((sum, item) => sum + (item.quantity ?? 0), 0);

const describeUndecided = (rma: Rma): string =>
  `${formatQuantity(undecidedLines(rma))} of ${formatQuantity(rma.items.length)}`;

/** The list's columns; sources are shown by name where names are known. */
export const rmaColumns = (sourceName: (id: Rma["sourceId"]) => string): readonly Column<Rma>[] => [
  {
    id: "rmaNumber",
    header: "RMA",
    width: 108,
    main: true,
    value: rmaName,
    cell: (rma) => (
      <RowLink kind="rmas" id={rma.id}>
        {rmaName(rma)}
      </RowLink>
    ),
  },
  {
    id: "rmaStatus",
    header: "Status",
    width: 140,
    wide: "badge",
    value: (rma) => rma.rmaStatus,
    cell: (rma) => <RmaStatusBadge status={rma.rmaStatus} />,
  },
  {
    id: "sourceId",
    header: "Source",
    width: 135,
    wide: "line",
    value: (rma) => sourceName(rma.sourceId),
    cell: (rma) => <bdi>{sourceName(rma.sourceId)}</bdi>,
  },
  {
    id: "returnId",
    header: "Return",
    width: 66,
    value: (rma) => rma.returnId,
    cell: (rma) =>
      rma.returnId ? <a href={recordAddress("returns", rma.returnId)}>{rma.returnId}</a> : "–",
  },
  {
    id: "createdAt",
    header: "Created",
    width: 100,
    value: (rma) => rma.createdAt,
    cell: (rma) => <Moment at={rma.createdAt} />,
  },
  {
    id: "undecided",
    header: "Undecided lines",
    width: 122,
    align: "end",
    value: describeUndecided,
    rank: undecidedLines,
    cell: (rma) => (
      <span className={undecidedLines(rma) > 0 ? undefined : "faint"}>
        {describeUndecided(rma)}
      </span>
    ),
  },
  {
    id: "units",
    header: "Units",
    width: 58,
    align: "end",
    value: units,
    cell: (rma) => formatQuantity(units(rma)),
  },
  {
    id: "creditTotal",
    header: "Credit total",
    width: 112,
    ...amounts<Rma>((rma) => rma.creditTotal),
  },
  {
    id: "received",
    header: "Goods",
    width: 128,
    value: (rma) => describeReceived(rma.shipmentReceivedStatus),
    cell: (rma) => describeReceived(rma.shipmentReceivedStatus),
  },
  {
    id: "updatedAt",
    header: "Updated",
    width: 120,
    optional: true,
    value: (rma) => rma.updatedAt,
    cell: (rma) => <Moment at={rma.updatedAt} />,
  },
  {
    id: "creditSubtotal",
    header: "Credit subtotal",
    width: 130,
    optional: true,
    ...amounts<Rma>((rma) => rma.creditSubtotal),
  },
  {
    id: "creditAdjustment",
    header: "Adjustment",
    width: 120,
    optional: true,
    ...amounts<Rma>((rma) => rma.creditAdjustment),
  },
  {
    id: "accountingError",
    header: "Accounting error",
    width: 180,
    optional: true,
    value: (rma) => rma.accountingError,
    cell: (rma) => rma.accountingError ?? "–",
  },
  {
    id: "id",
    header: "ID",
    width: 80,
    align: "end",
    optional: true,
    value: (rma) => rma.id,
    cell: (rma) => String(rma.id ?? "–"),
  },
];
