import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { Provider } from "#web/provider.tsx";
import { readSearch, writeSearch } from "./search-schema.ts";

/** Shows a part of a screen at an address until the test ends. Returns the router, which has the address. */
export const showScreen = async (content: ReactNode, address = "/") => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
  await router.load();
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  onTestFinished(() => {
    act(() => root.unmount());
    box.remove();
    queryClient.clear();
  });
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Provider>
          <RouterProvider router={router} />
        </Provider>
      </QueryClientProvider>,
    ),
  );
  return router;
};
