import * as z from "zod/mini";
import { operation, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import {
  int64,
  integer,
  list,
  maybe,
  queryInteger,
  record,
  requiredInt64,
  requiredInteger,
  requiredText,
  text,
} from "./primitives.ts";
import { copyPhases } from "./record-search.ts";
import { findDay, findDayStart } from "./wall-clock.ts";

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

/** The list of what the team shares that has the due times: of a source by its ID, and of all others. */
export const dueTimesList = "due-times";
export const everySource = "all";

const workingDays = () => z.int().check(z.gte(1), z.lte(60));
/** The working days, Monday to Friday, after which a decision and a shipment are late. */
export const DueTimes = z.object({ decide: workingDays(), ship: workingDays() });
export type DueTimes = z.infer<typeof DueTimes>;
export const defaultDueTimes: DueTimes = { decide: 3, ship: 3 };

const dayMs = 86_400_000;

/** Whether a time is on a Saturday or Sunday in a time zone. */
const isWeekend = (at: number, timeZone: string): boolean =>
  [0, 6].includes(new Date(findDay(at, timeZone)).getUTCDay());

/** The moment so many working days before another. On a weekend, the time since Friday's end doesn't count. */
export const findWorkingDaysBefore = (at: number, days: number, timeZone: string): number => {
  let before = at;
  while (isWeekend(before, timeZone))
    before = findDayStart(findDay(before, timeZone), timeZone) - 1;
  for (let left = days; left > 0; left -= 1)
    do before -= dayMs;
    while (isWeekend(before, timeZone));
  return before;
};

/** The Mondays on which the weeks of the trends begin, the first first: YYYY-MM-DD. */
export const findWeeks = (now: number, timeZone: string): string[] => {
  const today = Date.parse(findDay(now, timeZone));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  return Array.from({ length: trendWeeks }, (_, week) =>
    new Date(monday - (trendWeeks - 1 - week) * 7 * dayMs).toISOString().slice(0, 10),
  );
};

const CopyState = z.object({ phase: z.enum(copyPhases), checkedAt: z.nullable(z.number()) });

/** How far the copies are that something is counted from. */
const CopyStates = record({
  rmas: CopyState,
  "purchase-orders": CopyState,
  returns: CopyState,
  webhooks: CopyState,
});
export type CopyStates = z.infer<typeof CopyStates>;

const WaitingRma = record({
  id: requiredInt64(),
  name: requiredText("Empty: it has no number"),
  sourceId: int64(),
  status: text(),
  units: requiredInteger("Undecided"),
  credit: z.nullable(z.number()).check(z.describe("The undecided units' cost; null: not known")),
  createdAt: text(),
});
export type WaitingRma = z.infer<typeof WaitingRma>;

const Decided = record({
  you: requiredInteger("RMAs that this person decided today through this console"),
  team: requiredInteger("That anybody decided today through this console"),
});

const TimeToDecide = record({
  median: maybe(z.number(), "In ms; null: none was decided"),
  count: requiredInteger(),
});

const Week = record({
  from: requiredText("Its Monday"),
  created: requiredInteger("RMAs"),
  decided: requiredInteger("RMAs"),
  median: maybe(z.number(), "From creation to decision, in ms"),
});

const Figures = record({
  states: CopyStates,
  waiting: record({
    rmas: requiredInteger("RMAs with undecided units"),
    units: requiredInteger("Undecided"),
    credit: z.number().check(z.describe("The cost of the undecided units, where it is known")),
    withoutCost: requiredInteger("RMAs whose undecided units have no known cost"),
    ages: z.array(z.int()).check(z.describe("RMAs by `ageLimits`")),
    longest: list(WaitingRma),
  }),
  today: requiredText("When this day began"),
  decided: Decided,
  /** Of those that were decided in the last four weeks, and in the four weeks before. */
  timeToDecide: record({ now: TimeToDecide, before: TimeToDecide }),
  openReturns: requiredInteger(),
  toReceive: requiredInteger("Purchase orders in Processing"),
  exceptions: z.record(z.string(), z.int()),
  weeks: list(Week, "The first first; the last is not over"),
  rankedSince: requiredText("The Monday since when sources and reasons are counted"),
  sources: list(
    record({ sourceId: int64(), rmas: requiredInteger(), units: requiredInteger() }),
    "Of the RMAs created since then, the most first",
  ),
  reasons: list(
    record({ reason: requiredText("Empty: none was given"), units: requiredInteger() }),
    "Of the RMAs created since then, the most first",
  ),
});
export type Figures = z.infer<typeof Figures>;

const Exception = record({
  kind: z.enum(exceptionKinds),
  /** Where its record is: /rmas, /purchase-orders, /webhooks, … */
  resource: requiredText(),
  recordId: int64(),
  /** Of an unknown change. */
  changeId: int64(),
  name: requiredText("Empty: it has no number"),
  sourceId: int64(),
  since: text(),
  /** Of an error its text, of a late record its status, of a change its operation. */
  detail: requiredText(),
  count: integer("Undecided or unshipped units, or failed deliveries"),
});
export type Exception = z.infer<typeof Exception>;

const Exceptions = record({
  states: CopyStates,
  total: requiredInteger("Of the chosen kind and source"),
  counts: z.record(z.string(), z.int()).check(z.describe("By kind, of the chosen source")),
  rows: list(Exception, "The most urgent kind first, of each kind the oldest first"),
});
export type Exceptions = z.infer<typeof Exceptions>;

const isTimeZone = (zone: string): boolean => {
  try {
    findDay(0, zone);
    return true;
  } catch {
    return false;
  }
};
const timeZone = z
  ._default(z.string(), "UTC")
  .check(z.refine(isTimeZone, "Unknown time zone"), z.describe("Where days begin"));

/** Under /api on the gateway, in addition to the upstream's operations; not part of `operations`. */
export const figureOperations = {
  readFigures: operation({
    method: "GET",
    path: "/figures",
    summary: "Count what waits for the team, and what it decided",
    section: "neighbours",
    query: z.object({ timeZone }),
    response: Figures,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  listExceptions: operation({
    method: "GET",
    path: "/exceptions",
    summary: "List what is late, failed or unknown",
    section: "neighbours",
    query: z.object({
      kind: z.optional(z.enum(exceptionKinds)),
      sourceId: z.optional(queryInteger()),
      timeZone,
      pageNumber: pageNumber(),
      pageSize: pageSizeQuery(),
    }),
    response: Exceptions,
    tokens: tokenTypes,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
