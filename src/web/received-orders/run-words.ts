import type { ReceivedOrdersRun, ReceivedOrdersState } from "#contract/received-orders.ts";
import { formatCount } from "#web/ui/format.ts";
import type { Tone } from "#web/ui/status-badge.tsx";

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
