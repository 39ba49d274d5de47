import type { ConnectionFailure } from "#contract/connection.ts";
import { formatQuantity } from "#web/base/format.ts";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Moment } from "#web/kit/values.tsx";
import { describeCause } from "./cause-words.ts";

const columns: readonly PlainColumn<ConnectionFailure>[] = [
  {
    header: "Failure",
    cell: (failure) => {
      const { title, todo } = describeCause(failure);
      return (
        <div>
          <strong>{title}</strong>
          <p className="faint small">{todo}</p>
        </div>
      );
    },
  },
  {
    header: "Last request",
    cell: ({ request, status, code }) => (
      <span className="code">{`${request}: ${status ?? code ?? "no response"}`}</span>
    ),
  },
  { header: "Count", align: "end", cell: ({ count }) => formatQuantity(count) },
  { header: "Last", cell: ({ at }) => <Moment at={at} /> },
];

/** The failures since the gateway started: their meaning, and what to do about them. */
export const FailuresSheet = ({ failures }: { failures: readonly ConnectionFailure[] }) => (
  <Sheet title="Failures since the gateway started" flush>
    <div className="connection__failures">
      <PlainTable
        label="Failures"
        columns={columns}
        rows={failures}
        none="None. Requests for lists or records that the API doesn't have aren't counted."
      />
    </div>
  </Sheet>
);
