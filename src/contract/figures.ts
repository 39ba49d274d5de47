import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import {
  int64,
  list,
  maybe,
  record,
  requiredInt64,
  requiredInteger,
  requiredText,
  text,
} from "./primitives.ts";
import { RecordCopyState } from "./copy-state.ts";
import { findDay } from "./wall-clock.ts";

/*
 * What waits for the team, counted from the gateway's copies of records and its record of changes. These operations are the
 * gateway's own; no upstream has them.
 */

/** What a person has to look at, the most urgent first. */
export const exceptionKinds = [
  "unknown-change",
  "order-error",
  "return-error",
  "webhook",
  "late-decision",
  "late-shipment",
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** The ages of waiting RMAs, each below its number of days and at least that of the one before. */
export const ageLimits = [1, 3, 7, 14, Infinity] as const;

/** How many of the RMAs that wait longest are listed. */
export const longestListed = 16;

/** How many weeks the trends cover, with the present one. */
const trendWeeks = 12;

const dayMs = 86_400_000;

/** The Mondays on which the weeks of the trends begin, the first first: YYYY-MM-DD. */
export const findWeeks = (now: number, timeZone: string): string[] => {
  const today = Date.parse(findDay(now, timeZone));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  return Array.from({ length: trendWeeks }, (_, week) =>
    new Date(monday - (trendWeeks - 1 - week) * 7 * dayMs).toISOString().slice(0, 10),
  );
};

/** How far the copies are that something is counted from. */
export const CopyStates = record({
  rmas: RecordCopyState,
  "purchase-orders": RecordCopyState,
  returns: RecordCopyState,
  webhooks: RecordCopyState,
});
export type CopyStates = z.infer<typeof CopyStates>;

const WaitingRma = record({
  id: requiredInt64(),
  /** Empty: it has no number. */
  name: requiredText(),
  sourceId: int64(),
  status: text(),
  /** Undecided. */
  units: requiredInteger(),
  /** The undecided units' cost; null: not known. */
  credit: z.nullable(z.number()),
  createdAt: text(),
});
export type WaitingRma = z.infer<typeof WaitingRma>;

const Decided = record({
  /** RMAs that this person decided today through this console. */
  you: requiredInteger(),
  /** That anybody decided today through this console. */
  team: requiredInteger(),
});

const TimeToDecide = record({
  /** In ms; null: none was decided. */
  median: maybe(z.number()),
  count: requiredInteger(),
});

const Week = record({
  /** Its Monday. */
  from: requiredText(),
  /** RMAs. */
  created: requiredInteger(),
  /** RMAs. */
  decided: requiredInteger(),
  /** From creation to decision, in ms. */
  median: maybe(z.number()),
});

const Figures = record({
  states: CopyStates,
  waiting: record({
    /** RMAs with undecided units. */
    rmas: requiredInteger(),
    /** Undecided. */
    units: requiredInteger(),
    /** The cost of the undecided units, where it is known. */
    credit: z.number(),
    /** RMAs whose undecided units have no known cost. */
    withoutCost: requiredInteger(),
    /** RMAs by `ageLimits`. */
    ages: z.array(z.int()),
    longest: list(WaitingRma),
  }),
  /** When this day began. */
  today: requiredText(),
  decided: Decided,
  /** Of those that were decided in the last four weeks, and in the four weeks before. */
  timeToDecide: record({ now: TimeToDecide, before: TimeToDecide }),
  openReturns: requiredInteger(),
  /** Purchase orders in Processing. */
  toReceive: requiredInteger(),
  exceptions: z.record(z.string(), z.int()),
  /** The first first; the last is not over. */
  weeks: list(Week),
  /** The Monday since when sources and reasons are counted. */
  rankedSince: requiredText(),
  sources: list(record({ sourceId: int64(), rmas: requiredInteger(), units: requiredInteger() })),
  /** Empty: none was given. */
  reasons: list(record({ reason: requiredText(), units: requiredInteger() })),
});
export type Figures = z.infer<typeof Figures>;

/** Where days begin. */
export const timeZoneQuery = z._default(z.string(), "UTC");

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const figureOperations = {
  readFigures: operation({
    method: "GET",
    path: "/figures",
    summary: "Count what waits for the team, and what it decided",
    section: "neighbours",
    query: z.object({ timeZone: timeZoneQuery }),
    response: Figures,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
