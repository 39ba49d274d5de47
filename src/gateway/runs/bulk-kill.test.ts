import { afterAll, beforeAll, expect, it } from "vitest";
import type { BulkRun } from "#contract/bulk-runs.ts";
import { verifyAudit } from "#gateway/changes/audit-command.ts";
import { changeSteps } from "#gateway/server/database.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { bundleGatewayProcess, startGatewayProcess } from "#gateway/testing/receive-processes.ts";
import { approvalOf, startRmaUpstream } from "#gateway/testing/rma-upstream.ts";
import { openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";

let storage: TestStorage;
let rmas: Awaited<ReturnType<typeof startRmaUpstream>>;
let gateway: TestGateway | undefined;
let program: string;

const perRun = 4;

beforeAll(async () => {
  program = await bundleGatewayProcess();
  storage = await openTestStorage();
  rmas = await startRmaUpstream(perRun * changeSteps.length);
});
afterAll(async () => {
  await gateway?.close();
  await rmas.close();
  await storage.close();
});

it("fault 34: kill -9 at every step of a run: another gateway ends it, and nothing is sent twice", async () => {
  for (const [index, step] of changeSteps.entries()) {
    const url = rmas.upstream.baseUrl;
    const started = await startGatewayProcess(program, storage, url, { step, run: 2 });
    const ids = Array.from({ length: perRun }, (_, place) => index * perRun + place + 1);
    const { headers, ...init } = post(approvalOf(ids));
    const sent = { ...init, headers: { ...(headers as object), "x-requested-by": "test" } };
    await fetch(`${started.origin}/api/bulk-runs`, sent).catch(() => undefined);
    await started.ended;
    // The leases of the process that ended run out.
    await storage.database.sql`update gateway.bulk_runs set lease_until = now() - interval '1 day'`;
    await storage.database.sql`update gateway.changes set alive_at = alive_at - interval '1 day'`;
  }
  const other = await storage.gateway(rmas.upstream.baseUrl, { database: { leaseMs: 400 } });
  gateway = other;
  const list = async () => (await (await other.call("/api/bulk-runs")).json()) as BulkRun[];
  await eventually(async () => (await list()).every(({ state }) => state === "ended"));
  const runs = await list();
  expect(runs).toHaveLength(changeSteps.length);
  for (const { counts } of runs) expect(counts.done + counts.refused).toBe(perRun);
  expect(Math.max(...rmas.changes())).toBe(1);
  for (const { id } of runs) {
    const run = (await (await other.call(`/api/bulk-runs/${id}`)).json()) as BulkRun;
    for (const { recordId, state } of run.items) {
      const has = rmas.rmas.get(recordId)?.items[0]?.approvedQuantity === 2;
      expect([recordId, state]).toEqual([recordId, has ? "done" : "refused"]);
    }
  }
  expect(await verifyAudit(storage.database.sql, { auditDays: 400 })).toMatchObject({
    kind: "intact",
  });
});
