import { type Reading, startReading } from "./reading.ts";
import {
  earliestMoment,
  type PageRequest,
  type Step,
  type SweepJob,
  type SweepState,
} from "./sweep-state.ts";

/* Decides the next request of a sweep or a check. The answers are applied in sweep.ts. */

/** The maximum age of a cached answer, plus one second for rounding. */
const keptMs = 61_000;

type Place = Pick<Reading, "after" | "page">;

const createRequest = (job: PageRequest["job"], { after, page }: Place, fresh: boolean): Step => ({
  kind: "request",
  request: { job, after, page, fresh },
});

/** The page after the last one that the seen products fill. */
const countPage = ({ seen, unreadable }: SweepJob, size: number): number =>
  Math.max(2, Math.floor((seen + unreadable) / size) + 1);

/** The next page of a sweep. */
const nextPlace = (job: SweepJob, size: number): Place => {
  if (job.stage === "counting") return { after: earliestMoment, page: countPage(job, size) };
  return job.peek === null ? job.reading : { after: earliestMoment, page: job.peek };
};

/**
 * Whether the state expects this answer. A tab that lost the lead during a request must not overwrite what another tab
 * has read since.
 */
export const isAwaited = (state: SweepState, { job, after, page }: PageRequest): boolean => {
  const { sweep, size, settled } = state;
  const delta = () => state.delta ?? { after: settled, page: 1 };
  const expected = job === "delta" ? delta() : sweep && nextPlace(sweep, size);
  return expected?.after === after && expected.page === page;
};

const sweepStep = (state: SweepState, job: SweepJob, now: number): Step => {
  if (job.stage === "marking") return { kind: "mark-gone", pass: job.pass };
  const place = nextPlace(job, state.size);
  if (job.stage === "counting") return createRequest("sweep", place, true);
  if (job.stage === "closing" && now < job.notBefore) return { kind: "wait", until: job.notBefore };
  if (job.peek !== null) return createRequest("sweep", place, true);
  const { reading } = job;
  const early = job.repeat && now - job.startedAt < keptMs;
  const fresh =
    state.order === "other" ||
    job.stage === "closing" ||
    early ||
    reading.again ||
    reading.way === "down";
  return createRequest("sweep", place, fresh);
};

/**
 * Decides the next step. `check`: changes are requested now, also during a sweep, if one sweep was completed before.
 */
export const nextStep = (
  state: SweepState,
  { now, check }: { readonly now: number; readonly check: boolean },
): Step => {
  if (state.delta) return createRequest("delta", state.delta, true);
  if (check && state.swept) return createRequest("delta", startReading(state.settled, now), true);
  return state.sweep ? sweepStep(state, state.sweep, now) : { kind: "wait", until: undefined };
};
