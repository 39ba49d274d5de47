import "#web/kit/font-extended.css";
import "#web/kit/tokens.css";
import "virtual:mantine.css";
import "#web/kit/base.css";
import "./shell.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { onRefusal } from "./api/answer-events.ts";
import { queryClient } from "./api/query-client.ts";
import { watchRules } from "./api/rule-events.ts";
import { session } from "#web/base/session.ts";
import { preloadScreens } from "./preload-screens.ts";
import { Provider } from "./provider.tsx";
import { createConsoleRouter } from "./routes.tsx";
import { getFormats } from "#web/base/format.ts";
import { waitForFont } from "./wait-for-font.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

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
