import { queryClient } from "#web/api/query-client.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { purchaseOrderList } from "#web/api/purchase-orders.ts";
import { returnList } from "#web/api/returns.ts";
import { waitingRmas, wholeRmaList } from "#web/api/rmas.ts";
import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from "@tanstack/react-router";
import { isRecordId } from "#web/base/record-id.ts";
import { NotFoundScreen, PendingScreen, ProblemScreen } from "./between-screens.tsx";
import { ruleFilters } from "#web/screens/mapping-rules/list/rule-filter-names.ts";
import { lazyScreen } from "#web/kit/lazy-screen.ts";
import { Overview } from "#web/screens/overview/overview.tsx";
import { findNames } from "#web/screens/products/find-names.ts";
import { Shell } from "./shell.tsx";
import { watchHistory } from "#web/base/history.ts";
import {
  createSearchSchema,
  listNames,
  readPaging,
  readSearch,
  rememberList,
  writeSearch,
} from "#web/base/list-search.ts";

/*
 * All screens and their addresses. A screen is a separate chunk that loads when a person points at a link to it. Pointing
 * loads no data, because each request costs one of the upstream's two per second.
 */
const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });
const at = <const P extends string, const N extends string>(path: P, names: readonly N[]) => ({
  getParentRoute: () => root,
  path,
  // The names that the screen keeps in its address; all others are dropped.
  validateSearch: createSearchSchema(names),
  // A different record remounts the screen, so that no input moves from one record to another.
  remountDeps: ({ params }: { params: unknown }) => params,
});

/** Any other text in place of the ID leads to no screen: as a number, 5e0 would open record 5. */
const withId = (other?: string) => ({
  beforeLoad: ({ params: { id } }: { params: { id: string } }) => {
    if (id !== other && !isRecordId(id)) throw notFound({ data: id });
  },
});

// Written out: those of list-search.ts are derived from the routes.
type Search = Readonly<Record<string, string | undefined>>;
type Paging = Readonly<Record<"pageNumber" | "pageSize", number>>;

/**
 * A list: its own filters, and page, sorting and columns. Of the lists that people visit most, a visit with the filters
 * that it begins with requests the first rows beside the code; pointing at a link never does.
 */
const listAt = <const P extends string, const N extends string>(
  path: P,
  filters: readonly N[],
  load?: (page: Paging) => Promise<void>,
  first: Search = {},
) => ({
  ...at(path, [...listNames, ...filters]),
  loaderDeps: ({ search }: { search: Search }): Search => search,
  loader: ({ deps, preload }: { deps: Search; preload: boolean }): void => {
    const isFiltered = filters.some((name) => deps[name] !== first[name]);
    if (!preload && !isFiltered) void load?.(readPaging(deps));
  },
});

const dates = ["createdAfter", "createdBefore", "updatedAfter"] as const;

const toDecide = { status: waitingRmas.status };

/** An address without a status begins with the RMAs to decide; with another filter or a page, it shows those of all. */
const withStatus = ({ search }: { search: Search }): void => {
  if (search["status"] !== undefined) return;
  const status = Object.values(search).some(Boolean) ? "all" : toDecide.status;
  throw redirect({ to: "/rmas", search: { ...search, status }, replace: true });
};

const rmaFilters = ["status", "sourceId", "returnId", "rmaNumbers", "q", ...dates] as const;

