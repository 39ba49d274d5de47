import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { abortEarlyRequests } from "./api/early-requests.ts";
import { loadPalette } from "./open-palette.ts";
import { isMainPath } from "./ui/list-search.ts";
import { prepareNotifications } from "./ui/notify.ts";
import { phone } from "./ui/use-media.ts";

const savesData = (): boolean =>
  "connection" in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/** A phone takes up to a third of a second to run a screen's code: it gets the time to read and tap first. */
const phoneDelay = 10_000;

/** Shorter than the wait that the banner explains. */
const watchDelay = 4_000;

const whenIdle = (callback: () => void): void => {
  // Safari does not support it.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback);
  else setTimeout(callback, 200);
};

const whenFetched = (queryClient: QueryClient, callback: () => void): void => {
  if (queryClient.isFetching() === 0) return callback();
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return;
    stop();
    callback();
  });
};

/**
 * Calls back when the first screen has its code and its data, and time to draw them: they must not wait for what is
 * loaded ahead. A response may lead to further requests, such as for names.
 */
const whenShown = (router: AnyRouter, queryClient: QueryClient, callback: () => void): void => {
  const settle = () => {
    if (queryClient.isFetching() > 0) whenFetched(queryClient, settleLater);
    else callback();
  };
  const settleLater = () => requestAnimationFrame(() => whenIdle(settle));
  const stop = router.subscribe("onResolved", () => {
    stop();
    whenIdle(() => whenFetched(queryClient, settleLater));
  });
};

/**
 * After the first screen has its data, registers the key of the palette, counts the RMAs to decide, and loads the code of
 * the main screens and of the palette, one after another, in idle time. The first visit of each screen then waits only for
 * its own data. Calls `onShown` before that.
 */
export const preloadScreens = (
  router: AnyRouter,
  queryClient: QueryClient,
  onShown: () => void,
): void => {
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
        void loadPalette().catch(() => undefined);
      }
    });
  let isWatched = false;
  // Loaded in any case: when it is needed, the server may not answer. Where the first data takes long, before it.
  const watch = () => {
    if (isWatched) return;
    isWatched = true;
    import("./reach/watch-reach.tsx").then(
      ({ watchReach }) => watchReach(queryClient),
      () => {
        isWatched = false;
        setTimeout(watch, watchDelay);
      },
    );
  };
  setTimeout(watch, watchDelay);
  const start = () => {
    abortEarlyRequests();
    void import("./palette-key.ts").then(
      ({ watchPaletteKey }) => watchPaletteKey(),
      () => undefined,
    );
    watch();
    onShown();
    if (savesData()) return;
    void import("./watch-waiting.ts").then(
      ({ watchWaiting }) => watchWaiting(),
      () => undefined,
    );
    setTimeout(next, phone.matches() ? phoneDelay : 0);
  };
  whenShown(router, queryClient, start);
};
