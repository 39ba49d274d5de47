import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Rma } from "#contract/rmas.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel, rma, rmaItem } from "#service/testing/records.ts";
import { startTestService, type TestAnswer, type TestService } from "#service/testing/service.ts";

let service: TestService;

const address = {
  id: 5,
  firstName: "Zoë",
  lastName: "O’Hara 木",
  name: "Zoë O’Hara 木",
  redacted: false,
};

beforeAll(async () => {
  service = await startTestService();
  await insertReturns(service.sql, [returnModel(1), returnModel(2, { channelId: 2 })]);
});
beforeEach(async () => {
  await service.sql`truncate service.rmas`;
  await insertRmas(service.sql, [
    rma(1, { createdAt: "2026-01-01T00:00:00.000Z", returnToAddress: address }),
    rma(2, { createdAt: "2026-01-03T00:00:00.000Z", sourceId: 2, rmaStatus: "Voided" }),
    rma(3, {
      createdAt: "2026-01-02T00:00:00.000Z",
      returnId: 2,
      updatedAt: "2026-01-09T12:00:00.000Z",
    }),
  ]);
});
afterAll(() => service.close());

const patch = (
  id: number | string,
  body: unknown,
  call: TestService["call"] = service.call,
): Promise<TestAnswer> => call(`/rmas/${id}/items`, { method: "PATCH", body });

const idsOf = (answer: TestAnswer) => (answer.json as { id: number }[]).map(({ id }) => id);

const stored = async (id: number) => (await service.call(`/rma/${id}`)).json as Rma;

describe("GET /rma", () => {
  test.each<[string, number[]]>([
    ["", [2, 3, 1]],
    ["?returnId=2", [3]],
    ["?sourceId=1", [3, 1]],
    ["?rmaNumbers=RMA-1, RMA-3,,RMA-9", [3, 1]],
    ["?status=waiting", [3, 1]],
    ["?status=Voided,Partially%20Approved", [2]],
    ["?status=", [2, 3, 1]],
    ["?createdAfter=2026-01-02", [2]],
    ["?createdAfter=2026-01-02T00:00:00%2B01:00", [2, 3]],
    ["?createdAfter=2026-01-02T00:00:00%2B0100", [2, 3]],
    ["?createdAfter=2026-01-02T00:00:00-01", [2]],
    ["?updatedAfter=2026-01-09T12:00:00-0000", []],
    ["?updatedAfter=2026-01-09T11:59:59.999Z", [3]],
    ["?updatedAfter=2026-01-09T12:00:00", []],
    ["?createdAfter=0001-01-01", [2, 3, 1]],
    ["?createdAfter=9999-12-31", []],
    ["?updatedAfter=0000-01-01T00:00:00Z", [2, 3, 1]],
    ["?updatedAfter=9999-12-31T23:59:59-10:00", []],
    ["?pageSize=2", [2, 3]],
    ["?pageSize=2&pageNumber=2", [1]],
    ["?pageNumber=9", []],
    ["?limit=1&offset=2&startDate=x", [2, 3, 1]],
    ["?sourceId=1&status=Waiting&returnId=1", [1]],
  ])("%s", async (query, ids) => {
    const answer = await service.call(`/rma${query}`);
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(ids);
  });

  test("returns the total number on all pages", async () => {
    expect((await service.call("/rma?pageSize=1")).headers.get("x-total-count")).toBe("3");
    expect((await service.call("/rma?sourceId=1&pageNumber=5")).headers.get("x-total-count")).toBe(
      "2",
    );
  });

  test("orders RMAs with one timestamp by id, the greatest first", async () => {
    await insertRmas(
      service.sql,
      [4, 5, 6].map((id) => rma(id, { sourceId: 7 })),
    );
    expect(idsOf(await service.call("/rma?sourceId=7"))).toEqual([6, 5, 4]);
  });

  test.each<[string, string[]]>([
    ["?status=Wating", ["status"]],
    ["?pageSize=51&pageNumber=0&returnId=x", ["returnId", "pageNumber", "pageSize"]],
    ["?createdAfter=yesterday", ["createdAfter"]],
    ["?createdAfter=2026-02-30", ["createdAfter"]],
    ["?sourceId=1&sourceId=2", ["sourceId"]],
    ["?rmaNumbers=%00", ["rmaNumbers"]],
  ])("%s is refused", async (query, paths) => {
    const answer = await service.call(`/rma${query}`);
    expect(answer.status).toBe(400);
    expect((answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(
      paths,
    );
  });
});

test("an unencoded + of an offset is refused with how to write it", async () => {
  const answer = await service.call("/rma?createdAfter=2026-01-02T00:00:00+01:00");
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.json)).toContain("%2B");
});

