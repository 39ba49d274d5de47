import { useQuery } from "@tanstack/react-query";
import { editingRules } from "#contract/mapping-rules.ts";
import type { Permission } from "#contract/people.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { bulkRunDetail } from "#web/api/bulk-runs.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { WaitingSheet } from "#web/kit/skeleton.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { RunPanel } from "#web/records/runs/run-strip.tsx";
import { findRunKind, type RunKind } from "#web/records/runs/run-words.ts";

/** All changes of orders need the same role. */
const permissions: Readonly<Record<RunKind["resource"], Permission>> = {
  rmas: rmaOperations.updateRmaItems,
  "purchase-orders": purchaseOrderOperations.acknowledgePurchaseOrder,
  "mapping-rules": editingRules,
};

/** One bulk run: its progress and the result of each record. */
export const BulkRunDetail = () => {
  const id = useRouteId();
  const { data, error, refetch } = useQuery(bulkRunDetail(Number(id)));
  const run = data?.value;
  const kind = run && findRunKind(run);
  return (
    <Screen
      title={run?.title ?? `Bulk change ${id}`}
      crumbs={[{ label: "Bulk changes", to: "/bulk-runs" }]}
    >
      {run && kind ? (
        <RunPanel kind={kind} run={run} permission={permissions[kind.resource]} opened />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <WaitingSheet />
      )}
    </Screen>
  );
};
