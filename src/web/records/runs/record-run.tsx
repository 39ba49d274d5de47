import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { bulkRunList } from "#web/api/bulk-runs.ts";
import { KeyValues } from "#web/kit/key-values.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Moment } from "#web/kit/values.tsx";
import { describeItemWithPlan, describeTally, isRecent, type RunKind } from "./run-words.ts";

/** The result of the newest run for one record, on the record's own screen; empty if there is none of today. */
export const RecordRun = ({
  kind,
  recordId,
  onChanged,
}: {
  kind: RunKind;
  recordId: number;
  /** Called when the run has changed the record while it was shown: it is loaded again. */
  onChanged: () => void;
}) => {
  const { data } = useQuery(bulkRunList({ resource: kind.resource, recordId, pageSize: 1 }));
  const [run] = data?.value ?? [];
  const [item] = run?.items ?? [];
  const state = item?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && before.current !== state && state === "done") onChanged();
    before.current = state;
  });
  if (!run || !item || !isRecent(run)) return null;
  return (
    <Sheet
      title="Bulk change"
      note={
        <Link to="/bulk-runs/$id" params={{ id: String(run.id) }}>
          Show run
        </Link>
      }
    >
      <KeyValues
        items={[
          {
            label: `Result for this ${kind.noun}`,
            value: describeItemWithPlan(run, item),
            wide: true,
          },
          { label: "Action", value: run.title },
          { label: "Started", value: <Moment at={run.startedAt} absolute /> },
          ...(run.startedBy ? [{ label: "Started by", value: <bdi>{run.startedBy}</bdi> }] : []),
          { label: "All results", value: describeTally(kind.noun, run) },
        ]}
      />
    </Sheet>
  );
};
