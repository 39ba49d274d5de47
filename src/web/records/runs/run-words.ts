import type { BulkItem, BulkItemState, BulkRun, BulkRunState } from "#contract/bulk-runs.ts";
import type { CsvValue } from "#web/base/csv-value.ts";
import { capital, formatCount, formatDuration, formatQuantity } from "#web/base/format.ts";

/** What is said of the runs of one kind of record. */
export interface RunKind {
  /** One record: "order". */
  readonly noun: string;
  /** The folder of its screens. */
  readonly resource: "purchase-orders" | "rmas" | "mapping-rules";
  /** The name of the strip: "Orders in progress". */
  readonly region: string;
  /** The number of requests for each record. */
  readonly requests: number;
}

/** An RMA and a rule are read first. */
export const runKinds = {
  rmas: { noun: "RMA", resource: "rmas", region: "RMAs in progress", requests: 2 },
  "purchase-orders": {
    noun: "order",
    resource: "purchase-orders",
    region: "Orders in progress",
    requests: 1,
  },
  "mapping-rules": {
    noun: "rule",
    resource: "mapping-rules",
    region: "Rules in progress",
    requests: 2,
  },
} as const satisfies Record<RunKind["resource"], RunKind>;

/** The kind of a run. */
export const findRunKind = ({ resource }: Pick<BulkRun, "resource">): RunKind =>
  runKinds[resource as RunKind["resource"]] ?? runKinds.rmas;

/** The time for that many requests at the upstream's rate limit; undefined without a limit. */
export const secondsAtRate = (
  requests: number,
  rateLimit: number | undefined,
): number | undefined => (rateLimit ? Math.ceil(requests / rateLimit) : undefined);

/** The duration of a run, shown before it starts. */
export const runTime = (
  { requests: each }: Pick<RunKind, "requests">,
  count: number,
  rateLimit: number | undefined,
): string => {
  const seconds = secondsAtRate(count * each, rateLimit);
  return seconds === undefined
    ? "They are changed one after another."
    : `They are changed one after another, in about ${formatDuration(seconds)}.`;
};

/** What a person can do meanwhile, said before a run starts. */
export const runAfterClosing =
  "It continues when this page or this browser is closed, and your colleagues can follow it.";

type Past = Pick<BulkRun, "past">;

const describeState: Readonly<Record<BulkItemState, (run: Past, why: string) => string>> = {
  waiting: (_, why) => (why ? `Waiting. ${why}` : "Waiting"),
  sending: () => "Sending",
  done: ({ past }, why) => (why ? `${capital(past)}. ${why}` : capital(past)),
  refused: (_, why) => `Not changed: ${why}`,
  conflict: (_, why) => `Skipped: ${why}`,
  unknown: (_, why) => `Status unknown. ${why}`,
  skipped: () => "Canceled, not sent",
};

const isItemState = (state: string): state is BulkItemState => Object.hasOwn(describeState, state);

/** The result for one record of a run, in words. */
export const describeItem = (run: Past, { state, reason }: BulkItem): string =>
  isItemState(state) ? describeState[state](run, reason ?? "") : state;

/** The same with what the preview said of a changed record. */
export const describeItemWithPlan = (run: Past, item: BulkItem): string => {
  const described = describeItem(run, item);
  return item.state === "done" && item.planned
    ? `${described.replace(/\.$/, "")}. ${item.planned}`
    : described;
};

const resultNames: Readonly<Record<BulkItemState, string>> = {
  waiting: "Not sent yet",
  sending: "Sending",
  done: "Done",
  refused: "Failed",
  conflict: "Skipped",
  unknown: "Status unknown",
  skipped: "Canceled",
};

/** The results of a run as a table with a header row. What the preview promised is only true of the changed records. */
export const reportRun = (noun: string, run: BulkRun): CsvValue[][] => {
  const columns = [...new Set(run.items.flatMap(({ report }) => Object.keys(report ?? {})))];
  return [
    [capital(noun), "ID", "Result", "Details", ...columns],
    ...run.items.map((item) => [
      item.name,
      item.recordId,
      isItemState(item.state) ? resultNames[item.state] : item.state,
      describeItem(run, item),
      ...columns.map((column) => (item.state === "done" ? (item.report?.[column] ?? "") : "")),
    ]),
  ];
};

/** The records that are not sent, or whose result is not known yet. */
export const countOpen = ({ counts }: Pick<BulkRun, "counts">): number =>
  counts.waiting + counts.sending + counts.unknown;

/** Whether all records of a run have the change. */
export const wentWell = ({ counts }: Pick<BulkRun, "counts">): boolean =>
  counts.done === counts.total;

const counted = (count: number, what: string) => count > 0 && `${formatQuantity(count)} ${what}`;

/** The results of a run so far, without those that are zero. */
export const describeTally = (noun: string, { past, counts }: BulkRun): string =>
  [
    `${formatQuantity(counts.done)} of ${formatCount(counts.total, noun)} ${past}`,
    counted(counts.refused, "not changed"),
    counted(counts.conflict, "skipped"),
    counted(counts.unknown, "unknown"),
    counted(counts.skipped, "canceled"),
  ]
    .filter((part) => part)
    .join(", ");

/** A run as colleagues read it: "Ana approved 12 RMAs, 3 left". */
export const describeProgress = (noun: string, run: BulkRun): string => {
  const { startedBy, past, counts } = run;
  const done = `${past} ${formatCount(counts.done, noun)}`;
  // A name may have its ID in parentheses.
  const who = startedBy?.replace(/ \([^()]*\)$/, "");
  return [
    who ? `${who} ${done}` : capital(done),
    counted(countOpen(run), "left"),
    counted(counts.refused, "not changed"),
    counted(counts.conflict, "skipped"),
    counted(counts.skipped, "canceled"),
  ]
    .filter((part) => part)
    .join(", ");
};

/** The heading of a run: what is done to how many records while it runs, then its state. */
export const describeRunState = (noun: string, run: BulkRun): string => {
  const headings: Readonly<Record<BulkRunState, string>> = {
    running: `${run.title}: ${formatCount(run.counts.total, noun)}`,
    paused: run.reason
      ? "Stopped"
      : run.counts.sending > 0
        ? `Pausing after this ${noun}`
        : "Paused",
    ended: "Finished",
    canceled: "Canceled",
  };
  return headings[run.state as BulkRunState] ?? run.state;
};

/** The results of a run are shown on the screens of its records for a day. */
const shownForMs = 24 * 3_600_000;

export const isRecent = ({ endedAt }: Pick<BulkRun, "endedAt">): boolean =>
  !endedAt || Date.now() - Date.parse(endedAt) < shownForMs;
