import { Link } from "@tanstack/react-router";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { formatCount } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Runs with an unknown result, which need work. */
export const UnsettledRuns = ({ runs }: { runs: readonly ReceivedOrdersRun[] }) =>
  runs.length === 0 ? null : (
    <Notice title={`${formatCount(runs.length, "run")} to settle`} tone="bad" alert>
      <p>
        The API's response didn't arrive, so orders may be Processed without being received. Settle{" "}
        {runs.slice(0, 10).map(({ id }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link to="/received-orders/$id" params={{ id: String(id) }}>
              run {id}
            </Link>
          </span>
        ))}
        .
      </p>
    </Notice>
  );
