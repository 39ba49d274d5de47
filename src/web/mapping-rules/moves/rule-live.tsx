import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";
import { getRuleMoves } from "./rule-moves.ts";

/** Announces the result of a move, a deletion, an undo. */
export const RuleLive = () => (
  <p className="visually-hidden" role="status" aria-live="polite">
    {useValue(getRuleMoves(useBuilder()).announcement)}
  </p>
);
