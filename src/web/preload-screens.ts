import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { abortEarlyRequests } from "./api/early-requests.ts";
import { whenIdle } from "./ui/when-idle.ts";

/** Shorter than the wait that the banner explains. */
const watchDelay = 4_000;

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

/** After the first screen has its data, calls `onShown` and loads ahead what a visit needs next. */
export const preloadScreens = (
  router: AnyRouter,
  queryClient: QueryClient,
  onShown: () => void,
): void => {
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
    watch();
    onShown();
    void import("./load-ahead.ts").then(
      ({ loadAhead }) => loadAhead(router),
      () => undefined,
    );
  };
  whenShown(router, queryClient, start);
};
