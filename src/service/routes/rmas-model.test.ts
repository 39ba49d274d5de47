import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selectSize } from "#database/testing/sizes.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel } from "#service/testing/records.ts";
import {
  decidedStatuses,
  examples,
  firstRecord,
  runModel,
  requestSequences,
  toUpdates,
} from "#service/testing/rma-model.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
let nextId = 1;

beforeAll(async () => {
  service = await startTestService();
  await insertReturns(service.sql, [returnModel(1)]);
});
afterAll(() => service.close());

describe("fault 42: RMA decisions through HTTP", () => {
  test("follow the model through every sequence of requests", async () => {
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requestSequences, async (sequence) => {
        const id = nextId++;
        await insertRmas(service.sql, [firstRecord(id)]);
        let last = "";
        for (const { changes, refused, record } of runModel(sequence)) {
          const request = { method: "PATCH", body: toUpdates(id, changes) };
          const answer = await service.call(`/rmas/${id}/items`, request);
          expect(answer.status).toBe(refused ? 400 : 200);
          const kept = refused ? await service.call(`/rma/${id}`) : answer;
          expect(kept.json).toMatchObject(record);
          last = record.rmaStatus;
        }
        statuses.add(last);
      }),
      { numRuns: selectSize({ check: 60, soak: 1_000 }), examples },
    );
    expect([...statuses].toSorted()).toEqual(decidedStatuses);
  });
});
