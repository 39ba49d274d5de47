import type { AppliedAnswer, SweepJob, SweepState } from "./sweep-state.ts";

/** The state after an answer, and what it completed. */
export type Advance = Pick<AppliedAnswer, "state" | "ended">;

/** Nothing is completed yet. */
export const proceed = (state: SweepState): Advance => ({ state, ended: undefined });

export const completeSweep = (state: SweepState): Advance => ({
  state: { ...state, sweep: null, swept: true },
  ended: "sweep",
});

/** Ends a sweep that has seen everything: records of an existing copy that were not seen are gone. */
export const finishSweep = (state: SweepState, job: SweepJob): Advance =>
  job.repeat ? proceed({ ...state, sweep: { ...job, stage: "marking" } }) : completeSweep(state);

/** The state after missing records were marked as gone: the sweep is complete. */
export const endMarking = (state: SweepState): SweepState => completeSweep(state).state;
