const panels = "[role=dialog], [role=menu], [role=listbox]";

/** Whether a key was pressed in a panel over the screen, whose own keys it has: not in the decision below it. */
export const isInPanel = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(panels) !== null;
