import { type ComponentProps, lazy, Suspense } from "react";
import { whenDrawn } from "#web/base/when-idle.ts";

const Bar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).BulkBar }));
const Strip = lazy(async () => {
  await whenDrawn();
  return { default: (await import("./rma-run-strip.tsx")).RmaRunStrip };
});
const Result = lazy(async () => ({ default: (await import("./rma-run-result.tsx")).RmaRunResult }));

/** The actions on selected RMAs; their code loads with the first selection. */
export const BulkBar = (props: ComponentProps<typeof Bar>) => (
  <Suspense>
    <Bar {...props} />
  </Suspense>
);

/** The run of RMAs; its code loads when the rows are drawn. */
export const RmaRunStrip = () => (
  <Suspense>
    <Strip />
  </Suspense>
);

/** The run's result for one RMA; its code loads after the screen's own. */
export const RmaRunResult = (props: ComponentProps<typeof Result>) => (
  <Suspense>
    <Result {...props} />
  </Suspense>
);
