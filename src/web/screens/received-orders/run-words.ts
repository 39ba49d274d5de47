import type { ReceivedOrdersRun, ReceivedOrdersState } from "#contract/received-orders.ts";
import { mayHaveHappened } from "#web/base/api-error.ts";
import { formatCount } from "#web/base/format.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** The label and tone of a run's state. */
const runStates: Readonly<Record<ReceivedOrdersState, { label: string; tone: Tone }>> = {
  dispatching: { label: "In progress", tone: "calm" },
  received: { label: "Received", tone: "good" },
  refused: { label: "No change", tone: "still" },
  unknown: { label: "Unknown", tone: "bad" },
  settled: { label: "Settled", tone: "partial" },
};

const isState = (state: string): state is ReceivedOrdersState => state in runStates;

/** The label of a state; an unknown state is shown as it came. */
export const getRunState = (state: string): { label: string; tone: Tone } =>
  isState(state) ? runStates[state] : { label: state, tone: "still" };

export const runName = ({ id }: Pick<ReceivedOrdersRun, "id">): string => `Run ${id}`;

/** The result of a run, in a few words. */
export const runResult = (run: ReceivedOrdersRun): string => {
  if (run.state === "dispatching") return "Waiting for the API";
  if (run.state === "unknown") return "Orders may have changed without being received";
  if (run.state === "refused") return run.reason ?? "No orders changed";
  return formatCount(run.orderCount, "order");
};

/** The question before orders are received. `count`: the orders in Processing; undefined if unknown. */
export const askToReceive = (count: number | undefined, source: string): string =>
  `Receive ${count ? formatCount(count, "order") : "orders"} from ${source}?`;

/** The result of a run that has just ended, for a notification. */
export const describeEnd = (run: ReceivedOrdersRun): string => {
  if (run.state === "refused")
    return ["No orders changed", ...(run.reason ? [run.reason] : [])].join(". ");
  if (run.state !== "received") return `${runName(run)}: ${runResult(run)}`;
  return run.orderCount === 0
    ? "No orders in Processing"
    : `${formatCount(run.orderCount, "order")} received and saved`;
};

/** Why no run was returned, for a notification. */
export const describeFailure = (error: unknown): string =>
  mayHaveHappened(error)
    ? "Orders may have been received. Check the list of runs."
    : `No orders received. ${error instanceof Error ? error.message : String(error)}`;
