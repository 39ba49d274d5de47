import { type RunEndActions, RunStrip } from "#web/records/runs/run-strip.tsx";
import { ButtonLink } from "#web/kit/button.tsx";
import { formatCount } from "#web/base/format.ts";
import type { PlannedRma } from "./preview.ts";
import { rmaRun } from "./rma-run.ts";

/** An address can't be much longer. */
const mostNumbers = 50;

/** Lists the RMAs that the run skipped: what another person changed needs a new decision. */
const listSkipped: RunEndActions<PlannedRma, unknown> = (lines) => {
  const numbers = lines
    .filter(({ state }) => state.kind === "skipped")
    .flatMap(({ data }) => data.before.rmaNumber ?? []);
  return (
    numbers.length > 0 && (
      <ButtonLink to="/rmas" search={{ rmaNumbers: numbers.slice(0, mostNumbers).join(",") }}>
        Show {formatCount(Math.min(numbers.length, mostNumbers), "skipped RMA")}
      </ButtonLink>
    )
  );
};

/** The run of RMAs in this browser. */
export const RmaRunStrip = () => <RunStrip control={rmaRun} atEnd={listSkipped} />;
