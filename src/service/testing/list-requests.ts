import type { OperationName } from "#contract/operations.ts";
import type { Sql } from "#database/sql.ts";
import type { Caller } from "#service/handler.ts";
import { manyDays } from "./many-records.ts";

/** A request for a list, without its page. */
export interface ListRequest {
  readonly operation: OperationName;
  readonly path: string;
  /** The values of its filters. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Default: the account. */
  readonly caller?: Caller;
}

const account = { type: "account" } as const;
const source = { type: "source", ownerId: 1 } as const;
const smallSource = { type: "source", ownerId: 39 } as const;
const channel = { type: "channel", ownerId: 1 } as const;

/** Names of the page parameters, which the sender of a request adds. */
export const pageParameters: Partial<Record<OperationName, { number: string; size?: string }>> = {
  listPurchaseOrders: { number: "filterPageNumber", size: "filterPageSize" },
  listFulfillmentRequests: { number: "filterPageNumber", size: "filterPageSize" },
  listProductParents: { number: "filterPageNumber", size: "filterPageSize" },
  listRmas: { number: "pageNumber", size: "pageSize" },
  listReturns: { number: "pageNumber", size: "pageSize" },
  listMappingSets: { number: "page" },
  listWebhookEventLogs: { number: "page", size: "pageSize" },
};

interface Facts {
  readonly orderNumbers: string;
  readonly lastOrder: number;
  readonly rmaNumbers: string;
  readonly returnId: number;
  readonly orderId: number;
  readonly setId: number;
  readonly webhookId: number;
  readonly eventIds: string;
}

/** Values for the filters that name records. */
const findFacts = async (sql: Sql): Promise<Facts> => {
  const [row] = await sql<Facts[]>`
    select
      (select string_agg(number, ',') from (
        select number from service.purchase_orders order by id desc limit 50) newest) as "orderNumbers",
      (select max(id) from service.purchase_orders) as "lastOrder",
      (select string_agg(rma_number, ',') from (
        select rma_number from service.rmas order by id desc limit 50) newest) as "rmaNumbers",
      (select max(return_id) from service.rmas) as "returnId",
      (select order_id from service.returns order by id desc limit 1) as "orderId",
      coalesce((select max(mapping_set_id) from service.mapping_set_items), 1) as "setId",
      coalesce((select max(configuration_id) from service.webhook_event_logs), 1) as "webhookId",
      coalesce((select string_agg(id::text, ',') from (
        select id from service.webhook_event_logs order by id desc limit 50) newest), '1') as "eventIds"`;
  if (row === undefined) throw new Error("The database is empty");
  return row;
};

/**
 * A request for every list with each of its filters, common pairs of them and each kind of token: filters that match
 * most records, few and none. For a database filled by `addManyRecords` at `now`.
 */
