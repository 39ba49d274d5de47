import { accountOperations } from "#contract/account.ts";
import { productOperations } from "#contract/products.ts";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import type { HandlersOf } from "./handler.ts";
import { accountHandlers } from "./routes/account.ts";
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
  ...webhookOperations,
};

/** One handler for each operation; a missing one does not compile. */
export const handlers = {
  ...accountHandlers,
  ...productHandlers,
  ...purchaseOrderHandlers,
  ...rmaHandlers,
  ...returnHandlers,
  ...webhookHandlers,
} satisfies HandlersOf<typeof operations>;
