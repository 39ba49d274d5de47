import { RunStrip } from "#web/runs/run-strip.tsx";
import { rmaRun } from "./rma-run.ts";

/** The run of RMAs in this browser; on an RMA's own screen, a finished one only if the RMA was part of it. */
export const RmaRunStrip = (props: { recordId?: number }) => (
  <RunStrip control={rmaRun} {...props} />
);
