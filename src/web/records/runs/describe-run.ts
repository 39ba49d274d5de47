import { capital } from "#web/base/capital.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import type { CsvValue } from "#web/base/csv-value.ts";
import {
  type RunLine,
  type RunLineKind,
  type RunLineState,
  type RunTally,
  wentWell,
} from "./run-line.ts";

interface ReportColumn<D> {
  readonly header: string;
  /** `went`: whether the record has the change. */
  readonly value: (data: D, went: boolean) => CsvValue;
}

/** The words for the runs of one kind of record. */
export interface RunWords<C, D = unknown> {
  /** One record: "order". */
  readonly noun: string;
  /** The folder of its screens. */
  readonly kind: "purchase-orders" | "rmas";
  /** The name of the strip: "Orders in progress". */
  readonly region: string;
  /** The work in progress: "Acknowledging". */
  readonly acting: (change: C) => string;
  /** The result: "acknowledged". */
  readonly done: (change: C) => string;
  /** The property that a record has or lacks after a lost response: "status". */
  readonly news: string;
  /** The number of requests for each record. */
  readonly requests: number;
  /** The changed record in words. */
  readonly outcome?: (data: D) => string;
  /** More columns of the report. */
  readonly columns?: readonly ReportColumn<D>[];
}

type Describe = (words: { done: string; noun: string; news: string }, why: string) => string;

const descriptions: Readonly<Record<RunLineKind, Describe>> = {
  waiting: () => "Waiting",
  sending: () => "Sending",
  done: ({ done }) => capital(done),
  already: ({ done }) => `Already ${done}`,
  found: ({ done, news }) =>
    `${capital(done)}. The response was lost; a check confirmed the new ${news}.`,
  refused: (_, why) => `Refused: ${why}`,
  skipped: (_, why) => `Skipped: ${why}`,
  unread: ({ noun }, why) => `Not sent: the ${noun} couldn't be loaded. ${why}`,
  unmoved: ({ news }, why) => `Unchanged. No response (${why}); a check confirmed the old ${news}.`,
  unknown: ({ noun }, why) =>
    `Status unknown. No response, and the ${noun} can't be loaded now. ${why}`,
  canceled: () => "Canceled, not sent",
};

/** The result for one record of a run, in words. */
export const describeLineState = <C, D>(
  words: RunWords<C, D>,
  change: C,
  state: RunLineState,
): string =>
  descriptions[state.kind]({ ...words, done: words.done(change) }, "why" in state ? state.why : "");

/** The result for a record with its new state. */
export const describeLine = <C, D>(
  words: RunWords<C, D>,
  change: C,
  { state, data }: RunLine<D>,
): string => {
  const outcome = wentWell([{ state }]) && words.outcome?.(data);
  const described = describeLineState(words, change, state);
  return outcome ? `${described.replace(/\.$/, "")}. ${outcome}` : described;
};

const resultNames: Readonly<Record<RunLineKind, string>> = {
  waiting: "Not sent yet",
  sending: "Status unknown",
  done: "Done",
  already: "Already done",
  found: "Done",
  refused: "Failed",
  skipped: "Skipped",
  unread: "Failed",
  unmoved: "Failed",
  unknown: "Status unknown",
  canceled: "Canceled",
};

/** The results of a run as a table with a header row. */
export const reportRun = <C, D>(
  words: RunWords<C, D>,
  change: C,
  lines: readonly RunLine<D>[],
): CsvValue[][] => {
  const { columns = [] } = words;
  return [
    [capital(words.noun), "ID", "Result", "Details", ...columns.map(({ header }) => header)],
    ...lines.map((line) => [
      line.name,
      line.id,
      resultNames[line.state.kind],
      describeLineState(words, change, line.state),
      ...columns.map(({ value }) => value(line.data, wentWell([line]))),
    ]),
  ];
};

/** The results of a run so far, without those that are zero. */
export const describeTally = <C, D>(words: RunWords<C, D>, change: C, tally: RunTally): string =>
  [
    `${formatQuantity(tally.changed)} of ${formatCount(tally.total, words.noun)} ${words.done(change)}`,
    tally.refused > 0 && `${formatQuantity(tally.refused)} refused`,
    tally.skipped > 0 && `${formatQuantity(tally.skipped)} skipped`,
    tally.unread > 0 && `${formatQuantity(tally.unread)} not loaded`,
    tally.unmoved > 0 && `${formatQuantity(tally.unmoved)} unchanged`,
    tally.unknown > 0 && `${formatQuantity(tally.unknown)} unknown`,
    tally.canceled > 0 && `${formatQuantity(tally.canceled)} canceled`,
  ]
    .filter((part) => part)
    .join(", ");
