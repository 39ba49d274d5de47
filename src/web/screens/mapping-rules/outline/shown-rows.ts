import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/draft/builder.ts";
import { isWithin, outerKeys } from "#rule-model/draft/draft-rule.ts";
import { listChildKeys, headKey, type PartKey } from "#rule-model/draft/part.ts";
import type { EditorState } from "./editor-state.ts";
import { focusRow, rowElement } from "./focus-row.ts";

/* The rows on the screen: without folded parts and parts that have no line of their own. */

/** The key of a row's element. */
export const keyOfRow = (row: Element | null): PartKey | undefined => {
  const key = row?.getAttribute("data-part-key") ?? undefined;
  return key === undefined ? undefined : Number(key);
};

/** The keys of all rows, in the order of the document. */
export const shownKeys = (root: ParentNode | undefined): PartKey[] =>
  [...(root?.querySelectorAll("[data-part-key]") ?? [])].flatMap((row) => keyOfRow(row) ?? []);

/** The item `by` places further, or the last one before the end. */
export const stepFrom = <T>(items: readonly T[], from: T, by: number): T | undefined => {
  const at = items.indexOf(from);
  return at < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, at + by))];
};

/** The key of the row `by` places further. Reads only those two rows, so that walking is as fast in a long rule. */
export const stepRow = (
  root: ParentNode | undefined,
  key: PartKey,
  by: number,
): PartKey | undefined => {
  if (!root) return undefined;
  const rows: (Element | undefined)[] = [...root.querySelectorAll("[data-part-key]")];
  return keyOfRow(stepFrom(rows, rowElement(root, key), by) ?? null);
};

/** Unfolds the parts that hide a row. */
const reveal = ({ draft, view }: Builder, key: PartKey): void =>
  view.collapse(outerKeys(draft, key), false);

/** The rule's own fields are above the rows: their form opens when they become active, and no row loses its place. */
const goToHead = ({ view }: Builder): void => {
  const before = view.active();
  flushSync(() => {
    view.activate(headKey);
    view.activate(before);
  });
};

/** Shows a row and focuses it; where it has no line of its own, the next one in or around it. */
export const goToRow = ({ builder, root }: EditorState, key: PartKey): void => {
  if (key === headKey) {
    goToHead(builder);
    return;
  }
  flushSync(() => {
    reveal(builder, key);
    builder.view.activate(key);
  });
  const editor = root.get();
  if (!editor) return;
  const part = builder.draft.get(key);
  const near = [key, ...(part ? listChildKeys(part) : []), ...outerKeys(builder.draft, key)];
  const shown = near.find((other) => rowElement(editor, other));
  if (shown === undefined) return;
  focusRow(editor, shown);
  rowElement(editor, shown)?.scrollIntoView({ block: "nearest" });
};

/** The row to focus after these parts are deleted: the next sibling, else the one before, else the part around. */
export const rowAfterRemoval = (
  { draft }: Pick<Builder, "draft">,
  shown: readonly PartKey[],
  removed: readonly PartKey[],
): PartKey | undefined => {
  const isGone = (key: PartKey) => removed.some((outer) => isWithin(draft, key, outer));
  const last = removed.at(-1);
  const parent = last === undefined ? undefined : draft.get(last)?.parent;
  const isSibling = (key: PartKey) => draft.get(key)?.parent === parent && !isGone(key);
  const from = shown.findLastIndex(isGone);
  const start = shown.findIndex(isGone);
  return (
    shown.slice(from + 1).find(isSibling) ??
    shown.slice(0, Math.max(0, start)).findLast(isSibling) ??
    shown.slice(0, Math.max(0, start)).findLast((key) => !isGone(key)) ??
    shown.slice(from + 1).find((key) => !isGone(key))
  );
};

/** Scrolls a row into view and makes it the active one, and leaves the focus in the search. */
export const showRow = ({ builder, root }: EditorState, key: PartKey): void => {
  flushSync(() => {
    builder.view.collapse(outerKeys(builder.draft, key), false);
    builder.view.activate(key);
  });
  rowElement(root.get() ?? null, key)?.scrollIntoView({ block: "center" });
};
