import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Exceptions } from "#contract/exceptions.ts";
import type { Figures } from "#contract/figures.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import { patch, type TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";

let storage: TestStorage;
let upstream: TestUpstream;
let isListing: boolean;
let rma: { rmaStatus: string; updatedAt: string; items: object[]; [name: string]: unknown };
let logs: object[];
const keep = keepOpen();

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const line = { id: 1, quantity: 2, approvedQuantity: 0, deniedQuantity: 0, cost: 12.5 };

beforeEach(async () => {
  isListing = true;
  logs = [{ id: 1, status: "external_failure", createdAt: ago(1), statusMessage: "410 Gone" }];
  // Longer ago than records are kept.
  rma = {
    id: 31,
    rmaNumber: "RMA-30031",
    sourceId: 11,
    rmaStatus: "Waiting",
    createdAt: ago(500),
    updatedAt: ago(500),
    items: [line],
    rmaShipments: [],
  };
  const order = {
    id: 7,
    purchaseOrderNumber: "PO-200387",
    sentAt: ago(1),
    lastModifiedAt: ago(1),
    purchaseOrderStatus: { handle: "processing_error", name: "Processing Error" },
    processingErrorReason: "No such SKU",
  };
  upstream = keep(
    await startUpstream((request, response, { url }) => {
      const { pathname, searchParams } = new URL(url, "http://api.test");
      if (request.method === "PATCH") {
        const items = [{ ...line, approvedQuantity: 2 }];
        rma = { ...rma, rmaStatus: "Approved", updatedAt: new Date().toISOString(), items };
        return answer(response, 200, rma);
      }
      if (!isListing) return answer(response, 404, { error: "Not found" });
      if (pathname.endsWith("/event-logs")) return answer(response, 200, logs);
      if (pathname === webhookOperations.listWebhookConfigurations.path)
        return answer(response, 200, [
          { id: 3, configurationName: "Stock", status: "active" },
          { id: 4, configurationName: "Old", status: "deleted" },
        ]);
      const page = searchParams.get("filterPageNumber") ?? searchParams.get("pageNumber");
      const after = searchParams.get("updatedAfter") ?? "";
      if (page !== "1") return answer(response, 200, pathname === "/rma/31" ? rma : []);
      if (pathname === "/purchase-orders") return answer(response, 200, [order]);
      return answer(response, 200, pathname === "/rma" && rma.updatedAt > after ? [rma] : []);
    }),
  );
});
beforeEach(() => async () => {
  for (const table of ["records", "record_copies", "copy_leases", "changes", "shared_entries"])
    await storage.database.sql`delete from ${storage.database.sql(`gateway.${table}`)}`;
});

const copies = { copies: { share: 1 }, recordsDays: 400 };
const open = async (options: object = copies) =>
  keep(await storage.gateway(upstream.baseUrl, options));
const figures = async (gateway: TestGateway): Promise<Figures> =>
  (await (await gateway.call("/api/figures?timeZone=Asia/Tokyo")).json()) as Figures;
const exceptions = async (gateway: TestGateway, query = ""): Promise<Exceptions> =>
  (await (await gateway.call(`/api/exceptions?${query}`)).json()) as Exceptions;
const isReady = async (gateway: TestGateway) =>
  Object.values((await figures(gateway)).states).every(({ phase }) => phase === "ready");

test("what waits is counted, and a decision through the gateway counts at once", async () => {
  const gateway = await open();
  expect((await figures(gateway)).states.rmas.phase).toBe("loading");
  await eventually(async () => isReady(gateway));
  const before = await figures(gateway);
  expect(before.waiting).toMatchObject({ rmas: 1, units: 2, credit: 25 });
  expect(before.decided).toEqual({ you: 0, team: 0 });
  const { rows, total } = await exceptions(gateway);
  expect(rows.map(({ kind, name, detail, count }) => [kind, name, detail, count])).toEqual([
    ["order-error", "PO-200387", "No such SKU", null],
    ["webhook", "Stock", "410 Gone", 1],
    ["late-decision", "RMA-30031", "Waiting", 2],
  ]);
  expect(total).toBe(3);
  await gateway.call("/api/rmas/31/items", patch([{ id: 1, approvedQuantity: 2 }]));
  await eventually(async () => (await figures(gateway)).waiting.rmas === 0);
  expect((await figures(gateway)).decided).toEqual({ you: 1, team: 1 });
  expect((await exceptions(gateway, "kind=late-decision")).total).toBe(0);
});

test("the team's due times decide what is late", async () => {
  const gateway = await open();
  await eventually(async () => isReady(gateway));
  rma = { ...rma, createdAt: ago(20), updatedAt: new Date().toISOString() };
  await gateway.call("/api/rma/31");
  await eventually(
    async () => (await figures(gateway)).waiting.longest[0]?.createdAt === rma["createdAt"],
  );
  expect((await exceptions(gateway)).counts["late-decision"]).toBe(1);
  const value = { decide: 30, ship: 3 };
  const saved = await gateway.call("/api/shared", post({ list: "due-times", name: "11", value }));
  expect(saved.status).toBe(200);
  expect((await exceptions(gateway)).counts["late-decision"]).toBe(0);
});

test.each<[is: string, options: object, listing: boolean, phase: string]>([
  ["no copies are kept", { recordsDays: 0 }, true, "off"],
  ["the API lists nothing", copies, false, "unlisted"],
])("where %s, it is said", async (_, options, listing, phase) => {
  isListing = listing;
  const gateway = await open(options);
  await eventually(async () =>
    Object.values((await figures(gateway)).states).every((state) => state.phase === phase),
  );
  expect((await figures(gateway)).waiting.rmas).toBe(0);
  expect(await exceptions(gateway)).toMatchObject({ total: 0, rows: [] });
});

test.each(["figures?timeZone=Mars", "exceptions?kind=odd", "exceptions?pageSize=0"])(
  "%s is refused",
  async (path) => {
    const gateway = await open();
    expect((await gateway.call(`/api/${path}`)).status).toBe(400);
  },
);
