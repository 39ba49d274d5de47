import { parseCommaList } from "#contract/comma-list.ts";
import type { QueryOf } from "#contract/operation.ts";
import {
  findFulfillmentStatusHandle,
  findPurchaseOrderStatusHandle,
  whyNotAcknowledgeable,
  whyNotProcessable,
  whyNotStartable,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { givenList } from "#service/check-input.ts";
import type { Caller, Context, HandlersOf } from "#service/handler.ts";
import { toInstant } from "#http/instant.ts";
import { badRequest, notFound, Refusal } from "#service/refusal.ts";
import {
  countPurchaseOrders,
  listPurchaseOrders,
  lockPurchaseOrder,
  movePurchaseOrder,
  type PurchaseOrderFilter,
  readPurchaseOrder,
  retrieveProcessingOrders,
} from "#service/store/purchase-orders.ts";

type Operations = typeof purchaseOrderOperations;
type FilterQuery = QueryOf<Operations["countPurchaseOrders"]>;

/** Refuses an unknown status, because it would never match. */
const refuseUnknownWords = (query: FilterQuery): void => {
  const issues = (["filterStatus", "filterFulfilmentStatus"] as const).flatMap((path) =>
    parseCommaList(query[path])
      .filter((word) => handleOf[path](word) === undefined)
      .map((word) => ({ path, message: `Unknown status '${word}'` })),
  );
  if (issues.length > 0) throw badRequest(issues);
};

const handleOf = {
  filterStatus: findPurchaseOrderStatusHandle,
  filterFulfilmentStatus: findFulfillmentStatusHandle,
};

const parseHandles = <H>(text: string | undefined, toHandle: (word: string) => H | undefined) =>
  givenList(text)
    ?.map(toHandle)
    .filter((handle) => handle !== undefined);

const toFilter = (query: FilterQuery, numbers: string | undefined): PurchaseOrderFilter => {
  refuseUnknownWords(query);
  return {
    sourceId: query.filterSourceId,
    statuses: parseHandles(query.filterStatus, handleOf.filterStatus),
    fulfillmentStatuses: parseHandles(
      query.filterFulfilmentStatus,
      handleOf.filterFulfilmentStatus,
    ),
    sentAfter: toInstant(query.filterSentAfter),
    generatedAfter: toInstant(query.filterGeneratedAfter),
    updatedAfter: toInstant(query.filterUpdatedAfter),
    numbers: givenList(numbers),
    sinceId: query.sinceId,
  };
};

const listPage = async (
  query: QueryOf<Operations["listPurchaseOrders"]>,
  numbers: string | undefined,
  caller: Caller,
  { sql }: Context,
) => {
  const page = { number: query.filterPageNumber, size: query.filterPageSize };
  const { records, total } = await listPurchaseOrders(sql, toFilter(query, numbers), caller, page);
  return { body: records, total };
};

/** One order's move, decided on its current state while it is locked. */
const moveOne = (
  id: number,
  caller: Caller,
  { sql, now }: Context,
  to: "acknowledged" | "processing" | "processed",
  whyNot: (order: PurchaseOrder) => string | undefined,
  more?: Partial<PurchaseOrder>,
): Promise<{ body: PurchaseOrder }> =>
  sql.begin(async (transaction) => {
    const order = await lockPurchaseOrder(transaction, id, caller);
    if (order === undefined) throw notFound("purchase order", id);
    const reason = whyNot(order);
    if (reason !== undefined) throw new Refusal(400, reason);
    if (order.purchaseOrderStatus?.handle === to) return { body: order };
    return { body: (await movePurchaseOrder(transaction, id, to, now, more)) ?? order };
  });

export const purchaseOrderHandlers: HandlersOf<Operations> = {
  listPurchaseOrders: ({ query, caller }, context) =>
    listPage(query, query.poNumbers, caller, context),

  listFulfillmentRequests: ({ query, caller }, context) =>
    listPage(query, query.frNumbers, caller, context),

  countPurchaseOrders: async ({ query, caller }, { sql }) => ({
    body: await countPurchaseOrders(sql, toFilter(query, query.poNumbers), caller),
  }),

  retrieveProcessingPurchaseOrders: async ({ query, caller }, { sql, now, log }) => {
    const orders = await retrieveProcessingOrders(sql, query.filterSourceId, caller, now);
    // The orders are Processed whether or not this response arrives (api 3): the log names the ones to look up again.
    if (orders.length > 0) log("handed out", { purchaseOrderIds: orders.map(({ id }) => id) });
    return { body: orders };
  },

  getPurchaseOrder: async ({ params, caller }, { sql }) => {
    const order = await readPurchaseOrder(sql, params.id, caller);
    if (order === undefined) throw notFound("purchase order", params.id);
    return { body: order };
  },

  acknowledgePurchaseOrder: ({ params, caller }, context) =>
    moveOne(params.id, caller, context, "acknowledged", whyNotAcknowledgeable, {
      acknowledgedAt: context.now.toISOString(),
    }),

  startPurchaseOrder: ({ params, caller }, context) =>
    moveOne(params.id, caller, context, "processing", whyNotStartable),

  processPurchaseOrder: ({ params, caller }, context) =>
    moveOne(params.id, caller, context, "processed", whyNotProcessable),
};
