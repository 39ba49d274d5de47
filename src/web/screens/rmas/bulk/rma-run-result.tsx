import { RecordRun } from "#web/records/runs/record-run.tsx";
import { actionWords, rmaRun } from "./rma-run.ts";

/** The result of this browser's run for one RMA. */
export const RmaRunResult = ({ id }: { id: number }) => (
  <RecordRun
    control={rmaRun}
    recordId={id}
    describeChange={({ action, text }) =>
      [actionWords[action].label, text && `“${text}”`].filter(Boolean).join(" ")
    }
  />
);
