import "./return-timeline.css";
import type { ReturnTimelineProps } from "./return-timeline.tsx";
import { later } from "#web/kit/later.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";

const Timeline = later(async () => (await import("./return-timeline.tsx")).ReturnTimeline);

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
    {isLoading ? <Loading /> : <Timeline {...timeline} instead={<Loading />} />}
  </Sheet>
);
