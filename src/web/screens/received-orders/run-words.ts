import type { ReceivedOrdersRun, ReceivedOrdersState } from "#contract/received-orders.ts";
import { mayHaveHappened } from "#web/base/api-error.ts";
import { formatCount, formatDateTime } from "#web/base/format.ts";
import type { Tone } from "#web/kit/status-badge.tsx";

/** The label and tone of a run's state. */
const runStates: Readonly<Record<ReceivedOrdersState, { label: string; tone: Tone }>> = {
  dispatching: { label: "In progress", tone: "calm" },
  received: { label: "Fetched by console", tone: "good" },
  refused: { label: "Nothing received", tone: "still" },
  unknown: { label: "Result unknown", tone: "bad" },
  settled: { label: "Resolved by a person", tone: "partial" },
};

const isState = (state: string): state is ReceivedOrdersState => state in runStates;

/** The label of a state; an unknown state is shown as it came. */
export const getRunState = (state: string): { label: string; tone: Tone } =>
  isState(state) ? runStates[state] : { label: state, tone: "still" };

/** The name of the orders of one run: a person knows them by when they came. */
export const runName = ({ requestedAt }: Pick<ReceivedOrdersRun, "requestedAt">): string =>
  `Batch of ${formatDateTime(requestedAt)}`;

/** The result of a run, in a few words. */
export const runResult = (run: ReceivedOrdersRun): string => {
  if (run.state === "dispatching") return "Waiting for the response";
  if (run.state === "unknown") return "Orders may have changed without being received";
  if (run.state === "refused") return run.reason ?? "No orders changed";
  return formatCount(run.orderCount, "order");
};

type NameOf = (id: number | null | undefined) => string;

const isOfAll = ({ sourceId }: ReceivedOrdersRun): boolean =>
  sourceId === null || sourceId === undefined;

/** The source of a run's orders. */
export const describeSource = (run: ReceivedOrdersRun, sourceName: NameOf): string =>
  isOfAll(run) ? "All sources" : sourceName(run.sourceId);

/** The source of a run's orders, within a sentence. */
export const sourceInSentence = (run: ReceivedOrdersRun, sourceName: NameOf): string =>
  isOfAll(run) ? "all sources" : sourceName(run.sourceId);

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
    ? "Orders may have been received. Check the list of batches."
    : `No orders received. ${error instanceof Error ? error.message : String(error)}`;
