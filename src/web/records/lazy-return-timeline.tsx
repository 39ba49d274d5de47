import "./return-timeline.css";
import { lazy, Suspense } from "react";
import type { ReturnTimelineProps } from "./return-timeline.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";

const Timeline = lazy(async () => ({
  default: (await import("./return-timeline.tsx")).ReturnTimeline,
}));

const Loading = () => (
  <div className="return-timeline" role="status" aria-busy="true" aria-label="Loading">
    {[24, 18, 30, 22, 27].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);

/** The history of a return in a sheet; its code loads after the screen's own. */
export const ReturnTimelineSheet = ({
  isLoading,
  ...timeline
}: ReturnTimelineProps & { isLoading?: boolean }) => (
  <Sheet title="Timeline">
    {isLoading ? (
      <Loading />
    ) : (
      <Suspense fallback={<Loading />}>
        <Timeline {...timeline} />
      </Suspense>
    )}
  </Sheet>
);
