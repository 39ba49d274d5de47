import type { KeyboardEvent } from "react";
import { type Choices, labelOf } from "./choices.ts";

/**
 * Selects from the open list of a Mantine field: Enter selects the marked option or, if the choices came after the text,
 * the first match. It never sends the form around the field while something is typed. Mantine's own handler would: it marks
 * nothing in choices that come later, and after its list has opened, a timer may forget the marked option. To be called
 * while the event is captured, before that handler.
 */
export const selectOnEnter = (
  event: KeyboardEvent<HTMLInputElement>,
  choices: Choices,
  value: string,
): void => {
  if (event.key !== "Enter") return;
  const text = event.currentTarget.value.trim();
  const isTyped = text !== "" && text !== labelOf(choices, value);
  // Only the options of a field that is open are in the document.
  const find = (which: string) =>
    document.querySelector<HTMLElement>(`[data-combobox-option]${which}`);
  const option = find("[data-combobox-selected]") ?? (isTyped ? find("") : null);
  if (option || isTyped) event.preventDefault();
  if (!option) return;
  event.stopPropagation();
  option.click();
};