// A function of its own: inside the call, TypeScript would lose the literal addresses.
const createScreens = () =>
  [
    createRoute({
      ...at("/", []),
      // The landing screen is part of the first load: as a separate chunk it would only appear later.
      component: Overview,
    }),
    createRoute({
      ...listAt("/exceptions", ["kind", "sourceId"]),
      component: lazyScreen(
        () => import("#web/screens/exceptions/exception-list.tsx"),
        "ExceptionList",
      ),
    }),
    createRoute({
      ...listAt(
        "/rmas",
        rmaFilters,
        () => queryClient.prefetchQuery(wholeRmaList(toDecide)),
        toDecide,
      ),
      beforeLoad: withStatus,
      component: lazyScreen(() => import("#web/screens/rmas/rma-list.tsx"), "RmaList"),
    }),
    createRoute({
      ...listAt("/rmas/queue", [...rmaFilters, "rma"]),
      component: lazyScreen(() => import("#web/screens/rmas/queue/queue-screen.tsx"), "RmaQueue"),
    }),
    createRoute({
      ...at("/rmas/$id", []),
      ...withId(),
      component: lazyScreen(() => import("#web/screens/rmas/rma-detail.tsx"), "RmaDetail"),
    }),
    createRoute({
      ...listAt("/returns", ["status", "q", "channelId", "orderId", ...dates], (page) =>
        queryClient.prefetchQuery(returnList(page)),
      ),
      component: lazyScreen(() => import("#web/screens/returns/return-list.tsx"), "ReturnList"),
    }),
    createRoute({
      ...at("/returns/$id", []),
      ...withId(),
      component: lazyScreen(() => import("#web/screens/returns/return-detail.tsx"), "ReturnDetail"),
    }),
    createRoute({
      ...listAt(
        "/purchase-orders",
        [
          "filterStatus",
          "filterFulfilmentStatus",
          "filterSourceId",
          "filterSentAfter",
          "filterGeneratedAfter",
          "filterUpdatedAfter",
          "q",
          "poNumbers",
          "more",
          "received",
          "sentBefore",
        ],
        ({ pageNumber, pageSize }) =>
          queryClient.prefetchQuery(
            purchaseOrderList({ filterPageNumber: pageNumber, filterPageSize: pageSize }),
          ),
      ),
      component: lazyScreen(
        () => import("#web/screens/purchase-orders/purchase-order-list.tsx"),
        "PurchaseOrderList",
      ),
    }),
    createRoute({
      ...at("/purchase-orders/$id", []),
      ...withId(),
      component: lazyScreen(
        () => import("#web/screens/purchase-orders/purchase-order-detail.tsx"),
        "PurchaseOrderDetail",
      ),
    }),
    createRoute({
      ...listAt("/received-orders", ["state", "source"]),
      component: lazyScreen(
        () => import("#web/screens/received-orders/received-orders-list.tsx"),
        "ReceivedOrdersList",
      ),
    }),
    createRoute({
      ...at("/received-orders/$id", []),
      ...withId(),
      component: lazyScreen(
        () => import("#web/screens/received-orders/received-orders-detail.tsx"),
        "ReceivedOrdersDetail",
      ),
    }),
    createRoute({
      ...listAt("/products", ["channel", "view", ...findNames]),
      component: lazyScreen(() => import("#web/screens/products/product-list.tsx"), "ProductList"),
    }),
    createRoute({
      ...at("/products/$id", ["channel", "after", "view"]),
      ...withId(),
      component: lazyScreen(
        () => import("#web/screens/products/product-detail.tsx"),
        "ProductDetail",
      ),
    }),
    createRoute({
      ...listAt("/mapping-rules", ruleFilters, () => queryClient.prefetchQuery(mappingRuleList())),
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/mapping-rule-list.tsx"),
        "MappingRuleList",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/import", []),
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/import/rule-import.tsx"),
        "RuleImport",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/print", ["ids", ...ruleFilters]),
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/list/printed-rules.tsx"),
        "PrintedRules",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/checks", []),
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/checks/rule-checks.tsx"),
        "RuleChecks",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/reviews", ["review"]),
      component: lazyScreen(
        // It has the editor's test and differences: a file of its own would move those to the list's.
        () => import("#web/screens/mapping-rules/mapping-rule-screen.tsx"),
        "RuleReviews",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/tests", []),
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/tests/all-tests.tsx"),
        "AllRuleTests",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/reference", []),
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/catalog/rule-reference.tsx"),
        "RuleReference",
      ),
    }),
    createRoute({
      ...at("/mapping-rules/$id", ["copy", "given", "view", "part", "sample", "channel", "test"]),
      ...withId("new"),
      // `new` is an id of this screen, and the screen distinguishes rules itself: a created rule stays open under its new
      // address.
      remountDeps: () => "rule",
      component: lazyScreen(
        () => import("#web/screens/mapping-rules/mapping-rule-screen.tsx"),
        "MappingRuleScreen",
      ),
    }),
    createRoute({
      ...listAt("/mapping-sets", ["holds"]),
      component: lazyScreen(
        () => import("#web/screens/mapping-sets/mapping-set-list.tsx"),
        "MappingSetList",
      ),
    }),
    createRoute({
      ...at("/mapping-sets/new", []),
      component: lazyScreen(
        () => import("#web/screens/mapping-sets/mapping-set-form.tsx"),
        "MappingSetNew",
      ),
    }),
    createRoute({
      ...listAt("/mapping-sets/$id", ["edit"]),
      ...withId(),
      component: lazyScreen(
        () => import("#web/screens/mapping-sets/mapping-set-detail.tsx"),
        "MappingSetDetail",
      ),
    }),
    createRoute({
      ...listAt("/webhooks", ["status", "new"]),
      component: lazyScreen(() => import("#web/screens/webhooks/webhook-list.tsx"), "WebhookList"),
    }),
    createRoute({
      ...listAt("/webhooks/$id", ["edit", "delivery", "event"]),
      ...withId(),
      component: lazyScreen(
        () => import("#web/screens/webhooks/webhook-detail.tsx"),
        "WebhookDetail",
      ),
    }),
    createRoute({
      ...at("/connection", []),
      component: lazyScreen(
        () => import("#web/screens/connection/connection-screen.tsx"),
        "ConnectionScreen",
      ),
    }),
    createRoute({
      ...listAt("/audit", [
        "person",
        "operation",
        "resource",
        "recordId",
        "state",
        "after",
        "until",
      ]),
      component: lazyScreen(() => import("#web/screens/audit/audit-list.tsx"), "AuditList"),
    }),
    createRoute({
      ...listAt("/bulk-runs", []),
      component: lazyScreen(
        () => import("#web/screens/bulk-runs/bulk-run-list.tsx"),
        "BulkRunList",
      ),
    }),
    createRoute({
      ...at("/bulk-runs/$id", []),
      ...withId(),
      component: lazyScreen(
        () => import("#web/screens/bulk-runs/bulk-run-detail.tsx"),
        "BulkRunDetail",
      ),
    }),
    createRoute({
      ...listAt("/people", ["search"]),
      component: lazyScreen(() => import("#web/screens/people/people-list.tsx"), "PeopleList"),
    }),
    createRoute({
      ...at("/settings", []),
      component: lazyScreen(
        () => import("#web/screens/settings/settings-screen.tsx"),
        "SettingsScreen",
      ),
    }),
  ] as const;

/** Creates the router. Modules only define it, because their evaluation alone keeps a phone busy for a tenth of a second. */
export const createConsoleRouter = () => {
  const router = createRouter({
    routeTree: root.addChildren(createScreens()),
    defaultPreload: "intent",
    defaultPreloadDelay: 40,
    // The queries have the cache.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ProblemScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
  watchHistory(router.history);
  router.subscribe("onResolved", ({ toLocation }) =>
    rememberList(toLocation.pathname, toLocation.search),
  );
  return router;
};

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
