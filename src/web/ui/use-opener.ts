import { useLayoutEffect } from "react";

/** What leads back where somebody was: a dialog that goes gives the focus to what had it when the dialog came. */
export const useOpener = (): void => {
  // Before the page is painted without the dialog, so that whoever closes it can lead the focus on from there.
  useLayoutEffect(() => {
    // A panel lies over everything, dialogs too; what it was opened by takes the focus as it goes.
    for (const panel of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      panel.hidePopover();
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
};
