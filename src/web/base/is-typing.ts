/** Fields that accept letters; checkboxes and radio buttons do not. */
const fields = "input:not([type='checkbox'], [type='radio']), textarea, select";

/** Whether the focused element accepts letters. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields));
