import { useEditorState } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";

/** Announces the result of a move, a deletion, an undo. */
export const RuleAnnouncer = () => (
  <p className="visually-hidden" role="status" aria-live="polite">
    {useValue(useEditorState().announcement)}
  </p>
);
