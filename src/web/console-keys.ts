import { openPalette } from "./open-palette.ts";

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === "k" &&
  !event.defaultPrevented;

/** Ctrl+K, or Cmd+K on a Mac, opens the command palette on every screen, unless a dialog is open. */
export const watchPaletteKey = (): void =>
  addEventListener("keydown", (event) => {
    if (!isPaletteKey(event) || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    openPalette();
  });