describe("PATCH /rmas/{rmaId}/items", () => {
  test("decides lines, and the decision is read afterwards", async () => {
    const answer = await patch(1, [
      { id: 11, approvedQuantity: 3, deniedQuantity: 2, creditedAmount: 29.97 },
      { id: 12, approvedQuantity: 2, note: "as new 👍", creditedAmount: 0.03 },
    ]);
    expect(answer.json).toMatchObject({
      rmaStatus: "Partially Approved",
      creditSubtotal: 30,
      creditTotal: 30,
    });
    expect(await stored(1)).toEqual(answer.json);
    expect(Rma.safeParse(answer.json).success).toBe(true);
    expect((await stored(1)).returnToAddress).toEqual(address);
  });

  test("keeps the record's fields in their order", async () => {
    expect(Object.keys((await patch(1, [{ id: 11, note: "x" }])).json as object)).toEqual(
      Object.keys(rma(1, { returnToAddress: address })),
    );
  });

  test.each([[[]], [[{ id: 11, approvedQuantity: 0 }]], [[{ id: 11, note: null }]]])(
    "%j changes nothing and returns the record",
    async (body) => {
      const before = await stored(1);
      expect((await patch(1, body)).json).toEqual(before);
      expect(await stored(1)).toEqual(before);
    },
  );

  test("changes nothing when one line of a batch is invalid", async () => {
    const before = await stored(1);
    const answer = await patch(1, [
      { id: 11, approvedQuantity: 5 },
      { id: 12, approvedQuantity: 3 },
      { id: 13, note: "not of this RMA" },
    ]);
    expect(answer).toMatchObject({
      status: 400,
      json: { issues: [{ path: "2.id" }, { path: "1.approvedQuantity" }] },
    });
    expect(await stored(1)).toEqual(before);
  });

  test.each<[string, unknown, string[]]>([
    ["an object", { id: 11 }, [""]],
    ["null", null, [""]],
    ["lines that are no objects", [null, 5, "x"], ["0", "1", "2"]],
    ["a line without id", [{ note: "x" }], ["0.id"]],
    [
      "wrong types",
      [{ id: "11", quantity: 1.5, approvedQuantity: -1, cost: "9" }],
      ["0.id", "0.quantity", "0.approvedQuantity", "0.cost"],
    ],
    ["unknown fields", [{ id: 11, aproved: 1, title: "x" }], ["0.aproved", "0.title"]],
    [
      "numbers past every range",
      [{ id: 11, quantity: 1e300, deniedQuantity: 2 ** 53 }],
      ["0.quantity", "0.deniedQuantity"],
    ],
    ["NUL and half a pair", [{ id: 11, note: "a\0b", sku: "\ud800" }], ["0.sku", "0.note"]],
  ])("refuses %s and names every place", async (_, body, paths) => {
    const answer = await patch(1, body);
    expect(answer.status).toBe(400);
    const found = (answer.json as { issues: { path: string }[] }).issues.map(({ path }) => path);
    expect(found.toSorted()).toEqual(paths.toSorted());
  });

  test("returns 404 for an RMA that does not exist", async () => {
    expect(await patch(999, [])).toMatchObject({
      status: 404,
      json: { error: "There is no RMA 999", issues: [] },
    });
  });
});

