import { RecordRun } from "#web/runs/record-run.tsx";
import { actionWords, rmaRun } from "./rma-run.ts";

/** What this browser's run did with one RMA. */
export const RmaRunResult = ({ id }: { id: number }) => (
  <RecordRun
    control={rmaRun}
    recordId={id}
    describeChange={({ action, text }) =>
      [actionWords[action].label, text && `“${text}”`].filter(Boolean).join(" ")
    }
  />
);