export const makeListRequests = async (sql: Sql, now: Date): Promise<ListRequest[]> => {
  const facts = await findFacts(sql);
  const ago = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
  const [yesterday, halfway, begin] = [ago(1), ago(manyDays / 2), ago(10 * manyDays)];

  const orderFilters: ListRequest["query"][] = [
    {},
    { filterSourceId: 1 },
    { filterSourceId: 39 },
    { filterStatus: "acknowledged" },
    { filterStatus: "processing" },
    { filterStatus: "unprocessed,processing,processing_error" },
    { filterStatus: "processed,acknowledged" },
    { filterStatus: "transferred,cross_docked" },
    { filterFulfilmentStatus: "shipped" },
    { filterFulfilmentStatus: "canceled,partially_shipped" },
    { filterSentAfter: yesterday },
    { filterSentAfter: halfway },
    { filterGeneratedAfter: yesterday },
    { filterGeneratedAfter: halfway },
    { filterUpdatedAfter: yesterday },
    { filterUpdatedAfter: halfway },
    { filterUpdatedAfter: begin },
    { sinceId: facts.lastOrder - 100 },
    { sinceId: Math.floor(facts.lastOrder / 2) },
    { filterSourceId: 1, filterStatus: "acknowledged" },
    { filterSourceId: 39, filterStatus: "processing_error,voided" },
    { filterSourceId: 1, filterUpdatedAfter: yesterday },
    { filterStatus: "processing", filterUpdatedAfter: yesterday },
    { filterStatus: "acknowledged", filterFulfilmentStatus: "awaiting_shipment" },
    { filterStatus: "acknowledged", filterSentAfter: halfway },
  ];
  const orders = (query: ListRequest["query"], caller: Caller = account): ListRequest => ({
    operation: "listPurchaseOrders",
    path: "/purchase-orders",
    query,
    caller,
  });
  const products = (id: number, query: ListRequest["query"]): ListRequest => ({
    operation: "listProductParents",
    path: `/reseller-channels/${id}/products/parents`,
    query,
  });
  const complete = Object.fromEntries(
    [
      "Categories",
      "Options",
      "Images",
      "Attributes",
      "Variants",
      "VariantOptionValues",
      "VariantImages",
    ].map((part) => [`include${part}`, "true"]),
  );
  const rmas = (query: ListRequest["query"], caller: Caller = account): ListRequest => ({
    operation: "listRmas",
    path: "/rma",
    query,
    caller,
  });
  const returns = (query: ListRequest["query"], caller: Caller = account): ListRequest => ({
    operation: "listReturns",
    path: "/returns",
    query,
    caller,
  });
  const plain = (operation: OperationName, path: string, query: ListRequest["query"] = {}) => ({
    operation,
    path,
    query,
  });
  const logs = `/webhook/configurations/${facts.webhookId}/event-logs`;
  return [
    ...orderFilters.map((query) => orders(query)),
    orders({ poNumbers: facts.orderNumbers }),
    orders({}, source),
    orders({ filterStatus: "processing" }, source),
    orders({ filterFulfilmentStatus: "canceled" }, smallSource),
    plain("listFulfillmentRequests", "/fulfillment-requests", { frNumbers: facts.orderNumbers }),
    ...[...orderFilters, { poNumbers: facts.orderNumbers }].map((query) =>
      plain("countPurchaseOrders", "/purchase-orders/count", query),
    ),
    products(1, { filterUpdatedAfter: begin }),
    products(1, { filterUpdatedAfter: begin, ...complete }),
    products(1, { filterUpdatedAfter: halfway }),
    products(1, { filterUpdatedAfter: yesterday }),
    products(10, { filterUpdatedAfter: begin }),
    products(99, { filterUpdatedAfter: begin }),
    rmas({}),
    rmas({ returnId: facts.returnId }),
    rmas({ sourceId: 1 }),
    rmas({ sourceId: 39 }),
    rmas({ rmaNumbers: facts.rmaNumbers }),
    rmas({ status: "Waiting" }),
    rmas({ status: "Approved" }),
    rmas({ status: "Waiting,Partially Approved" }),
    rmas({ createdAfter: yesterday }),
    rmas({ createdAfter: halfway }),
    rmas({ updatedAfter: yesterday }),
    rmas({ updatedAfter: halfway }),
    rmas({ sourceId: 1, status: "Waiting" }),
    rmas({}, channel),
    rmas({ status: "Waiting" }, channel),
    returns({}),
    returns({ includeRmas: "true" }),
    returns({ orderId: facts.orderId }),
    returns({ channelId: 1 }),
    returns({ status: "open" }),
    returns({ status: "closed,cancelled" }),
    returns({ updatedAfter: yesterday }),
    returns({ updatedAfter: halfway }),
    returns({ channelId: 1, status: "open" }),
    returns({}, channel),
    plain("listSources", "/sources"),
    plain("listChannels", "/channel/"),
    plain("listMappingRules", "/workflow/mapping-rule"),
    plain("listMappingRules", "/workflow/mapping-rule", {
      includeWorkflowRules: "false",
      ids: "1,2,3",
      fetchAll: "true",
    }),
    plain("listMappingSets", "/mapping-sets"),
    plain("listMappingSetItems", `/mapping-set/${facts.setId}/item`),
    plain("listWebhookConfigurations", "/webhhok/configurations"),
    plain("listWebhookEventLogs", logs),
    plain("listWebhookEventLogs", logs, { webhookDeliveryStatus: "published" }),
    plain("listWebhookEventLogs", logs, { ids: facts.eventIds }),
    plain("countWebhookDeliveries", "/webhook/daily-counts", { utcOffset: -300 }),
  ];
};

/** The address of a page of a list, the first by default. */
export const addressOf = ({ operation, path, query }: ListRequest, page = 1): string => {
  const { number, size } = pageParameters[operation] ?? {};
  const all = {
    ...query,
    ...(number === undefined ? {} : { [number]: page }),
    ...(size === undefined ? {} : { [size]: 50 }),
  };
  const text = new URLSearchParams(
    Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === "" ? path : `${path}?${text}`;
};
