import { openPalette } from "#web/kit/open-palette.ts";
import { notify } from "#web/kit/notify.ts";
import {
  findScreenSearch,
  isTyping,
  pressedKey,
  shortcutsTitle,
  singleKeysOn,
} from "#web/base/keys.ts";
import { actionSources, availableActions } from "#web/base/screen-actions.ts";
import { watchKeys } from "#web/kit/watch-keys.ts";

/** Opens the screen's own list of shortcuts, or that of all screens. */
const openShortcuts = (): void => {
  const own = availableActions(actionSources.get()).find(({ label }) => label === shortcutsTitle);
  if (own) return own.run();
  void import("./shortcuts-dialog.tsx").then(
    ({ showShortcuts }) => showShortcuts(),
    () => notify("Couldn't load the shortcuts. Reload the page."),
  );
};

const findCommand = (event: KeyboardEvent): (() => void) | undefined => {
  if (event.defaultPrevented || event.altKey) return undefined;
  const key = pressedKey(event);
  if (event.ctrlKey || event.metaKey) return key === "k" ? () => openPalette() : undefined;
  if (isTyping(event.target) || !singleKeysOn()) return undefined;
  if (key === "?") return openShortcuts;
  const field = key === "/" ? findScreenSearch() : undefined;
  return field && (() => field.focus());
};

/**
 * The keys of every screen, unless a dialog is open: Ctrl+K, or Cmd+K on a Mac, opens the command palette, /
 * moves to the search of the screen, and ? opens the list of shortcuts.
 */
export const watchConsoleKeys = (): void => {
  watchKeys();
  addEventListener("keydown", (event) => {
    const command = findCommand(event);
    if (!command || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    command();
  });
};
