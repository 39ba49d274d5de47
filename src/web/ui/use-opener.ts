import { useLayoutEffect } from "react";

/** The opener of the panel or menu around an element, or the element itself: a panel closes when it loses the focus. */
const lasting = (element: Element | null): Element | null => {
  const panel = element?.closest("[role=menu], [role=dialog]:has([data-panel])");
  return panel ? document.querySelector(`[aria-controls="${panel.id}"]`) : element;
};

/** What leads back where somebody was: a dialog that goes gives the focus to what had it when the dialog came. */
export const useOpener = (): void => {
  // Before the page is painted without the dialog, so that whoever closes it can lead the focus on from there.
  useLayoutEffect(() => {
    const opener = lasting(document.activeElement);
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
};
