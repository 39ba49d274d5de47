import type { EditorState } from "./editor-state.ts";
import { keyOfRow } from "./shown-rows.ts";

/** Marks exactly the selected rows, in one pass over the rows. */
const markRows = ({ selected }: EditorState, root: HTMLElement): void => {
  const keys = selected.get();
  const rows = root.querySelectorAll(keys.size > 0 ? "[data-part-key]" : "[data-picked]");
  for (const row of rows) {
    const picked = keys.has(keyOfRow(row) ?? -1);
    if (row.hasAttribute("data-picked") !== picked) row.toggleAttribute("data-picked", picked);
  }
};

/**
 * Marks selected rows from outside, so that no row needs a listener. A row that an edit moves, or that is opened,
 * closed or unfolded, is another element afterwards, which is marked once it exists.
 */
export const markSelected = (editor: EditorState, root: HTMLElement): (() => void) => {
  const { selected, builder } = editor;
  let waiting = false;
  const markLater = () => {
    if (waiting || selected.get().size === 0) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      markRows(editor, root);
    });
  };
  const stops = [
    selected.subscribe(() => markRows(editor, root)),
    builder.draft.watch(markLater),
    builder.view.watch(markLater),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
