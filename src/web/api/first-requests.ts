import { accountOperations } from "#contract/account.ts";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation } from "#contract/operation.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";
import { readPaging } from "#web/base/list-search.ts";
import { buildRequest, type Urgency } from "./call.ts";
import { waitingRmas } from "./rmas.ts";

/** The arguments that `public/boot.js` passes to `fetch`. */
export type FirstRequest = ReturnType<typeof buildRequest>;

const first = readPaging({});

const get = (
  operation: Operation,
  query: Record<string, unknown> = {},
  urgency: Urgency = "click",
): FirstRequest => buildRequest(operation, { query, urgency });

const sources = get(accountOperations.listSources, {}, "background");
const channels = get(accountOperations.listChannels, {}, "background");

/**
 * The requests that a screen's first content needs, by an address without filters; names of sources and channels come
 * after the records. Read by the build, not by the console: `public/boot.js` sends them while the scripts load. Reads of
 * the contract only; a mistake here costs a request.
 */
export const firstRequests: Readonly<Record<string, readonly FirstRequest[]>> = {
  "/": [get(rmaOperations.listRmas, waitingRmas), sources],
  "/rmas": [get(rmaOperations.listRmas, first), sources],
  "/rmas/queue": [get(rmaOperations.listRmas, waitingRmas), sources],
  "/returns": [get(returnOperations.listReturns, first), channels],
  "/purchase-orders": [
    get(purchaseOrderOperations.listPurchaseOrders, {
      filterPageNumber: first.pageNumber,
      filterPageSize: first.pageSize,
    }),
    sources,
    channels,
  ],
  "/products": [get(accountOperations.listChannels, {}, "screen")],
  "/mapping-rules": [
    get(mappingRuleOperations.listMappingRules),
    get(workflowMetaDataOperations.getWorkflowMetaData, {}, "background"),
  ],
  "/mapping-sets": [get(mappingSetOperations.listMappingSets, { page: first.pageNumber }), sources],
  "/webhooks": [get(webhookOperations.listWebhookConfigurations), sources, channels],
};
