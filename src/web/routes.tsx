import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { NotFoundScreen, PendingScreen, ProblemScreen } from "./between-screens.tsx";
import { Overview } from "./overview/overview.tsx";
import { Shell } from "./shell.tsx";
import { listSearch, rememberList } from "./ui/list-search.ts";

/*
 * Every screen and its address. A screen comes with its own chunk, which is fetched when somebody points at a link to
 * it; its data is asked for by the screen itself, so that pointing never costs a request of the upstream's two a second.
 */
const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });
const at = <const P extends string>(path: P) => ({
  getParentRoute: () => root,
  path,
  validateSearch: listSearch,
  // Another record is another screen: nothing typed for one can stand in the other's form.
  remountDeps: ({ params }: { params: unknown }) => params,
});

const routeTree = root.addChildren([
  createRoute({
    ...at("/"),
    // The landing screen is part of the first load: a chunk of its own would only come later.
    component: Overview,
  }),
  createRoute({
    ...at("/rmas"),
    component: lazyRouteComponent(() => import("./rmas/rma-list.tsx"), "RmaList"),
  }),
  createRoute({
    ...at("/rmas/$id"),
    component: lazyRouteComponent(() => import("./rmas/rma-detail.tsx"), "RmaDetail"),
  }),
  createRoute({
    ...at("/returns"),
    component: lazyRouteComponent(() => import("./returns/return-list.tsx"), "ReturnList"),
  }),
  createRoute({
    ...at("/returns/$id"),
    component: lazyRouteComponent(() => import("./returns/return-detail.tsx"), "ReturnDetail"),
  }),
  createRoute({
    ...at("/purchase-orders"),
    component: lazyRouteComponent(
      () => import("./purchase-orders/purchase-order-list.tsx"),
      "PurchaseOrderList",
    ),
  }),
  createRoute({
    ...at("/purchase-orders/$id"),
    component: lazyRouteComponent(
      () => import("./purchase-orders/purchase-order-detail.tsx"),
      "PurchaseOrderDetail",
    ),
  }),
  createRoute({
    ...at("/received-orders"),
    component: lazyRouteComponent(
      () => import("./received-orders/received-orders-list.tsx"),
      "ReceivedOrdersList",
    ),
  }),
  createRoute({
    ...at("/received-orders/$id"),
    component: lazyRouteComponent(
      () => import("./received-orders/received-orders-detail.tsx"),
      "ReceivedOrdersDetail",
    ),
  }),
  createRoute({
    ...at("/products"),
    component: lazyRouteComponent(() => import("./products/product-list.tsx"), "ProductList"),
  }),
  createRoute({
    ...at("/products/$id"),
    component: lazyRouteComponent(() => import("./products/product-detail.tsx"), "ProductDetail"),
  }),
  createRoute({
    ...at("/mapping-rules"),
    component: lazyRouteComponent(
      () => import("./mapping-rules/mapping-rule-list.tsx"),
      "MappingRuleList",
    ),
  }),
  createRoute({
    ...at("/mapping-rules/new"),
    component: lazyRouteComponent(
      () => import("./mapping-rules/mapping-rule-new.tsx"),
      "MappingRuleNew",
    ),
  }),
  createRoute({
    ...at("/mapping-rules/import"),
    component: lazyRouteComponent(
      () => import("./mapping-rules/import/rule-import.tsx"),
      "RuleImport",
    ),
  }),
  createRoute({
    ...at("/mapping-rules/print"),
    component: lazyRouteComponent(
      () => import("./mapping-rules/print/printed-rules.tsx"),
      "PrintedRules",
    ),
  }),
  createRoute({
    ...at("/mapping-rules/reference"),
    component: lazyRouteComponent(
      () => import("./mapping-rules/rule-reference.tsx"),
      "RuleReference",
    ),
  }),
  createRoute({
    ...at("/mapping-rules/$id"),
    component: lazyRouteComponent(
      () => import("./mapping-rules/mapping-rule-detail.tsx"),
      "MappingRuleDetail",
    ),
  }),
  createRoute({
    ...at("/mapping-sets"),
    component: lazyRouteComponent(
      () => import("./mapping-sets/mapping-set-list.tsx"),
      "MappingSetList",
    ),
  }),
  createRoute({
    ...at("/mapping-sets/new"),
    component: lazyRouteComponent(
      () => import("./mapping-sets/mapping-set-new.tsx"),
      "MappingSetNew",
    ),
  }),
  createRoute({
    ...at("/mapping-sets/$id"),
    component: lazyRouteComponent(
      () => import("./mapping-sets/mapping-set-detail.tsx"),
      "MappingSetDetail",
    ),
  }),
  createRoute({
    ...at("/webhooks"),
    component: lazyRouteComponent(() => import("./webhooks/webhook-list.tsx"), "WebhookList"),
  }),
  createRoute({
    ...at("/webhooks/$id"),
    component: lazyRouteComponent(() => import("./webhooks/webhook-detail.tsx"), "WebhookDetail"),
  }),
  createRoute({
    ...at("/connection"),
    component: lazyRouteComponent(
      () => import("./connection/connection-screen.tsx"),
      "ConnectionScreen",
    ),
  }),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPreloadDelay: 40,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ProblemScreen,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: true,
  // Addresses hold plain texts, as people read and write them: ?status=Waiting&page=2.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(listSearch(search) as Record<string, string>)
      .toString()
      .replaceAll("%2C", ",");
    return text === "" ? "" : `?${text}`;
  },
});

router.subscribe("onResolved", ({ toLocation }) =>
  rememberList(toLocation.pathname, toLocation.search),
);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
