import { flushSync } from "react-dom";
import type { PartKey } from "#rule-model/draft/part.ts";
import { outerKeys } from "#rule-model/draft/draft-rule.ts";
import { rowElement } from "#web/mapping-rules/rows/focus-row.ts";
import type { EditorState } from "./editor-state.ts";

/** Scrolls a row into view and makes it the active one, and leaves the focus in the search. */
export const showRow = ({ builder, root }: EditorState, key: PartKey): void => {
  flushSync(() => {
    builder.view.collapse(outerKeys(builder.draft, key), false);
    builder.view.activate(key);
  });
  rowElement(root.get() ?? null, key)?.scrollIntoView({ block: "center" });
};
