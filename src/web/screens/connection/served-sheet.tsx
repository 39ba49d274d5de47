import type { Connection } from "#contract/connection.ts";
import { describeError } from "#web/api/error-advice.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { describeTried, type StateLabel } from "./connection-words.ts";
import { type TriedRow, triedRows } from "./tried-operations.ts";
import type { Tried, useTriedOperations } from "./use-tried-operations.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";

interface ShownRow extends TriedRow {
  words: StateLabel;
  advice: string | undefined;
}

const columns: readonly PlainColumn<ShownRow>[] = [
  { header: "Data", cell: ({ label }) => <strong>{label}</strong> },
  { header: "Request", cell: ({ request }) => <span className="code">{request}</span> },
  { header: "Status", cell: ({ words }) => <StatusBadge {...words} /> },
  {
    header: "If not available",
    wide: true,
    cell: ({ without, advice }) => <span className="faint small">{advice ?? without}</span>,
  },
];

const describeRow = ({ row, checking, result }: Tried, state: Connection): ShownRow => {
  const words = checking
    ? { label: "Checking", tone: "calm" as const }
    : describeTried(result, state);
  const failed = !checking && words.tone === "bad" && Boolean(result?.error);
  return { ...row, words, advice: failed ? describeError(result?.error).text : undefined };
};

/** The reads that the upstream serves. One is checked if nothing is known, all of them when the user asks for it. */
export const ServedSheet = ({
  state,
  reads: { tried, busy, checkAll },
}: {
  state: Connection;
  reads: ReturnType<typeof useTriedOperations>;
}) => (
  <Sheet
    title="What the API offers"
    note={
      <LockableButton size="xs" locked={busy} onClick={() => checkAll()}>
        {busy ? "Checking…" : `Check all (${triedRows.length} requests)`}
      </LockableButton>
    }
    flush
  >
    <p className="connection__lead">
      The API's reference documents eight operations. All others are extensions that an API may not
      offer. The screens work with what is available.
    </p>
    <div className="connection__served">
      <PlainTable
        label="Operations"
        columns={columns}
        rows={tried.map((one) => describeRow(one, state))}
        none=""
      />
    </div>
  </Sheet>
);
