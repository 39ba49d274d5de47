import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type DecidedLine, maxAlikePage } from "#contract/evidence.ts";
import { alikeLines } from "#web/api/evidence.ts";
import { formatAge, formatMoney, formatQuantity } from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";

const outcomes: Readonly<Record<DecidedLine["outcome"], readonly [label: string, tone: Tone]>> = {
  approve: ["Approved", "good"],
  deny: ["Denied", "bad"],
  split: ["Split", "partial"],
};

const Age = ({ at }: { at: number }) => <span className="truncate">{formatAge(at, useNow())}</span>;

const columns: readonly PlainColumn<DecidedLine>[] = [
  {
    header: "RMA",
    cell: ({ rma }) => (
      <Link to="/rmas/$id" params={{ id: String(rma.id) }} target="_blank" className="truncate">
        <bdi>{rma.name || `RMA ${rma.id}`}</bdi>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Link>
    ),
  },
  { header: "Item", wide: true, cell: ({ title, sku }) => <bdi>{title || sku}</bdi> },
  { header: "Condition", cell: ({ condition }) => <bdi>{condition}</bdi> },
  {
    header: "Decision",
    cell: ({ outcome }) => <StatusBadge label={outcomes[outcome][0]} tone={outcomes[outcome][1]} />,
  },
  { header: "Credit", align: "end", cell: ({ credited }) => formatMoney(credited) },
  { header: "Decided", cell: ({ decidedAt }) => <Age at={decidedAt} /> },
];

interface AlikeDialogProps {
  rmaId: number;
  lineId: number;
  title: string;
  /** In what the lines are alike. */
  alike: string;
  onClose: () => void;
}

/** The decided lines that a proposal is counted from. */
export const AlikeDialog = ({ rmaId, lineId, title, alike, onClose }: AlikeDialogProps) => {
  const { data, isError, error, refetch } = useQuery(alikeLines(rmaId, lineId));
  return (
    <Dialog
      wide
      closesBeside
      title={title}
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <p>Alike in: {alike}.</p>
      {isError && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !isError && [50, 44, 48, 46].map((width) => <Skeleton key={width} width={width} />)}
      {data && (
        <PlainTable
          label="Lines decided alike"
          columns={columns}
          rows={data.lines}
          none="These lines are no longer known."
        />
      )}
      {data?.hasMore && <p>Only the newest {formatQuantity(maxAlikePage)} are listed.</p>}
    </Dialog>
  );
};
