import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel, rma } from "#service/test-records.ts";
import { startTestService, type TestService } from "#service/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await insertReturns(service.sql, [returnModel(1)]);
  await insertRmas(service.sql, [rma(1), rma(2)]);
});
afterAll(() => service.close());

describe("RMAs", () => {
  test("are decided line by line", async () => {
    const answer = await service.call("/rmas/1/items", { method: "PATCH", body: [{ id: 11, approvedQuantity: 3 }] });
    expect(answer.json).toMatchObject({ rmaStatus: "Partially Approved" });
    expect(answer.status).toBe(200);
    expect((await service.call("/rma/1")).json).toEqual(answer.json);
  });
});
