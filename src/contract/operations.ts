import { accountOperations } from "./account.ts";
import { mappingRuleOperations } from "./mapping-rules.ts";
import { mappingSetOperations } from "./mapping-sets.ts";
import type { Operation } from "./operation.ts";
import { productOperations } from "./products.ts";
import { purchaseOrderOperations } from "./purchase-orders.ts";
import { returnOperations } from "./returns.ts";
import { rmaOperations } from "./rmas.ts";
import { webhookOperations } from "./webhooks.ts";
import { workflowMetaDataOperations } from "./workflow-meta-data.ts";

/**
 * Every operation by name: the one table from which the service's routes, the gateway's routes, the web client's calls
 * and OpenAPI are derived. A screen imports its resource's own table instead, so that it loads no other resource's
 * schemas.
 */
export const operations = {
  ...accountOperations,
  ...productOperations,
  ...purchaseOrderOperations,
  ...rmaOperations,
  ...returnOperations,
  ...mappingRuleOperations,
  ...workflowMetaDataOperations,
  ...mappingSetOperations,
  ...webhookOperations,
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The table as name and operation pairs, for iteration. */
export const operationEntries = Object.entries(operations) as [OperationName, Operation][];
