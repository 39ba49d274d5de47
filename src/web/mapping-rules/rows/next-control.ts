import { controlsIn } from "./focus-row.ts";

/** Goes on to the control behind one in the same row; stays where there is none. */
export const focusNextControl = (control: HTMLElement): void => {
  const form = control.closest("[data-row-form]");
  if (!form) return;
  const controls = controlsIn(form).filter((other) => !other.closest("[data-row-foot]"));
  const next = controls[controls.indexOf(control) + 1];
  next?.focus();
};
