import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/builder.ts";
import { isWithin, outerKeys } from "#rule-model/draft-rule.ts";
import { isBlankRule } from "#rule-model/insert-typed.ts";
import { headKey, listChildKeys, type PartKey } from "#rule-model/part.ts";
import { createValueStore } from "#web/base/value-store.ts";

/** The state of the editor's commands, besides the rule itself. Created once for each rule: toolbar, rows and dialogs share it. */
export const createEditorState = (builder: Builder) => ({
  builder,
  /** The editor's root, while it is on the screen. */
  root: createValueStore<HTMLElement | undefined>(undefined),
  announcement: createValueStore(""),
  /** Rows selected with Shift and the arrows. While this is empty, commands apply to the active row. */
  selected: createValueStore<ReadonlySet<PartKey>>(new Set()),
  hovered: createValueStore<PartKey | undefined>(undefined),
  /** The row that has the focus, in its controls too. */
  focused: createValueStore<PartKey | undefined>(undefined),
  /** The parts whose place the open dialog asks for. */
  dialog: createValueStore<readonly PartKey[] | undefined>(undefined),
  searchField: createValueStore<HTMLInputElement | undefined>(undefined),
  /** “Type a rule”: above a blank rule from the start; “asked” by a person, who then types there. */
  typing: createValueStore<"open" | "asked" | undefined>(isBlankRule(builder) ? "open" : undefined),
  /** The last copy, for a browser that does not let the menu read its clipboard. */
  copied: createValueStore<string | undefined>(undefined),
  /** The timer of the next rows that “Expand all” unfolds. */
  unfolding: createValueStore<ReturnType<typeof setTimeout> | undefined>(undefined),
});

export type EditorState = ReturnType<typeof createEditorState>;

/** Announces a text through the live region. The same text again is announced again. */
export const announce = ({ announcement }: EditorState, text: string): void =>
  announcement.set(text === announcement.get() ? `${text}\u00a0` : text);

/** The focusable element of a row: its sentence, or the box of its controls while it is edited. */
export const rowElement = (root: ParentNode | null, key: PartKey): HTMLElement | undefined =>
  root?.querySelector<HTMLElement>(`[data-part-key="${key}"]`) ?? undefined;

/** The controls of a row that is edited, in the order of Tab. */
const controlsIn = (row: ParentNode): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>("input, textarea, select, button")].filter(
    (control) => !control.matches(":disabled, [tabindex='-1']"),
  );

/**
 * Focuses the control of an edited row where typing continues: a missing or invalid value, else the one changed most
 * often. In a text, the cursor is at the end; a generated text is selected.
 */
export const focusForm = (form: HTMLElement, options?: FocusOptions): void => {
  const control =
    form.querySelector<HTMLElement>("[data-unchosen]") ??
    form.querySelector<HTMLElement>("[data-row-operand]") ??
    controlsIn(form)[0] ??
    form;
  control.focus(options);
  if (control instanceof HTMLInputElement && control.matches("[data-replace]")) control.select();
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.value.length, control.value.length);
};

/** Focuses a row, or its controls while it is edited. */
const focusRow = (root: ParentNode | null, key: PartKey): void => {
  const row = rowElement(root, key);
  if (row?.hasAttribute("data-row-form")) focusForm(row);
  else row?.focus();
};

/** Focuses the next control of the same row; does nothing after the last one. */
export const focusNextControl = (control: HTMLElement): void => {
  const form = control.closest("[data-row-form]");
  if (!form) return;
  const controls = controlsIn(form).filter((other) => !other.closest("[data-row-foot]"));
  controls[controls.indexOf(control) + 1]?.focus();
};

/** Closes the edited row and focuses it. The typed text is in the draft already. */
export const leaveRow = ({ view }: Pick<Builder, "view">, root: HTMLElement | null): void => {
  const key = view.editing();
  if (key === undefined) return;
  flushSync(() => view.edit(undefined));
  focusRow(root, key);
};

/** Undoes the adding of the edited row, and focuses the row before it. */
export const takeBack = ({ draft, view }: Builder, form: HTMLElement | null): void => {
  const root = form?.closest<HTMLElement>("[data-rule-editor]") ?? null;
  const keys = shownKeys(root ?? undefined);
  const before = keys.slice(0, keys.indexOf(view.editing() ?? -1));
  flushSync(() => {
    view.edit(undefined);
    draft.undo();
  });
  const key = before.findLast((one) => draft.get(one));
  if (key !== undefined) focusRow(root, key);
};

export const keyOfRow = (row: Element | null): PartKey | undefined => {
  const key = row?.getAttribute("data-part-key") ?? undefined;
  return key === undefined ? undefined : Number(key);
};

/** The key of a row that is not being edited. */
export const idleKey = (row: EventTarget | null): PartKey | undefined =>
  row instanceof Element && !row.hasAttribute("data-row-form") ? keyOfRow(row) : undefined;

/** Whether the pointer has selected text: that is not a click on a row, and it is copied as text. */
export const isSelectingText = (): boolean => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== "";
};

/** The keys of all rows on the screen, in their order: without folded parts and parts that have no line. */
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

/** Unfolds the parts that hide a row, and makes it the active one. */
const reveal = ({ draft, view }: Builder, key: PartKey): void =>
  flushSync(() => {
    view.collapse(outerKeys(draft, key), false);
    view.activate(key);
  });

/** Shows a row and focuses it; where it has no line of its own, the next one in or around it. */
export const goToRow = ({ builder, root }: EditorState, key: PartKey): void => {
  const before = builder.view.active();
  // The rule's own fields are above the rows: their form opens when they become active, and no row loses its place.
  if (key === headKey)
    return flushSync(() => {
      builder.view.activate(headKey);
      builder.view.activate(before);
    });
  reveal(builder, key);
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
  reveal(builder, key);
  rowElement(root.get() ?? null, key)?.scrollIntoView({ block: "center" });
};
