import { useLayoutEffect } from "react";

/** The opener of the panel or menu around an element, or the element itself: a panel closes when it loses the focus. */
const findLasting = (element: Element | null): Element | null => {
  const panel = element?.closest("[role=menu], [role=dialog]:has([data-panel])");
  return panel ? document.querySelector(`[aria-controls="${panel.id}"]`) : element;
};

/** Returns the focus, when a dialog closes, to the element that had it when the dialog opened. */
export const useOpener = (): void => {
  // Before the page is painted without the dialog, so that the code that closes it can move the focus afterwards.
  useLayoutEffect(() => {
    const opener = findLasting(document.activeElement);
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
};
