import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";
import { getEditorState } from "./editor-state.ts";

/** Announces the result of a move, a deletion, an undo. */
export const RuleAnnouncer = () => (
  <p className="visually-hidden" role="status" aria-live="polite">
    {useValue(getEditorState(useBuilder()).announcement)}
  </p>
);
