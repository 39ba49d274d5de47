import { Skeleton } from "./skeleton.tsx";

/** Widths of the lines, in characters. */
const lines = [28, 36, 22, 31];

/** A placeholder for a sheet whose content is loading. */
export const WaitingSheet = () => (
  <div className="sheet sheet__body stack" role="status" aria-busy="true" aria-label="Loading">
    {lines.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
