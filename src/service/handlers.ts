import { accountOperations } from "#contract/account.ts";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import { productOperations } from "#contract/products.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";
import type { HandlersOf } from "./handler.ts";
import { accountHandlers } from "./routes/account.ts";
import { mappingRuleHandlers } from "./routes/mapping-rules.ts";
import { mappingSetHandlers } from "./routes/mapping-sets.ts";
import { productHandlers } from "./routes/products.ts";
import { purchaseOrderHandlers } from "./routes/purchase-orders.ts";
import { returnHandlers } from "./routes/returns.ts";
import { rmaHandlers } from "./routes/rmas.ts";
import { webhookHandlers } from "./routes/webhooks.ts";

/** The operations that are served. */
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
};

/** One handler for each operation; a missing one does not compile. */
export const handlers = {
  ...accountHandlers,
  ...productHandlers,
  ...purchaseOrderHandlers,
  ...rmaHandlers,
  ...returnHandlers,
  ...mappingRuleHandlers,
  ...mappingSetHandlers,
  ...webhookHandlers,
} satisfies HandlersOf<typeof operations>;
