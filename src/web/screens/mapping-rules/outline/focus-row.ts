import { flushSync } from "react-dom";
import type { Builder } from "#rule-model/draft/builder.ts";
import type { PartKey } from "#rule-model/draft/part.ts";

/** The focusable element of a row: its sentence, or the box of its controls while it is edited. */
export const rowElement = (root: ParentNode | null, key: PartKey): HTMLElement | undefined =>
  root?.querySelector<HTMLElement>(`[data-part-key="${key}"]`) ?? undefined;

const controls = "input, textarea, select, button";

/** The controls of a row that is edited, in the order of Tab. */
const controlsIn = (row: ParentNode): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => !control.matches(":disabled, [tabindex='-1']"),
  );

/**
 * The control where typing continues in a row that was just opened: a missing or invalid value first, else the one
 * changed most often.
 */
const firstControl = (row: ParentNode): HTMLElement | undefined =>
  row.querySelector<HTMLElement>("[data-unchosen]") ??
  row.querySelector<HTMLElement>("[data-row-operand]") ??
  controlsIn(row)[0];

/**
 * Focuses a control; in a text, with the cursor at the end, or with the text selected where it is a placeholder
 * value.
 */
const focusControl = (control: HTMLElement, options?: FocusOptions): void => {
  control.focus(options);
  if (control instanceof HTMLInputElement && control.matches("[data-replace]")) control.select();
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.value.length, control.value.length);
};

/** Focuses the control of an edited row where typing continues. */
export const focusForm = (form: HTMLElement, options?: FocusOptions): void =>
  focusControl(firstControl(form) ?? form, options);

/** Focuses a row, or its controls while it is edited. False when the row is not on the screen. */
export const focusRow = (root: ParentNode | null, key: PartKey): boolean => {
  const row = rowElement(root, key);
  if (!row) return false;
  if (row.hasAttribute("data-row-form")) focusForm(row);
  else row.focus();
  return true;
};

/** The editor that contains an element. */
export const editorAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>("[data-rule-editor]");

/** Focuses the next control of the same row; does nothing after the last one. */
export const focusNextControl = (control: HTMLElement): void => {
  const form = control.closest("[data-row-form]");
  if (!form) return;
  const controls = controlsIn(form).filter((other) => !other.closest("[data-row-foot]"));
  const next = controls[controls.indexOf(control) + 1];
  next?.focus();
};

/** Closes the edited row and focuses it. The typed text is in the draft already. */
export const leaveRow = ({ view }: Pick<Builder, "view">, root: HTMLElement | null): void => {
  const key = view.editing();
  if (key === undefined) return;
  flushSync(() => view.edit(undefined));
  focusRow(root, key);
};
