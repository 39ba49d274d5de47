import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ReturnModel } from "#contract/returns.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel, rma } from "#service/testing/records.ts";
import { startTestService, type TestAnswer, type TestService } from "#service/testing/service.ts";

const now = new Date("2026-03-01T09:30:00.000Z");
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: () => now });
});
beforeEach(async () => {
  await service.sql`truncate service.returns, service.rmas`;
  await insertReturns(service.sql, [
    returnModel(1, { insertedAt: "2026-01-01T00:00:00.000Z" }),
    returnModel(2, { insertedAt: "2026-01-03T00:00:00.000Z", channelId: 2, status: "closed" }),
    returnModel(3, {
      insertedAt: "2026-01-02T00:00:00.000Z",
      orderId: 100,
      updatedAt: "2026-01-09T12:00:00.000Z",
    }),
  ]);
  await insertRmas(service.sql, [
    rma(1),
    rma(2, { sourceId: 2 }),
    rma(3, { returnId: 2, sourceId: 2 }),
  ]);
});
afterAll(() => service.close());

const patch = (
  id: number,
  body: unknown,
  call: TestService["call"] = service.call,
): Promise<TestAnswer> => call(`/returns/${id}`, { method: "PATCH", body });
const idsOf = (answer: TestAnswer) => (answer.json as { id: number }[]).map(({ id }) => id);
const rmaIdsOf = (record: unknown) => (record as ReturnModel).rmas.map(({ id }) => id);

describe("GET /returns", () => {
  test.each<[string, number[]]>([
    ["", [2, 3, 1]],
    ["?orderId=100", [3, 1]],
    ["?channelId=2", [2]],
    ["?status=open", [3, 1]],
    ["?status=Closed,cancelled", [2]],
    ["?updatedAfter=2026-01-09", [3]],
    ["?updatedAfter=0001-01-01", [2, 3, 1]],
    ["?updatedAfter=9999-12-31", []],
    ["?updatedAfter=9999-12-31T23:59:59-10:00", []],
    ["?pageSize=1&pageNumber=2", [3]],
    ["?pageNumber=4&pageSize=1", []],
  ])("%s", async (query, ids) => {
    const answer = await service.call(`/returns${query}`);
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(ids);
  });

  test("leaves out the RMAs unless they are requested", async () => {
    const bare = (await service.call("/returns")).json as ReturnModel[];
    expect(bare.map(rmaIdsOf)).toEqual([[], [], []]);
    const whole = (await service.call("/returns?includeRmas=true")).json as ReturnModel[];
    expect(whole.map(rmaIdsOf)).toEqual([[3], [], [1, 2]]);
    expect(ReturnModel.safeParse(whole[0]).success).toBe(true);
  });

  test("refuses a filter that no return can match", async () => {
    const answer = await service.call("/returns?status=shut&includeRmas=maybe");
    expect(answer).toMatchObject({ status: 400, json: { issues: [{ path: "includeRmas" }] } });
    expect((await service.call("/returns?status=shut")).json).toMatchObject({
      issues: [{ path: "status" }],
    });
  });
});

describe("GET /returns/{id}", () => {
  test("returns the return with its RMAs", async () => {
    const answer = await service.call("/returns/1");
    expect(answer.json).toEqual({
      ...returnModel(1, { insertedAt: "2026-01-01T00:00:00.000Z" }),
      rmas: [rma(1), rma(2, { sourceId: 2 })],
    });
    expect((await service.call("/returns/9")).json).toMatchObject({
      error: "There is no return 9",
    });
  });
});

describe("PATCH /returns/{id}", () => {
  test.each<[object, Partial<ReturnModel>]>([
    [{ returnStatus: "closed" }, { status: "closed", refundTotal: 20 }],
    [
      { refundAdjustment: -4.99 },
      { refundAdjustment: -4.99, refundSubtotal: 20, refundTotal: 15.01 },
    ],
    [
      { refundAdjustment: 0.1, syncRefundChangesToOrder: true },
      { refundTotal: 20.1, syncRefundChangesToOrder: true },
    ],
    [
      { returnStatus: "cancelled", refundAdjustment: null },
      { status: "cancelled", refundAdjustment: 0 },
    ],
  ])("%j", async (body, after) => {
    const answer = await patch(1, body);
    expect(answer).toMatchObject({ status: 200, json: { ...after, updatedAt: now.toISOString() } });
    expect((await service.call("/returns/1")).json).toEqual(answer.json);
    expect(rmaIdsOf(answer.json)).toEqual([1, 2]);
  });

  test.each([{}, { returnStatus: null }, { returnStatus: "open", refundAdjustment: 0 }])(
    "%j changes nothing and returns the record",
    async (body) => {
      const before = (await service.call("/returns/1")).json;
      expect((await patch(1, body)).json).toEqual(before);
      expect((await service.call("/returns/1")).json).toEqual(before);
    },
  );

  test("changes any status to any other", async () => {
    for (const status of ["closed", "open", "cancelled", "closed", "cancelled", "open"]) {
      expect((await patch(1, { returnStatus: status })).json).toMatchObject({ status });
    }
  });

  test.each<[unknown, string[]]>([
    [
      { returnStatus: "Closed", refundAdjustment: "1", note: "x" },
      ["returnStatus", "refundAdjustment", "note"],
    ],
    [[], [""]],
    ["closed", [""]],
    [{ syncRefundChangesToOrder: 1 }, ["syncRefundChangesToOrder"]],
  ])("refuses %j", async (body, paths) => {
    const answer = await patch(1, body);
    expect(answer.status).toBe(400);
    expect((answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(
      paths,
    );
  });

  test("of different fields from two processes at once keeps both", async () => {
    const other = await service.another();
    for (let cents = 1; cents <= 20; cents++) {
      const returnStatus = cents % 2 === 0 ? "open" : "closed";
      await Promise.all([
        patch(1, { returnStatus }),
        patch(1, { refundAdjustment: cents / 100 }, other.call),
      ]);
      const after = (await service.call("/returns/1")).json;
      expect(after).toMatchObject({ status: returnStatus, refundAdjustment: cents / 100 });
    }
  });
});

describe("a token of a source or a channel", () => {
  test("reaches its own returns and no other", async () => {
    const channel = { token: await service.tokenOf({ type: "channel", ownerId: 2 }) };
    const source = { token: await service.tokenOf({ type: "source", ownerId: 1 }) };
    expect(idsOf(await service.call("/returns", channel))).toEqual([2]);
    expect((await service.call("/returns/1", channel)).status).toBe(404);
    expect((await service.call("/returns?channelId=1", channel)).status).toBe(403);
    const change = { method: "PATCH", body: { syncRefundChangesToOrder: true } };
    const own = await service.call("/returns/1", { ...source, ...change });
    expect(own.status).toBe(200);
    // A source sees its own RMAs of a return that it shares with another source.
    expect(rmaIdsOf(own.json)).toEqual([1]);
    expect((await service.call("/returns/2", { ...source, ...change })).status).toBe(404);
  });
});
