import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertChannels, insertSources, writeAccount } from "#service/store/account.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe("the account", () => {
  test("is returned before any record was written to the database", async () => {
    expect(await service.call("/account")).toMatchObject({ status: 200, json: { id: 1 } });
    expect((await service.call("/sources")).json).toEqual([]);
    expect((await service.call("/channel/")).json).toEqual([]);
  });

  test("is the record that was written, including unknown fields", async () => {
    const record = {
      id: 1,
      name: "Alder & Quay",
      insertedAt: "2026-01-01T00:00:00.000Z",
      plan: "trial",
    };
    await writeAccount(service.sql, record);
    expect((await service.call("/account")).json).toEqual(record);
  });

  test("lists its sources and channels by their ids", async () => {
    await insertSources(service.sql, [
      { id: 2, name: "Zwei" },
      { id: 1, name: "Één" },
    ]);
    await insertChannels(service.sql, [{ id: 1, name: "Shop", channelType: "reseller" }]);
    expect((await service.call("/sources")).json).toEqual([
      { id: 1, name: "Één" },
      { id: 2, name: "Zwei" },
    ]);
    expect((await service.call("/channel/")).json).toEqual([
      { id: 1, name: "Shop", channelType: "reseller" },
    ]);
  });
});
