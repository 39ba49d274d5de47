import { useBlocker } from "@tanstack/react-router";

/** The browser's Back closes what is open over the screen, and stays on the screen. */
export const useBackCloses = (onClose: () => void): void =>
  void useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== "BACK") return false;
      onClose();
      return true;
    },
    enableBeforeUnload: false,
  });
