import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/draft/builder.ts";
import { type PartKey, listChildKeys } from "#rule-model/draft/part.ts";
import { canFold, foldableKeys, outerKeys } from "#rule-model/draft/draft-rule.ts";
import { clearSelection } from "./edit-commands.ts";
import { rowElement } from "./focus-row.ts";
import { type EditorState, announce } from "./editor-state.ts";
import { goToRow } from "./shown-rows.ts";

const isFolded = ({ builder }: EditorState, key: PartKey): boolean =>
  builder.view.get(key)?.collapsed === true;

/** Folds a row or unfolds it. Commands never apply to rows out of view, so the selection ends. */
export const toggleFold = (editor: EditorState, key: PartKey): void => {
  const { view, draft } = editor.builder;
  if (!canFold(draft.get(key))) return;
  clearSelection(editor);
  flushSync(() => view.collapse([key], !isFolded(editor, key)));
  goToRow(editor, key);
};

/** Left: folds the row; where it cannot fold, goes to the row around it. */
export const foldRow = (editor: EditorState, key: PartKey): void => {
  const { draft } = editor.builder;
  if (canFold(draft.get(key)) && !isFolded(editor, key)) {
    toggleFold(editor, key);
    return;
  }
  const root = editor.root.get() ?? null;
  const outer = outerKeys(draft, key).find((other) => rowElement(root, other));
  if (outer !== undefined) goToRow(editor, outer);
};

/** Right: unfolds the row, or goes to the first one inside it. */
export const unfoldRow = (editor: EditorState, key: PartKey): void => {
  const part = editor.builder.draft.get(key);
  if (canFold(part) && isFolded(editor, key)) {
    toggleFold(editor, key);
    return;
  }
  const [inner] = part ? listChildKeys(part) : [];
  if (inner !== undefined) goToRow(editor, inner);
};

/** The number of rows that are rendered at once. */
const rowsAtOnce = 200;

/** Splits parts into pieces of about that many rows. */
const inPieces = ({ draft }: Builder, keys: readonly PartKey[]): PartKey[][] => {
  const pieces: PartKey[][] = [];
  let rows = rowsAtOnce;
  for (const key of keys) {
    if (rows >= rowsAtOnce) {
      pieces.push([]);
      rows = 0;
    }
    pieces.at(-1)?.push(key);
    const part = draft.get(key);
    rows += part ? listChildKeys(part).length + 1 : 0;
  }
  return pieces;
};

/** The rows on the screen first, then those below, then those above from the nearest on. */
const fromView = ({ root }: EditorState, keys: readonly PartKey[]): readonly PartKey[] => {
  const seen = [...(root.get()?.querySelectorAll("[data-block-key]") ?? [])].find(
    (block) => block.getBoundingClientRect().bottom > 0,
  );
  const at = keys.indexOf(Number(seen?.getAttribute("data-block-key") ?? -1));
  return at < 0 ? keys : [...keys.slice(at), ...keys.slice(0, at).toReversed()];
};

/**
 * Unfolds the visible rows at once and the rest right after, piece by piece, so that thousands of rows cause no wait.
 */
const unfoldAll = (editor: EditorState): void => {
  const { view, draft } = editor.builder;
  const folded = foldableKeys(draft).filter((key) => isFolded(editor, key));
  const pieces = inPieces(editor.builder, fromView(editor, folded));
  const next = (): void => {
    const piece = pieces.shift();
    if (!piece) return;
    flushSync(() => view.collapse(piece, false));
    editor.unfolding.set(setTimeout(next));
  };
  next();
};

/**
 * Folds everything that can be folded, or unfolds it. The focus stays where it is, or goes to the row that now hides
 * it. The selection ends.
 */
export const foldAll = (editor: EditorState, folded: boolean): void => {
  const { view, draft } = editor.builder;
  clearSelection(editor);
  clearTimeout(editor.unfolding.get());
  if (folded) flushSync(() => view.collapse(foldableKeys(draft), true));
  else unfoldAll(editor);
  const active = view.active();
  const hiding =
    active !== undefined && folded
      ? outerKeys(draft, active).findLast((key) => isFolded(editor, key))
      : undefined;
  if (hiding !== undefined) view.activate(hiding);
  announce(editor, folded ? "All collapsed." : "All expanded.");
};
