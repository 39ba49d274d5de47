import { whenDrawn } from "#web/base/when-idle.ts";
import { later } from "#web/kit/later.tsx";

/** The actions on selected RMAs; their code loads with the first selection. */
export const BulkBar = later(async () => (await import("./bulk-bar.tsx")).BulkBar);

/** The run of RMAs; its code loads when the rows are drawn. */
export const RmaRunStrip = later(async () => {
  await whenDrawn();
  return (await import("./rma-run.tsx")).RmaRunStrip;
});

/** The run's result for one RMA; its code loads after the screen's own. */
export const RmaRunResult = later(async () => (await import("./rma-run.tsx")).RmaRunResult);
