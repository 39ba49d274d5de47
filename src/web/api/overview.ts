import { queryOptions } from "@tanstack/react-query";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { returnOperations } from "#contract/returns.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { answerOf } from "./call.ts";

const urgency = "background";

/** How many purchase orders are in Processing: a count, never the call that would move them. */
export const processingCount = () =>
  queryOptions({
    queryKey: ["purchase-orders", "count", "processing"] as const,
    queryFn: ({ signal }) =>
      answerOf(purchaseOrderOperations.countPurchaseOrders, {
        query: { filterStatus: "processing" },
        signal,
        urgency,
      }),
  });

/** The newest open returns, for their number. */
export const openReturns = () =>
  queryOptions({
    queryKey: ["returns", "list", { status: "open", overview: true }] as const,
    queryFn: ({ signal }) =>
      answerOf(returnOperations.listReturns, {
        query: { status: "open", pageSize: 50 },
        signal,
        urgency,
      }),
  });

/** Every webhook configuration, for those that do not deliver. */
export const webhookStates = () =>
  queryOptions({
    queryKey: ["webhooks", "list"] as const,
    queryFn: ({ signal }) =>
      answerOf(webhookOperations.listWebhookConfigurations, { signal, urgency }),
  });
