import "virtual:mantine.css";
import "./page.css";
import { NavLink, Title } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "#web/provider.tsx";

/*
 * The cost of the console's libraries alone: a menu and two lists in separate chunks, written as in the libraries'
 * manuals.
 */

const Menu = () => (
  <nav>
    <NavLink renderRoot={(props) => <Link to="/" {...props} />} label="Home" />
    <NavLink renderRoot={(props) => <Link to={"/orders" as "/"} {...props} />} label="Orders" />
    <NavLink renderRoot={(props) => <Link to={"/parts" as "/"} {...props} />} label="Parts" />
  </nav>
);

const root = createRootRoute({
  component: () => (
    <div className="app">
      <Menu />
      <main>
        <Outlet />
      </main>
    </div>
  ),
});

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <Title>Home</Title>,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/orders",
    component: lazyRouteComponent(() => import("./orders.tsx"), "Orders"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/orders/$id",
    component: () => <Title>An order</Title>,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/parts",
    component: lazyRouteComponent(() => import("./parts.tsx"), "Parts"),
  }),
]);

const router = createRouter({ routeTree, defaultPreload: "intent" });
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Provider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
);
