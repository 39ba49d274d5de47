import { accountOperations } from "#contract/account.ts";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { type Answer, fetchAnswer } from "#web/api/call.ts";
import type { TriedOperation } from "./tried-operations.ts";

const one = { pageNumber: 1, pageSize: 1 };

// Reads only, each with the smallest possible response. Never GET /purchase-orders/processing, which changes orders.
const tries: Readonly<Record<TriedOperation, (signal: AbortSignal) => Promise<Answer<unknown>>>> = {
  account: (signal) => fetchAnswer(accountOperations.getAccount, { signal }),
  sources: (signal) => fetchAnswer(accountOperations.listSources, { signal }),
  channels: (signal) => fetchAnswer(accountOperations.listChannels, { signal }),
  rmas: (signal) => fetchAnswer(rmaOperations.listRmas, { query: one, signal }),
  returns: (signal) => fetchAnswer(returnOperations.listReturns, { query: one, signal }),
  "purchase-orders": (signal) =>
    fetchAnswer(purchaseOrderOperations.listPurchaseOrders, {
      query: { filterPageNumber: 1, filterPageSize: 1 },
      signal,
    }),
  webhooks: (signal) => fetchAnswer(webhookOperations.listWebhookConfigurations, { signal }),
  "mapping-rules": (signal) =>
    fetchAnswer(mappingRuleOperations.listMappingRules, {
      query: { includeWorkflowRules: false },
      signal,
    }),
  "mapping-sets": (signal) =>
    fetchAnswer(mappingSetOperations.listMappingSets, { query: { page: 1 }, signal }),
};

/** Tries one read, to find out whether the upstream serves it and accepts the token for it. */
export const tryOperation = async (name: TriedOperation, signal: AbortSignal): Promise<true> => {
  await tries[name](signal);
  return true;
};
