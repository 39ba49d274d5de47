import { Link } from "@tanstack/react-router";
import { LongTable } from "#web/kit/first-rows.tsx";
import type { PlainColumn } from "#web/kit/plain-table.tsx";
import type { Rma } from "#contract/rmas.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { RmaStatusBadge, describeReceived } from "#web/records/rma-status.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Money } from "#web/kit/values.tsx";
import { countUndecided } from "./return-changes.ts";

type SourceName = (id: Rma["sourceId"]) => string;

const countUnits = (rma: Rma): number =>
  rma.items.reduce((sum, item) => sum + (item.quantity ?? 0), 0);

const RmaLink = ({ rma }: { rma: Rma }) =>
  rma.id ? (
    <Link to="/rmas/$id" params={{ id: String(rma.id) }}>
      <bdi>{rmaName(rma)}</bdi>
    </Link>
  ) : (
    <>{rmaName(rma)}</>
  );

const createColumns = (sourceName: SourceName): readonly PlainColumn<Rma>[] => [
  { header: "RMA", cell: (rma) => <RmaLink rma={rma} /> },
  { header: "Status", cell: ({ rmaStatus }) => <RmaStatusBadge status={rmaStatus} /> },
  { header: "Source", cell: ({ sourceId }) => <bdi>{sourceName(sourceId)}</bdi> },
  {
    header: "Undecided",
    align: "end",
    cell: (rma) => {
      const open = countUndecided(rma);
      return (
        <span className={open > 0 ? undefined : "faint"}>
          {`${formatQuantity(open)} of ${formatQuantity(countUnits(rma))}`}
        </span>
      );
    },
  },
  {
    header: "Goods",
    cell: ({ shipmentReceivedStatus }) => describeReceived(shipmentReceivedStatus),
  },
  {
    header: "Credit total",
    align: "end",
    cell: ({ creditTotal }) => <Money amount={creditTotal} />,
  },
];

/** The RMAs that this return was split into. */
export const ReturnRmas = ({
  rmas,
  sourceName,
}: {
  rmas: readonly Rma[];
  sourceName: SourceName;
}) => (
  <Sheet title="RMAs" note={formatCount(rmas.length, "RMA")} flush>
    <div className="return__rmas">
      <LongTable
        of="RMA"
        label="RMAs of this return"
        columns={createColumns(sourceName)}
        rows={rmas}
        none="This return has no RMAs."
      />
    </div>
  </Sheet>
);
