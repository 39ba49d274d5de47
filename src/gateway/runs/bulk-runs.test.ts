import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Change } from "#contract/audit.ts";
import type { BulkRun } from "#contract/bulk-runs.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, type Behaviour } from "#gateway/testing/recording-upstream.ts";
import { approvalOf, startRmaUpstream } from "#gateway/testing/rma-upstream.ts";
import { openTestStorage, post, readProblem, type TestStorage } from "#gateway/testing/storage.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";

let storage: TestStorage;
let rmas: Awaited<ReturnType<typeof startRmaUpstream>>;
let gateway: TestGateway;
const keep = keepOpen();

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());
beforeEach(async () => {
  rmas = keep(await startRmaUpstream(5));
  gateway = keep(await storage.gateway(rmas.upstream.baseUrl));
});

const read = async (response: Response) => (await response.json()) as BulkRun;
const start = async (ids: readonly number[], headers = {}, from = gateway) => {
  const init = post(approvalOf(ids));
  return read(
    await from.call("/api/bulk-runs", {
      ...init,
      headers: { ...(init.headers as object), ...headers },
    }),
  );
};
const get = async ({ id }: BulkRun, from = gateway) =>
  read(await from.call(`/api/bulk-runs/${id}`));
const act = async (what: string, { id }: BulkRun, from = gateway) =>
  read(await from.call(`/api/bulk-runs/${id}/${what}`, { method: "POST" }));
const when = async (run: BulkRun, state: string, from = gateway): Promise<BulkRun> => {
  await eventually(async () => {
    const { state: is, isWorking } = await get(run, from);
    return is === state && isWorking !== true;
  });
  return get(run, from);
};
const states = ({ items }: BulkRun) => items.map(({ state }) => state);

/** Behaves otherwise for the first request that fits. */
const once = (fits: string, behaviour: Behaviour, times = 1) => {
  let left = times;
  rmas.upstream.behave((request, response, arrival) => {
    if (left === 0 || `${arrival.method} ${arrival.url}` !== fits)
      return rmas.serve(request, response, arrival);
    left -= 1;
    return behaviour(request, response, arrival);
  });
};
/** Holds the answer to one request; the returned function lets it go. */
const hold = (fits: string) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  once(fits, async (request, response, arrival) => {
    await released;
    return rmas.serve(request, response, arrival);
  });
  return () => release();
};
const arrived = async (fits: string) =>
  eventually(() => rmas.upstream.arrivals.some(({ method, url }) => `${method} ${url}` === fits));

test("a run is sent once, each change is recorded, and a repeated request starts no second one", async () => {
  const key = { "idempotency-key": "start-1" };
  const run = await start([1, 2, 3], key);
  expect((await start([1, 2, 3], key)).id).toBe(run.id);
  const ended = await when(run, "ended");
  expect(ended.items.map(({ name, state, planned }) => [name, state, planned])).toEqual(
    [1, 2, 3].map((id) => [`RMA-${id}`, "done", "Waiting → Approved, 2 units approved"]),
  );
  expect(ended.counts).toMatchObject({ total: 3, done: 3, waiting: 0 });
  expect(rmas.changes()).toEqual([1, 1, 1, 0, 0]);
  const changes = (await (
    await gateway.call("/api/audit?operation=updateRmaItems")
  ).json()) as Change[];
  expect(changes.map(({ recordId, state }) => [recordId, state])).toEqual(
    [3, 2, 1].map((id) => [id, "done"]),
  );
  const listed = (await (
    await gateway.call("/api/bulk-runs?resource=rmas&recordId=2")
  ).json()) as BulkRun[];
  expect(listed[0]?.items.map(({ name }) => name)).toEqual(["RMA-2"]);
});

test("a record that is not as in the preview is listed, and not overwritten; one that has the change is not sent", async () => {
  rmas.write(2, { deniedQuantity: 1 });
  rmas.rmas.set(2, { ...rmas.rmas.get(2)!, rmaStatus: "Partially Approved" });
  rmas.write(3, { approvedQuantity: 2 });
  const ended = await when(await start([1, 2, 3]), "ended");
  expect(states(ended)).toEqual(["done", "conflict", "done"]);
  expect(ended.items[1]?.reason).toBe(
    "Changed since the preview: Status Waiting → Partially approved; Tent: Denied 0 → 1.",
  );
  expect(rmas.changes()).toEqual([1, 0, 0, 0, 0]);
});

test("a change by another person between the read and the save is a conflict", async () => {
  once("PATCH /rmas/1/items", (_, response) => answer(response, 412, { error: "Changed" }));
  const ended = await when(await start([1]), "ended");
  expect(states(ended)).toEqual(["conflict"]);
});

