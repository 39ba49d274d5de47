import type { OperationName, Operations } from "#contract/operations.ts";
import type { Handler } from "./handler.ts";
import { accountHandlers } from "./routes/account.ts";
import { mappingRuleHandlers } from "./routes/mapping-rules.ts";
import { mappingSetHandlers } from "./routes/mapping-sets.ts";
import { productHandlers } from "./routes/products.ts";
import { purchaseOrderHandlers } from "./routes/purchase-orders.ts";
import { returnHandlers } from "./routes/returns.ts";
import { rmaHandlers } from "./routes/rmas.ts";
import { webhookHandlers } from "./routes/webhooks.ts";

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
} satisfies { readonly [Name in OperationName]: Handler<Operations[Name]> };
