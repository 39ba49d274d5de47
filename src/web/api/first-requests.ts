import { accountOperations } from "#contract/account.ts";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation } from "#contract/operation.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { pageOf } from "#web/ui/list-search.ts";
import { buildRequest, type Urgency } from "./call.ts";
import { waitingRmas } from "./waiting-rmas.ts";

/** The arguments that `public/boot.js` passes to `fetch`. */
export type FirstRequest = ReturnType<typeof buildRequest>;

const first = pageOf({});

const get = (
  operation: Operation,
  query: Record<string, unknown> = {},
  urgency: Urgency = "click",
): FirstRequest => buildRequest(operation, { query, urgency });

/**
 * The request for the first content of each screen, by an address without filters. The build reads this table, and
 * `public/boot.js` sends the request while the scripts load. It lists only the contract's read operations; an error
 * here costs one request.
 */
export const firstRequests: Readonly<Record<string, FirstRequest>> = {
  "/": get(rmaOperations.listRmas, waitingRmas),
  "/rmas": get(rmaOperations.listRmas, first),
  "/returns": get(returnOperations.listReturns, first),
  "/purchase-orders": get(purchaseOrderOperations.listPurchaseOrders, {
    filterPageNumber: first.pageNumber,
    filterPageSize: first.pageSize,
  }),
  "/products": get(accountOperations.listChannels, {}, "screen"),
  "/mapping-rules": get(mappingRuleOperations.listMappingRules),
  "/mapping-sets": get(mappingSetOperations.listMappingSets, { page: first.pageNumber }),
  "/webhooks": get(webhookOperations.listWebhookConfigurations),
};
