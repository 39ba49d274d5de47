import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { resolveFirstData, whenDrawn, whenIdle } from "#web/base/when-idle.ts";

/** Shorter than the wait that the banner explains. */
const watchDelay = 4_000;

const whenFetched = (queryClient: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(check);
    check();
  });

/** Resolves when the first screen has its code and is rendered. */
const whenResolved = (router: AnyRouter): Promise<void> =>
  new Promise((resolve) => {
    const stop = router.subscribe("onResolved", () => {
      stop();
      resolve();
    });
  });

/** Resolves when the first record, or an error in its place, has arrived. */
const whenAnswered = (queryClient: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== "updated" || query.state.status === "pending") return;
      // The gateway's own state and the names of sources may arrive before any record.
      if (query.queryKey[0] === "connection" || query.queryKey[0] === "account") return;
      stop();
      resolve();
    });
  });

/**
 * Resolves when a rendered screen has its data, and time to draw them: they must not wait for what is loaded ahead. A
 * response may lead to further requests, such as for names.
 */
const whenShown = async (queryClient: QueryClient): Promise<void> => {
  await new Promise<void>(whenIdle);
  do {
    await whenFetched(queryClient);
    await whenDrawn();
  } while (queryClient.isFetching() > 0);
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
    import("#web/screens/offline/offline-banner.tsx").then(
      ({ watchConnection }) => watchConnection(queryClient),
      () => {
        isWatched = false;
        setTimeout(watch, watchDelay);
      },
    );
  };
  setTimeout(watch, watchDelay);
  const start = () => {
    watch();
    onShown();
    resolveFirstData();
    void import("./load-ahead.ts").then(
      ({ loadAhead }) => loadAhead(router),
      () => undefined,
    );
  };
  const resolved = whenResolved(router);
  // Data may arrive before the code that draws it.
  void Promise.all([resolved, whenAnswered(queryClient)])
    .then(whenDrawn)
    .then(resolveFirstData);
  void resolved.then(() => whenShown(queryClient)).then(start);
};
