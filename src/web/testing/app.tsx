import { notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { Provider } from "#web/provider.tsx";
import { notificationPlace } from "#web/kit/notify.ts";
import { readSearch, writeSearch } from "#web/base/search-schema.ts";
import { useValue } from "#web/base/value-store.ts";

const Frame = () => (
  <>
    <Outlet />
    {useValue(notificationPlace)}
  </>
);

/**
 * Opens screens of a test by their paths, at an address, until the test ends. Everything is drawn later, so the test
 * waits for what is shown (`expect.poll`) instead of using `act`: the code of dialogs arrives at its own time.
 */
export const openTestApp = (
  screens: Readonly<Record<string, () => ReactNode>>,
  address = "/",
  history: RouterHistory = createMemoryHistory({ initialEntries: [address] }),
) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const root = createRootRoute({ component: Frame });
  const router = createRouter({
    routeTree: root.addChildren(
      Object.entries(screens).map(([path, component]) =>
        createRoute({ getParentRoute: () => root, path, component }),
      ),
    ),
    history,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
  const reactRoot = createRoot(document.body.appendChild(document.createElement("div")));
  onTestFinished(() => {
    reactRoot.unmount();
    document.body.replaceChildren();
    queryClient.clear();
    notifications.clean();
    notificationPlace.set(null);
  });
  reactRoot.render(
    <Provider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </Provider>,
  );
  return {
    open: (to: string) => router.history.push(to),
    /** The address without its origin. */
    address: () => router.state.location.href,
  };
};

const findButton = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);

/** Waits for the button with this text, and clicks it at once as often as given. */
export const pressButton = async (name: string, times = 1): Promise<void> => {
  await expect.poll(() => findButton(name)).toBeDefined();
  const button = findButton(name);
  for (let press = 0; press < times; press += 1) button?.click();
};

/** Replaces the text of a field as typing does. */
export const typeText = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  // React hears of a value only if it was set past its own setter.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
