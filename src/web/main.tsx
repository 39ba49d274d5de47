import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { onRefusal } from "#web/api/answer-events.ts";
import { refreshPreferences, savePreference } from "#web/api/preferences.ts";
import { queryClient } from "#web/api/query-client.ts";
import { watchRules } from "#web/api/rule-events.ts";
import { getFormats } from "#web/base/format.ts";
import { setPreferenceSender } from "#web/base/remember.ts";
import { session } from "#web/base/session.ts";
import { resolveFirstData, whenDrawn, whenIdle } from "#web/base/when-idle.ts";
import { Provider } from "./provider.tsx";
import { createConsoleRouter } from "./routes.tsx";
import { waitForFont } from "./wait-for-font.ts";
import "#web/kit/font-extended.css";
import "#web/kit/tokens.css";
import "virtual:mantine.css";
import "#web/kit/base.css";
import "./shell.css";

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
const preloadScreens = (router: AnyRouter, queryClient: QueryClient, onShown: () => void): void => {
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

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

setPreferenceSender(savePreference);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void refreshPreferences();
});

// Stores the rules that this browser loads, for an upstream that cannot read them. The store's code loads with the
// first rule.
watchRules((rules, how) => {
  import("#web/screens/mapping-rules/list/rule-memory.ts")
    .then(({ rememberRules }) => rememberRules(rules, how))
    .catch(() => undefined);
});

// Signing in and out, here and in other tabs: after the first screen, or when the gateway refuses a call.
const loadSession = () => import("#web/screens/people/watch-session.tsx");
const watchSession = (): Promise<void> =>
  loadSession().then(
    (loaded) => loaded.watchSession(),
    () => undefined,
  );
onRefusal(() =>
  loadSession().then(
    ({ refreshSession }) => refreshSession(),
    () => undefined,
  ),
);
// Nobody has signed in: the first screen would only show that.
const { signIn, person } = session.get();
const signingIn = person === null && signIn !== "none" ? watchSession() : undefined;

type Router = ReturnType<typeof createConsoleRouter>;

const App = ({ router, stopFollowing }: { router: Router; stopFollowing: () => void }) => {
  // Runs in the same commit as the provider's effect, so that no move is missed or loaded twice.
  useLayoutEffect(stopFollowing, [stopFollowing]);
  return (
    <Provider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Provider>
  );
};

/** A transition renders in slices of a few milliseconds, between which the page handles input. */
const render = (app: ReactNode) =>
  startTransition(() => createRoot(root).render(<StrictMode>{app}</StrictMode>));

const start = () => {
  const router = createConsoleRouter();
  // The router provider follows the history from its first layout effect on. Until then, Back or Forward would change the
  // address and leave the screen.
  // A function of its own: the history keeps a set of functions, and the provider adds router.load itself.
  const stopFollowing = router.history.subscribe(() => void router.load());
  preloadScreens(router, queryClient, () => void watchSession());
  // The first screen replaces the frame in index.html at once, without an empty page between them.
  void Promise.allSettled([router.load(), signingIn])
    .then(waitForFont)
    .then(() => render(<App router={router} stopFollowing={stopFollowing} />));
};
// Tasks of their own, so that a phone handles a tap between them; the second one while the first answer is under way.
setTimeout(start);
setTimeout(getFormats);