test("a paused run finishes its record and sends no other; continued, it sends the rest; canceled, it does not", async () => {
  const release = hold("PATCH /rmas/1/items");
  const run = await start([1, 2, 3]);
  await arrived("PATCH /rmas/1/items");
  expect((await act("pause", run)).state).toBe("paused");
  release();
  await eventually(async () => (await get(run)).counts.done === 1);
  expect(states(await when(run, "paused"))).toEqual(["done", "waiting", "waiting"]);
  const releaseNext = hold("PATCH /rmas/2/items");
  expect((await act("continue", run)).state).toBe("running");
  await arrived("PATCH /rmas/2/items");
  expect((await act("cancel", run)).counts).toMatchObject({ sending: 1, skipped: 1 });
  releaseNext();
  await eventually(async () => (await get(run)).counts.done === 2);
  expect(states(await when(run, "canceled"))).toEqual(["done", "done", "skipped"]);
  expect(rmas.changes()).toEqual([1, 1, 0, 0, 0]);
});

test("refused records are tried again only if a person asks for it", async () => {
  once("PATCH /rmas/2/items", (_, response) => answer(response, 400, { error: "Not now" }));
  const run = await start([1, 2]);
  const ended = await when(run, "ended");
  expect(ended.items[1]).toMatchObject({ state: "refused", reason: "Not now" });
  await act("retry", run);
  expect(states(await when(run, "ended"))).toEqual(["done", "done"]);
  expect(rmas.changes()).toEqual([1, 2, 0, 0, 0]);
});

test("the rate limit delays a run, and a refused token pauses it", async () => {
  once("PATCH /rmas/1/items", (_, response) =>
    answer(response, 429, { error: "Slow down" }, { "retry-after": "0" }),
  );
  expect(states(await when(await start([1]), "ended"))).toEqual(["done"]);
  once("PATCH /rmas/2/items", (_, response) => answer(response, 401, { error: "Bad token" }));
  const run = await start([2, 3]);
  const paused = await when(run, "paused");
  expect(paused).toMatchObject({ reason: "Bad token", counts: { waiting: 2 } });
  await act("continue", run);
  expect(states(await when(run, "ended"))).toEqual(["done", "done"]);
});

describe("a change whose answer is lost is never sent again", () => {
  test("the record has it", async () => {
    once("PATCH /rmas/1/items", (_request, response) => {
      rmas.write(1, { approvedQuantity: 2 });
      response.destroy();
    });
    const ended = await when(await start([1]), "ended");
    expect(states(ended)).toEqual(["done"]);
    expect(ended.items[0]?.reason).toContain("a check confirmed the change");
    const [change] = (await (await gateway.call("/api/audit")).json()) as Change[];
    expect(change).toMatchObject({ state: "settled", settlement: { made: true } });
  });

  test("the record does not have it", async () => {
    once("PATCH /rmas/1/items", (_, response) => void response.destroy());
    const ended = await when(await start([1]), "ended");
    expect(ended.items[0]).toMatchObject({ state: "refused" });
    expect(ended.items[0]?.reason).toContain("a check found no change");
    expect(rmas.changes()).toEqual([1, 0, 0, 0, 0]);
  });

  test("the record can't be loaded either: the run waits for a person, and checks first then", async () => {
    let isDown = false;
    rmas.upstream.behave((request, response, arrival) => {
      if (arrival.method === "PATCH" && arrival.url === "/rmas/1/items" && !isDown) {
        rmas.write(1, { approvedQuantity: 2 });
        isDown = true;
        response.destroy();
      } else if (isDown) answer(response, 400, { error: "Down" });
      else rmas.serve(request, response, arrival);
    });
    const run = await start([1, 2]);
    const paused = await when(run, "paused");
    expect(states(paused)).toEqual(["unknown", "waiting"]);
    expect(paused.reason).toContain("can't be loaded now. Down");
    rmas.upstream.behave(rmas.serve);
    await act("continue", run);
    expect(states(await when(run, "ended"))).toEqual(["done", "done"]);
    expect(rmas.changes()).toEqual([1, 1, 0, 0, 0]);
  });
});

test("after three records that can't be loaded, the run is paused", async () => {
  rmas.upstream.behave((_, response) => answer(response, 400, { error: "Broken" }));
  const paused = await when(await start([1, 2, 3, 4]), "paused");
  expect(states(paused)).toEqual(["refused", "refused", "refused", "waiting"]);
});

