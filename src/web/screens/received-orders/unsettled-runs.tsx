import { Link } from "@tanstack/react-router";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Answer } from "#web/api/call.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";

const mostLinked = 10;

/** Runs with an unknown result, which need work: the first page of them. */
export const UnsettledRuns = ({
  list,
}: {
  list: Answer<readonly ReceivedOrdersRun[]> | undefined;
}) => {
  const runs = list?.value ?? [];
  if (runs.length === 0) return null;
  const total = Math.max(list?.total ?? 0, runs.length);
  const linked = runs.slice(0, mostLinked);
  return (
    <Notice title={`${formatCount(total, "run")} to settle`} tone="bad" alert>
      <p>
        The API's response didn't arrive, so orders may be Processed without being received. Settle{" "}
        {linked.map(({ id }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link to="/received-orders/$id" params={{ id: String(id) }}>
              run {id}
            </Link>
          </span>
        ))}
        {total > linked.length && (
          <>
            , and{" "}
            <Link to="/received-orders" search={{ state: "unknown" }}>
              {formatQuantity(total - linked.length)} more
            </Link>
          </>
        )}
        .
      </p>
    </Notice>
  );
};
