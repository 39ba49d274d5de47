import { counted, quantity } from "#web/ui/format.ts";
import { type MoveState, type MoveTally } from "./move-state.ts";
import { type MoveKind, orderMoves } from "./order-moves.ts";

type Words = { readonly [K in MoveState["kind"]]: (done: string, why: string) => string };

const words: Words = {
  waiting: () => "Waits for its turn",
  sending: () => "Being sent",
  done: (done) => `Is ${done}`,
  already: (done) => `Was ${done} already`,
  found: (done) => `Is ${done}: the answer was lost, and reading it again showed so`,
  refused: (_, why) => `Refused: ${why}`,
  unmoved: (_, why) => `Stands as before. No answer came (${why}), and reading it again showed so.`,
  unknown: (_, why) => `Not known: no answer came, and it cannot be read now. ${why}`,
};

/** What became of one order of a run. */
export const moveStateInWords = (move: MoveKind, state: MoveState): string =>
  words[state.kind](orderMoves[move].done, "why" in state ? state.why : "");

/** What became of a run's orders so far, the parts that are none left out. */
export const tallyInWords = (move: MoveKind, tally: MoveTally): string =>
  [
    `${quantity(tally.moved)} of ${counted(tally.total, "order")} ${orderMoves[move].done}`,
    tally.refused > 0 && `${quantity(tally.refused)} refused`,
    tally.unmoved > 0 && `${quantity(tally.unmoved)} as before`,
    tally.unknown > 0 && `${quantity(tally.unknown)} not known yet`,
  ]
    .filter((part) => part)
    .join(", ");
