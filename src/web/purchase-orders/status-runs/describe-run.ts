import { capital } from "#web/ui/capital.ts";
import { counted, quantity } from "#web/ui/format.ts";
import { type RunLineState, type RunTally } from "./run-line.ts";
import { type StatusChange, statusChangeDetails } from "./status-changes.ts";

type Words = { readonly [K in RunLineState["kind"]]: (done: string, why: string) => string };

const words: Words = {
  waiting: () => "Waiting",
  sending: () => "Sending",
  done: (done) => capital(done),
  already: (done) => `Already ${done}`,
  found: (done) => `${capital(done)}. The response was lost; a check confirmed the new status.`,
  refused: (_, why) => `Refused: ${why}`,
  unmoved: (_, why) => `Unchanged. No response (${why}); a check confirmed the old status.`,
  unknown: (_, why) => `Status unknown. No response, and the order can't be loaded now. ${why}`,
};

/** The result for one order of a run, in words. */
export const describeLineState = (move: StatusChange, state: RunLineState): string =>
  words[state.kind](statusChangeDetails[move].done, "why" in state ? state.why : "");

/** The results of a run so far, without those that are zero. */
export const describeTally = (move: StatusChange, tally: RunTally): string =>
  [
    `${quantity(tally.moved)} of ${counted(tally.total, "order")} ${statusChangeDetails[move].done}`,
    tally.refused > 0 && `${quantity(tally.refused)} refused`,
    tally.unmoved > 0 && `${quantity(tally.unmoved)} unchanged`,
    tally.unknown > 0 && `${quantity(tally.unknown)} unknown`,
  ]
    .filter((part) => part)
    .join(", ");
