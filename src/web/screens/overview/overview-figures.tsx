import "./overview-figures.css";
import type { Query } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Rma } from "#contract/rmas.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useIsAddressWrong } from "#web/kit/base-address-notice.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { FailingSheet } from "./failing-sheet.tsx";
import { LateSheet } from "./late-sheet.tsx";
import { OldestReturns } from "./oldest-returns.tsx";
import { ReturnsSheet } from "./returns-sheet.tsx";
import { RmasSheet } from "./rmas-sheet.tsx";
import { TodaySheet } from "./today-sheet.tsx";
import { useFigures } from "./use-figures.ts";
import { isCounted, useRefresh } from "./use-refresh.ts";

interface OverviewFiguresProps {
  /** The RMAs with undecided units; undefined while some are loading, or if they can't be loaded. */
  open: readonly Rma[] | undefined;
  units: number;
  /** The number of loaded RMAs, if there are more. */
  loaded: number | undefined;
  now: number;
  /** Why the RMAs could not be loaded, which the screen says above. */
  lost: unknown;
}

const hasFailed = ({ queryKey, state }: Query): boolean =>
  isCounted(queryKey) &&
  state.data === undefined &&
  state.error !== null &&
  !isUnserved(state.error);

/** Says once that figures are missing, and why the first of them is. */
const LostFigures = () => {
  const cache = queryClient.getQueryCache();
  const findFirst = () => cache.findAll({ type: "active", predicate: hasFailed })[0]?.state.error;
  const error = useSyncExternalStore((changed) => cache.subscribe(changed), findFirst);
  const retry = () => void queryClient.refetchQueries({ type: "active", predicate: hasFailed });
  return error ? (
    <ErrorNotice error={error} onRetry={retry}>
      <p>Figures shown as – couldn't be loaded.</p>
    </ErrorNotice>
  ) : null;
};

/** Records that wait, are late or failed, beside the list of RMAs. */
export const OverviewFigures = ({ open, units, loaded, now, lost }: OverviewFiguresProps) => {
  const isUnservedHere = isUnserved(lost);
  const isAddressWrong = useIsAddressWrong(isUnservedHere);
  const figures = useFigures(now);
  useRefresh();
  // At a wrong address nothing is known of what the API offers, and the screen says so once.
  if (isUnservedHere && isAddressWrong !== false) return null;
  return (
    <>
      <div className="stack">
        {!lost && <LostFigures />}
        {!lost && <RmasSheet open={open} units={units} loaded={loaded} now={now} />}
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
