import "./overview-figures.css";
import type { Rma } from "#contract/rmas.ts";
import { FailingSheet } from "./failing-sheet.tsx";
import { LateSheet } from "./late-sheet.tsx";
import { OldestReturns } from "./oldest-returns.tsx";
import { ReturnsSheet } from "./returns-sheet.tsx";
import { RmasSheet } from "./rmas-sheet.tsx";
import { TodaySheet } from "./today-sheet.tsx";
import { useFigures } from "./use-figures.ts";
import { useRefresh } from "./use-refresh.ts";

interface OverviewFiguresProps {
  /** The RMAs with undecided units; undefined while some are loading, or if they can't be loaded. */
  open: readonly Rma[] | undefined;
  units: number;
  /** The number of loaded RMAs, if there are more. */
  loaded: number | undefined;
  now: number;
  /** False if there are no RMAs to count. */
  hasRmas: boolean;
}

/** Records that wait, are late or failed, beside the list of RMAs. */
export const OverviewFigures = ({ open, units, loaded, now, hasRmas }: OverviewFiguresProps) => {
  const figures = useFigures(now);
  useRefresh();
  return (
    <>
      <div className="stack">
        {hasRmas && <RmasSheet open={open} units={units} loaded={loaded} now={now} />}
        <ReturnsSheet now={now} figures={figures.returns} />
      </div>
      <div className="stack">
        <LateSheet figures={figures} />
        <TodaySheet figures={figures} />
        {/* It grows when its webhooks are known. */}
        <FailingSheet figures={figures} />
      </div>
      {!figures.returns.isPending && <OldestReturns figures={figures.returns} now={now} />}
    </>
  );
};
