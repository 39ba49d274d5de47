import type { AnyRouter } from "@tanstack/react-router";
import "#web/base/color-scheme.ts";
import { findScreenSearch, isTyping, pressedKey, singleKeysOn } from "#web/base/keys.ts";
import { isMainPath } from "#web/base/list-search.ts";
import { phone } from "#web/base/media.ts";
import { whenIdle } from "#web/base/when-idle.ts";
import { prepareNotifications } from "#web/kit/notify.ts";
import { loadPalette, openHelp, openPalette } from "#web/kit/open-palette.ts";
import { watchKeys } from "#web/kit/watch-keys.ts";

const findCommand = (event: KeyboardEvent): (() => void) | undefined => {
  if (event.defaultPrevented || event.altKey) return undefined;
  const key = pressedKey(event);
  if (event.ctrlKey || event.metaKey) return key === "k" ? () => openPalette() : undefined;
  if (isTyping(event.target) || !singleKeysOn()) return undefined;
  if (key === "?") return openHelp;
  const field = key === "/" ? findScreenSearch() : undefined;
  return field && (() => field.focus());
};

/**
 * The keys of every screen, unless a dialog is open: Ctrl+K, or Cmd+K on a Mac, opens the command palette, /
 * moves to the search of the screen, and ? opens the screen's help.
 */
const watchConsoleKeys = (): void => {
  watchKeys();
  addEventListener("keydown", (event) => {
    const command = findCommand(event);
    if (!command || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    command();
  });
};

const savesData = (): boolean =>
  "connection" in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/** A phone takes up to a third of a second to run a screen's code: it gets the time to read and tap first. */
const phoneDelay = 10_000;

/**
 * After the first screen: follows the color scheme, registers the keys of every screen, counts the RMAs to decide, and loads the code of the main
 * screens, of panels and of the palette, one after another, in idle time. The first visit of each screen then waits only
 * for its own data.
 */
export const loadAhead = (router: AnyRouter): void => {
  watchConsoleKeys();
  if (savesData()) return;
  void import("./watch-waiting.ts").then(
    ({ watchWaiting }) => watchWaiting(),
    () => undefined,
  );
  const routes = Object.entries<AnyRouter["routeTree"]>(router.routesByPath)
    .filter(([path]) => isMainPath(path))
    .map(([, route]) => route);
  const next = () =>
    whenIdle(() => {
      const route = routes.shift();
      // A chunk that fails to load now is loaded again when its screen opens, which then shows the error.
      if (route) void Promise.resolve(router.loadRouteChunk(route)).then(next, next);
      else {
        prepareNotifications();
        void import("#web/kit/panels.tsx").catch(() => undefined);
        void import("#web/screens/products/channel-overview.tsx").catch(() => undefined);
        void loadPalette().catch(() => undefined);
      }
    });
  setTimeout(next, phone.matches() ? phoneDelay : 0);
};