describe("both guards, in every order of two clients", () => {
  const approve = { id: 11, approvedQuantity: 5 };
  const resize = { id: 11, quantity: 6 };
  const close = { id: 12, deniedQuantity: 2 };

  test.each<[string, object[], number[], string]>([
    ["approve, then resize", [approve, resize], [200, 400], "Partially Approved"],
    ["resize, then approve", [resize, approve], [200, 200], "Partially Approved"],
    [
      "approve, close, take back",
      [approve, close, { id: 11, approvedQuantity: 4 }],
      [200, 200, 200],
      "Partially Approved",
    ],
    [
      "approve all, then take back",
      [approve, { id: 12, approvedQuantity: 2 }, { id: 11, approvedQuantity: 4 }],
      [200, 200, 400],
      "Approved",
    ],
    [
      "deny all, then approve",
      [{ id: 11, deniedQuantity: 5 }, close, approve],
      [200, 200, 400],
      "Denied",
    ],
    [
      "resize, approve, resize",
      [resize, approve, { id: 11, quantity: 5 }],
      [200, 200, 400],
      "Partially Approved",
    ],
  ])("%s", async (_, updates, statuses, status) => {
    const found: number[] = [];
    for (const update of updates) found.push((await patch(1, [update])).status);
    expect(found).toEqual(statuses);
    expect((await stored(1)).rmaStatus).toBe(status);
  });

  test("fault 43: of an approval and a new quantity at once, exactly one succeeds or both in a possible order", async () => {
    const other = await service.another();
    for (let id = 20; id < 40; id++) {
      await insertRmas(service.sql, [rma(id, { items: [rmaItem(id * 10, 5)] })]);
      const [approval, resizing] = await Promise.all([
        patch(id, [{ id: id * 10, approvedQuantity: 5 }]),
        patch(id, [{ id: id * 10, quantity: 4 }], other.call),
      ]);
      // First the approval: the quantity is locked. First the quantity: five of four cannot be approved.
      expect([approval.status, resizing.status].toSorted()).toEqual([200, 400]);
    }
  });
});

describe("fault 41: parallel edits through two processes", () => {
  test("never overwrite each other", async () => {
    const other = await service.another();
    const lines = Array.from({ length: 40 }, (_, index) => rmaItem(index + 1, 3));
    await insertRmas(service.sql, [rma(50, { items: lines, totalRmaItems: lines.length })]);
    const answers = await Promise.all(
      lines.flatMap(({ id }, index) => [
        patch(
          50,
          [{ id, approvedQuantity: 1, creditedAmount: 1.1 }],
          index % 2 === 0 ? service.call : other.call,
        ),
        patch(
          50,
          [{ id, deniedQuantity: 2, note: `by the other, ${id}` }],
          index % 2 === 0 ? other.call : service.call,
        ),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const after = await stored(50);
    expect(
      after.items.map((item) => [item.approvedQuantity, item.deniedQuantity, item.note]),
    ).toEqual(lines.map(({ id }) => [1, 2, `by the other, ${id}`]));
    expect(after).toMatchObject({ rmaStatus: "Partially Approved", creditSubtotal: 44 });
  });
});

describe("a token of a source or a channel", () => {
  test("reaches its own RMAs and no other", async () => {
    const source = {
      token: await service.tokenOf({ type: "source", ownerId: 1 }),
      method: "PATCH",
      body: [],
    };
    const channel = { token: await service.tokenOf({ type: "channel", ownerId: 2 }) };
    const statusOf = async (id: number) => (await service.call(`/rmas/${id}/items`, source)).status;
    expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 404, 200]);
    expect(idsOf(await service.call("/rma", channel))).toEqual([3]);
    expect((await service.call("/rma", channel)).headers.get("x-total-count")).toBe("1");
    expect((await service.call("/rma/1", channel)).text).toContain("There is no RMA 1");
    expect((await service.call("/rma/3", channel)).status).toBe(200);
  });
});
