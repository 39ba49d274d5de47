import type { PartKey } from "#web/mapping-rules/builder/part.ts";

/** The focusable element of a row: its sentence, or what holds its controls while it is edited. */
export const rowElement = (root: ParentNode | null, key: PartKey): HTMLElement | undefined =>
  root?.querySelector<HTMLElement>(`[data-part-key="${key}"]`) ?? undefined;

const controls = "input, textarea, select, button";

/** The controls of a row that is edited, in the order of Tab. */
export const controlsIn = (row: ParentNode): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => !control.matches(":disabled, [tabindex='-1']"),
  );

/** Where typing goes on in a row that has just been opened: what is missing or wrong, else what is mostly changed. */
const firstControl = (row: ParentNode): HTMLElement | undefined =>
  row.querySelector<HTMLElement>("[data-unchosen]") ??
  row.querySelector<HTMLElement>("[data-row-operand]") ??
  controlsIn(row)[0];

/** Gives a control the focus; in a text, behind what is there, or on it where it stands in for what is to come. */
const focusControl = (control: HTMLElement, options?: FocusOptions): void => {
  control.focus(options);
  if (control instanceof HTMLInputElement && control.matches("[data-replace]")) control.select();
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.value.length, control.value.length);
};

/** Puts the focus into a row that is edited, where typing goes on. */
export const focusForm = (form: HTMLElement, options?: FocusOptions): void =>
  focusControl(firstControl(form) ?? form, options);

/** Puts the focus on a row, or into its controls while it is edited. False when the row is not on the screen. */
export const focusRow = (root: ParentNode | null, key: PartKey): boolean => {
  const row = rowElement(root, key);
  if (!row) return false;
  if (row.hasAttribute("data-row-form")) focusForm(row);
  else row.focus();
  return true;
};

/** The editor that an element stands in. */
export const editorAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>("[data-rule-editor]");
