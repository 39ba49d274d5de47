import { useQuery } from "@tanstack/react-query";
import type { ProposalQuality } from "#contract/evidence.ts";
import { proposalQuality } from "#web/api/evidence.ts";
import { formatDate, formatQuantity } from "#web/base/format.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";

type Reason = ProposalQuality["reasons"][number];

const describeShare = ({ agreed, proposed }: Pick<Reason, "agreed" | "proposed">): string =>
  proposed === 0 ? "–" : `${formatQuantity(Math.round((100 * agreed) / proposed))}%`;

const columns: readonly PlainColumn<Reason>[] = [
  { header: "Reason", wide: true, cell: ({ reason }) => <bdi>{reason || "No reason"}</bdi> },
  { header: "Decided", align: "end", cell: ({ lines }) => formatQuantity(lines) },
  { header: "Proposed", align: "end", cell: ({ proposed }) => formatQuantity(proposed) },
  { header: "Agreed", align: "end", cell: ({ agreed }) => formatQuantity(agreed) },
  { header: "Share", align: "end", cell: describeShare },
];

const toDay = (at: number): string => formatDate(new Date(at).toISOString());

const describe = ({ lines, proposed, agreed, from, to }: ProposalQuality): string =>
  lines === 0
    ? "No decided RMA lines are known yet."
    : proposed === 0
      ? `Of the last ${formatQuantity(lines)} decided lines, none had enough alike before it for a proposal.`
      : `People agreed with ${formatQuantity(agreed)} of ${formatQuantity(proposed)} proposals for the last ${formatQuantity(lines)} decided lines${from !== undefined && to !== undefined ? `, ${toDay(from)} to ${toDay(to)}` : ""}.`;

/** How good proposals in the RMA queue were: each is compared with the decision that followed. */
export const ProposalQualitySheet = () => {
  const { data, isError } = useQuery(proposalQuality);
  return (
    <Sheet title="How proposals compare with decisions" flush>
      <p className="sheet__body soft">
        {isError ? (
          "Couldn't load the comparison."
        ) : data ? (
          describe(data)
        ) : (
          <Skeleton width={40} />
        )}
      </p>
      {data && data.reasons.length > 0 && (
        <PlainTable label="Proposals by reason" columns={columns} rows={data.reasons} none="" />
      )}
    </Sheet>
  );
};
