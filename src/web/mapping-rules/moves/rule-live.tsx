import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";
import { movesOf } from "./rule-moves.ts";

/** Says what became of a move, a deletion, an undo. */
export const RuleLive = () => (
  <p className="visually-hidden" role="status" aria-live="polite">
    {useValue(movesOf(useBuilder()).said)}
  </p>
);
