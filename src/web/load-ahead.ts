import type { AnyRouter } from "@tanstack/react-router";
import { loadPalette } from "#web/kit/open-palette.ts";
import { watchConsoleKeys } from "./console-keys.ts";
import { isMainPath } from "#web/base/list-search.ts";
import { prepareNotifications } from "#web/kit/notify.ts";
import { phone } from "#web/base/use-media.ts";
import { whenIdle } from "#web/base/when-idle.ts";

const savesData = (): boolean =>
  "connection" in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/** A phone takes up to a third of a second to run a screen's code: it gets the time to read and tap first. */
const phoneDelay = 10_000;

/**
 * After the first screen: registers the keys of every screen, counts the RMAs to decide, and loads the code of the main
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
        void import("#web/kit/popover-panel.tsx").catch(() => undefined);
        void import("#web/screens/products/find/channel-overview.tsx").catch(() => undefined);
        void loadPalette().catch(() => undefined);
      }
    });
  setTimeout(next, phone.matches() ? phoneDelay : 0);
};
