import { accountOperations } from "#contract/account.ts";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation } from "#contract/operation.ts";
import { productOperations } from "#contract/products.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";

/** Everything that the gateway lets through. */
export const servedOperations: readonly Operation[] = Object.values({
  ...accountOperations,
  ...mappingRuleOperations,
  ...mappingSetOperations,
  ...productOperations,
  ...purchaseOrderOperations,
  ...returnOperations,
  ...rmaOperations,
  ...webhookOperations,
  ...workflowMetaDataOperations,
});
