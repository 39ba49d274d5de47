import { type ComponentProps, lazy, Suspense } from "react";

const Bar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).BulkBar }));
const Strip = lazy(async () => ({ default: (await import("./rma-run-strip.tsx")).RmaRunStrip }));

/** The actions on selected RMAs; their code loads with the first selection. */
export const BulkBar = (props: ComponentProps<typeof Bar>) => (
  <Suspense>
    <Bar {...props} />
  </Suspense>
);

/** The run of RMAs; its code loads after the screen's own. */
export const RmaRunStrip = (props: ComponentProps<typeof Strip>) => (
  <Suspense>
    <Strip {...props} />
  </Suspense>
);