test("a stopped gateway leaves its run to another one, which sends the rest", async () => {
  const release = hold("PATCH /rmas/2/items");
  const run = await start([1, 2, 3]);
  await arrived("PATCH /rmas/2/items");
  const closed = gateway.close();
  release();
  await closed;
  const other = keep(await storage.gateway(rmas.upstream.baseUrl));
  expect(states(await when(run, "ended", other))).toEqual(["done", "done", "done"]);
  expect(rmas.changes()).toEqual([1, 1, 1, 0, 0]);
});

test("another gateway takes over when the lease of one that hangs has ended, and its late result counts", async () => {
  const release = hold("PATCH /rmas/1/items");
  const run = await start([1, 2]);
  await arrived("PATCH /rmas/1/items");
  await storage.database.sql`update gateway.bulk_runs set lease_until = now() - interval '1 day'`;
  const other = keep(await storage.gateway(rmas.upstream.baseUrl, { database: { leaseMs: 200 } }));
  // The check of the other one finds no change yet, and sends none.
  expect(states(await when(run, "ended", other))).toEqual(["refused", "done"]);
  release();
  await eventually(async () => (await get(run, other)).counts.done === 2);
  expect(rmas.changes()).toEqual([1, 1, 0, 0, 0]);
});

test("orders are sent without a read, and one that has the status is done", async () => {
  rmas.upstream.behave((_, response, { url }) =>
    url.includes("/2/")
      ? answer(response, 400, { error: "This order is already acknowledged." })
      : answer(response, 200, { id: 1, purchaseOrderStatus: { handle: "acknowledged" } }),
  );
  const items = [1, 2].map((id) => ({ recordId: id, name: `PO-${id}` }));
  const body = {
    operation: "acknowledgePurchaseOrder",
    title: "Acknowledge",
    past: "acknowledged",
  };
  const run = await read(await gateway.call("/api/bulk-runs", post({ ...body, items })));
  expect(states(await when(run, "ended"))).toEqual(["done", "done"]);
  expect(rmas.upstream.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "PATCH /purchase-orders/1/acknowledge",
    "PATCH /purchase-orders/2/acknowledge",
  ]);
});

test("a rule is saved as it is then, with only its switch changed, and its version is kept", async () => {
  const tree = { id: 70, name: "x", workflowRuleTypeId: 1, alwaysRun: true, enabled: true };
  const parts = { groups: [], actions: [], childRules: [], tierData: "{}" };
  const rule = { id: 7, name: "Renamed", description: "", rule: { ...tree, ...parts } };
  const sent: unknown[] = [];
  rmas.upstream.behave((_, response, { method, body }) => {
    if (method === "GET") return answer(response, 200, [rule]);
    sent.push(JSON.parse(body));
    return answer(response, 200, { ...rule, rule: { ...rule.rule, enabled: false } });
  });
  const items = [{ recordId: 7, name: "Price floor", change: { enabled: false } }];
  const body = { operation: "saveMappingRule", title: "Disable", past: "disabled", items };
  const run = await read(await gateway.call("/api/bulk-runs", post(body)));
  expect(states(await when(run, "ended"))).toEqual(["done"]);
  expect(sent).toMatchObject([{ id: 7, name: "Renamed", rule: { id: 70, enabled: false } }]);
  const versions = await gateway.call("/api/rule-versions?ruleId=7");
  expect(await versions.json()).toHaveLength(2);
});

test("an RMA of an API that documents no read is read by an empty update", async () => {
  rmas.upstream.behave((request, response, arrival) =>
    arrival.method === "GET"
      ? answer(response, 404, { error: "Unknown path" })
      : rmas.serve(request, response, arrival),
  );
  expect(states(await when(await start([1]), "ended"))).toEqual(["done"]);
  const bodies = rmas.upstream.arrivals.filter(({ method }) => method === "PATCH");
  expect(bodies.map(({ body }) => body)).toEqual(["[]", '[{"id":10,"approvedQuantity":2}]']);
});

test("a run that the contract doesn't allow is refused", async () => {
  const bodies = [
    { ...approvalOf([1]), items: [] },
    { ...approvalOf([1]), operation: "updateReturn" },
    { ...approvalOf([1]), items: [{ recordId: 1, name: "RMA-1", change: { items: [] } }] },
  ];
  for (const body of bodies) {
    const response = await gateway.call("/api/bulk-runs", post(body));
    expect([response.status, (await readProblem(response)).outcome]).toEqual([400, "refused"]);
  }
  expect((await gateway.call("/api/bulk-runs/9999/pause", { method: "POST" })).status).toBe(404);
});
