import { type RefObject, useLayoutEffect, useRef } from "react";

/** A dialog that is open for as long as it is rendered. */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still on the page, so that the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
};
