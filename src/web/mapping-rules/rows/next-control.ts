import { controlsIn } from "./focus-row.ts";

/** Focuses the next control of the same row; does nothing after the last one. */
export const focusNextControl = (control: HTMLElement): void => {
  const form = control.closest("[data-row-form]");
  if (!form) return;
  const controls = controlsIn(form).filter((other) => !other.closest("[data-row-foot]"));
  const next = controls[controls.indexOf(control) + 1];
  next?.focus();
};
