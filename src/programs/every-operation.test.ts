import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Operation } from "#contract/operation.ts";
import { operationEntries, operations, type OperationName } from "#contract/operations.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { demoImage, placeImages } from "#demo/demo-image.ts";

import { startTestService, type TestAnswer, type TestService } from "#service/testing/service.ts";
import { seedDemonstration } from "./seed-demonstration.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ images: { find: demoImage, place: placeImages } });
  await seedDemonstration(service.database.connect({ patient: true }), { parents: 40 });
});
afterAll(() => service.close());

interface Sample {
  /** The values of the path's placeholders and its query. */
  readonly id?: number;
  readonly query?: string;
  readonly body?: unknown;
}

/** The oldest record of a list: one of the demonstration's, whatever tests created before. */
const oldest = async <T>(path: string): Promise<T & { id: number }> => {
  const record = ((await service.call(path)).json as (T & { id: number })[]).at(-1);
  if (record === undefined) throw new Error(`There is nothing at ${path}`);
  return record;
};
const oldestAt = (path: string) => async (): Promise<Sample> => ({ id: (await oldest(path)).id });

const webhook = { webhookUrl: "https://x.test/", subscribedEvents: ["OrderImportedEvent"] };

const oldestEvent = async () => {
  const { id } = await oldest("/webhhok/configurations");
  return { id: (await oldest(`/webhook/configurations/${id}/event-logs`)).id };
};

/** A request for each operation; each succeeds on the demonstration records. */
const samples: { readonly [Name in OperationName]: () => Sample | Promise<Sample> } = {
  getAccount: () => ({}),
  listSources: () => ({}),
  listChannels: () => ({}),
  listProductParents: () => ({
    id: 1,
    query:
      "?filterUpdatedAfter=2000-01-01&filterPageNumber=1&filterPageSize=50&includeCategories=true&includeOptions=true" +
      "&includeImages=true&includeAttributes=true&includeVariants=true&includeVariantOptionValues=true&includeVariantImages=true",
  }),
  listPurchaseOrders: () => ({ query: "?filterSourceId=1" }),
  listFulfillmentRequests: () => ({ query: "?filterStatus=processed,Processing" }),
  countPurchaseOrders: () => ({}),
  retrieveProcessingPurchaseOrders: () => ({ query: "?filterSourceId=1" }),
  getPurchaseOrder: oldestAt("/purchase-orders"),
  acknowledgePurchaseOrder: oldestAt("/purchase-orders?filterStatus=processed"),
  startPurchaseOrder: oldestAt("/purchase-orders?filterStatus=unprocessed"),
  processPurchaseOrder: oldestAt("/purchase-orders?filterStatus=processing,processed"),
  listRmas: () => ({ query: "?pageSize=50" }),
  getRma: oldestAt("/rma"),
  updateRmaItems: async () => {
    const rma = await oldest<{ items: { id: number; quantity: number }[] }>("/rma?status=Waiting");
    return { id: rma.id, body: [{ id: rma.items[0]?.id, deniedQuantity: 1, note: "Denied" }] };
  },
  listReturns: () => ({ query: "?includeRmas=true" }),
  getReturn: oldestAt("/returns"),
  updateReturn: async () => ({
    ...(await oldestAt("/returns")()),
    body: { refundAdjustment: 1.5 },
  }),
  listMappingRules: () => ({ query: "?includeWorkflowRules=true&fetchAll=true" }),
  saveMappingRule: async () => ({
    body: toMappingRuleRequest(
      await oldest<MappingRule>("/workflow/mapping-rule?includeWorkflowRules=true"),
    ),
  }),
  runMappingRules: async () => ({
    body: {
      mappingRuleIds: [(await oldest("/workflow/mapping-rule")).id],
      objects: {},
      value: "x",
    },
  }),
  getWorkflowMetaData: () => ({}),
  listMappingSets: () => ({}),
  getMappingSet: oldestAt("/mapping-sets"),
  createMappingSet: () => ({ body: { name: "Created again" } }),
  updateMappingSet: async () => ({
    ...(await oldestAt("/mapping-sets")()),
    body: { name: "Renamed" },
  }),
  listMappingSetItems: oldestAt("/mapping-sets"),
  saveMappingSetItems: async () => ({
    ...(await oldestAt("/mapping-sets")()),
    body: [{ fromValue: "a", toValue: "b" }],
  }),
  listWebhookConfigurations: () => ({}),
  getWebhookConfiguration: oldestAt("/webhhok/configurations"),
  createWebhookConfiguration: () => ({
    body: { ...webhook, configurationName: "New", channelId: 1 },
  }),
  updateWebhookConfiguration: async () => ({
    ...(await oldestAt("/webhhok/configurations")()),
    body: webhook,
  }),
  rotateWebhookSecret: oldestAt("/webhhok/configurations"),
  sendWebhookTestEvent: oldestAt("/webhhok/configurations"),
  listWebhookEventLogs: oldestAt("/webhhok/configurations"),
  getWebhookDelivery: oldestEvent,
  countWebhookDeliveries: () => ({}),
  retryWebhookEvents: async () => ({ body: { eventIds: [(await oldestEvent()).id] } }),
};

const send = async (name: OperationName, operation: Operation): Promise<TestAnswer> => {
  const { id, query = "", body } = await samples[name]();
  const path = operation.path.replaceAll(/\{\w+\}/g, String(id)) + query;
  return service.call(path, { method: operation.method, body });
};

describe("every operation", () => {
  test.each(operationEntries)("%s returns the contract's response", async (name, operation) => {
    const answer = await send(name, operation);
    expect(answer).toMatchObject({ status: operation.status ?? 200 });
    expect(operation.response.safeParse(answer.json).error).toBeUndefined();
    expect(answer.text).not.toMatch(/^\[\]$|demo-image:/);
  });

  test("a picture that a product names is served", async () => {
    const { text } = await send("listProductParents", operations.listProductParents);
    const [, address = ""] = /"url":"([^"]+)"/.exec(text) ?? [];
    const picture = await fetch(address);
    expect(picture.headers.get("content-type")).toContain("image/svg+xml");
  });
});
