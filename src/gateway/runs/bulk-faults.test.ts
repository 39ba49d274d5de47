import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BulkRun } from "#contract/bulk-runs.ts";
import { selectSize } from "#database/testing/sizes.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { answer } from "#gateway/testing/recording-upstream.ts";
import { approvalOf, startRmaUpstream } from "#gateway/testing/rma-upstream.ts";
import { openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

const faults = [
  "none",
  "lost answer",
  "never arrived",
  "limited",
  "refused",
  "changed",
  "broken read",
] as const;
const acts = ["pause", "continue", "cancel", "retry", "restart", "take over"] as const;

const count = 4;

test("no RMA is changed twice and every result is true, whatever fails, and whatever people and gateways do", async () => {
  const plan = fc.record({
    faults: fc.array(fc.constantFrom(...faults), { minLength: count, maxLength: count }),
    acts: fc.array(fc.constantFrom(...acts), { maxLength: 4 }),
    denied: fc.integer({ min: 0, max: count }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const rmas = await startRmaUpstream(count);
      const left = new Map(given.faults.map((fault, index) => [index + 1, fault]));
      const executed: number[] = [];
      rmas.upstream.behave((request, response, arrival) => {
        const id = Number(/\d+/.exec(arrival.url)?.[0]);
        const fault = left.get(id) ?? "none";
        const isRead = arrival.method === "GET";
        if (isRead !== (fault === "broken read") || fault === "none") {
          if (!isRead) executed.push(id);
          return rmas.serve(request, response, arrival);
        }
        left.delete(id);
        if (fault === "limited")
          return answer(response, 429, { error: "Later" }, { "retry-after": "0" });
        if (fault === "changed") return answer(response, 412, { error: "Changed" });
        if (fault === "refused" || fault === "broken read")
          return answer(response, 400, { error: "No" });
        if (fault === "lost answer") {
          executed.push(id);
          rmas.write(id, { approvedQuantity: 2 });
        }
        return void response.destroy();
      });
      // Another person decides a unit of one of them first.
      if (given.denied > 0) {
        rmas.write(given.denied, { deniedQuantity: 1 });
        const now = rmas.rmas.get(given.denied)!;
        rmas.rmas.set(given.denied, { ...now, rmaStatus: "Partially Approved" });
      }
      const open = () => storage.gateway(rmas.upstream.baseUrl, { database: { leaseMs: 400 } });
      const gateways = [await open()];
      const ask = async (path: string, init?: RequestInit) =>
        (await (await gateways.at(-1)!.call(`/api/bulk-runs${path}`, init)).json()) as BulkRun;
      const ids = Array.from({ length: count }, (_, index) => index + 1);
      const { id } = await ask("", post(approvalOf(ids)));
      for (const act of given.acts) {
        if (act === "restart") await gateways.pop()?.close();
        if (act === "restart" || act === "take over") gateways.push(await open());
        else await ask(`/${id}/${act}`, { method: "POST" });
      }
      let run = await ask(`/${id}`);
      await eventually(async () => {
        run = await ask(`/${id}`);
        if (run.state === "paused") await ask(`/${id}/continue`, { method: "POST" });
        return run.state !== "running" && run.state !== "paused" && run.counts.sending === 0;
      });
      for (const gateway of gateways) await gateway.close();
      await rmas.close();
      expect(new Set(executed).size).toBe(executed.length);
      for (const { recordId, state } of run.items) {
        const [line] = rmas.rmas.get(recordId)!.items;
        expect([recordId, state, line!.approvedQuantity === 2]).toEqual([
          recordId,
          state,
          state === "done",
        ]);
        // Another person's decision is never overwritten.
        expect(line!.deniedQuantity === 1 && executed.includes(recordId)).toBe(false);
      }
    }),
    { numRuns: selectSize({ check: 12, soak: 300 }) },
  );
});
