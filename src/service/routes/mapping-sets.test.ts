import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Issue } from "#contract/errors.ts";
import type { MappingSet, MappingSetItem } from "#contract/mapping-sets.ts";
import { insertSources } from "#service/store/account.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
const now = new Date("2026-01-10T12:00:00Z");
beforeAll(async () => {
  service = await startTestService({ clock: () => now });
  await insertSources(service.sql, [{ id: 3, name: "Harbour Supply" }]);
});
afterAll(() => service.close());

const send = async (method: string, path: string, body: unknown) => {
  const { status, json } = await service.call(path, { method, body });
  return { status, json, issues: (json as { issues?: Issue[] }).issues ?? [] };
};
const create = async (set: object): Promise<MappingSet> =>
  (await send("POST", "/mapping-set", { name: "Colours", ...set })).json as MappingSet;
const read = async (id: number | null | undefined) =>
  (await service.call(`/mapping-set/${id}`)).json as MappingSet;
const items = async (id: number | null | undefined) =>
  (await service.call(`/mapping-set/${id}/item`)).json as MappingSetItem[];
const lines = async (id: number | null | undefined) =>
  (await items(id)).map(({ fromValue, toValue }) => [fromValue, toValue]);

describe("mapping sets (api 2.13, 4.7)", () => {
  test("are created with the given values, and read back", async () => {
    const set = await create({
      description: "é",
      exclusionListForSourceId: 3,
      exclusionType: "brand",
    });
    expect(set).toEqual({
      id: expect.any(Number),
      accountId: 1,
      createdByUserId: null,
      createdAt: now.toISOString(),
      name: "Colours",
      description: "é",
      totalItems: 0,
      exclusionListForSourceId: 3,
      exclusionType: "brand",
    });
    expect(await read(set.id)).toEqual(set);
  });

  test("can be sent back as they were read, including generated fields, and change nothing", async () => {
    const set = await create({ description: "d" });
    const forged = { ...set, totalItems: 99, accountId: 7, createdAt: "never", id: 12_345 };
    expect(await send("PATCH", `/mapping-set/${set.id}`, forged)).toMatchObject({
      status: 200,
      json: set,
    });
    expect(await read(set.id)).toEqual(set);
  });

  test("keep absent fields and clear null ones", async () => {
    const set = await create({
      description: "d",
      exclusionListForSourceId: 3,
      exclusionType: "sku",
    });
    const renamed = await send("PATCH", `/mapping-set/${set.id}`, { name: "Shades" });
    expect(renamed.json).toEqual({ ...set, name: "Shades" });
    const emptied = await send("PATCH", `/mapping-set/${set.id}`, {
      name: "Shades",
      description: null,
      exclusionListForSourceId: null,
      exclusionType: null,
    });
    expect(emptied.json).toEqual({
      ...set,
      name: "Shades",
      description: null,
      exclusionListForSourceId: null,
      exclusionType: null,
    });
    expect(await read(set.id)).toEqual(emptied.json);
  });

  test.each([
    ["no name", {}, "name"],
    ["an empty name", { name: " " }, "name"],
    ["an unknown field", { name: "A", colour: 1 }, "colour"],
    [
      "an exclusion list without its type",
      { name: "A", exclusionListForSourceId: 3 },
      "exclusionType",
    ],
    ["an unknown exclusion type", { name: "A", exclusionType: "colour" }, "exclusionType"],
    [
      "a source that is not there",
      { name: "A", exclusionListForSourceId: 99, exclusionType: "sku" },
      "exclusionListForSourceId",
    ],
  ])("refuse %s", async (_name, body, path) => {
    const { id } = await create({});
    for (const [method, where] of [
      ["POST", "/mapping-set"],
      ["PATCH", `/mapping-set/${id}`],
    ] as const) {
      const { status, issues } = await send(method, where, body);
      expect([status, issues.map((issue) => issue.path)]).toEqual([400, [path]]);
    }
  });

  test("cannot lose only the type while the exclusion list remains", async () => {
    const { id } = await create({ exclusionListForSourceId: 3, exclusionType: "sku" });
    const { status, issues } = await send("PATCH", `/mapping-set/${id}`, {
      name: "A",
      exclusionType: null,
    });
    expect([status, issues[0]?.path]).toEqual([400, "exclusionType"]);
  });

  test.each([
    ["GET", "/mapping-set/999999", undefined],
    ["PATCH", "/mapping-set/999999", { name: "A" }],
    ["GET", "/mapping-set/999999/item", undefined],
    ["POST", "/mapping-set/999999/item", []],
  ])("%s %s is 404", async (method, path, body) => {
    expect((await service.call(path, { method, body })).status).toBe(404);
  });

  test("have pages of a hundred, newest first, and none past the end", async () => {
    for (let at = 0; at < 120; at += 1) await create({ name: `Set ${at}` });
    const page = async (number: number) => {
      const answer = await service.call(`/mapping-sets?page=${number}`);
      return {
        ids: (answer.json as MappingSet[]).map(({ id }) => id ?? 0),
        total: answer.headers.get("x-total-count"),
      };
    };
    const [first, second, past] = [await page(1), await page(2), await page(99)];
    expect(first.ids).toHaveLength(100);
    const all = [...first.ids, ...second.ids];
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    expect(new Set(all).size).toBe(Number(first.total));
    expect(past).toEqual({ ids: [], total: first.total });
  });

  test("fault 41: two clients that change different fields at once lose no change", async () => {
    const second = await service.another();
    const rounds = Array.from({ length: 12 }, async () => {
      const { id } = await create({});
      const patch = (caller: Pick<TestService, "call">, body: object) =>
        caller.call(`/mapping-set/${id}`, { method: "PATCH", body: { name: "A", ...body } });
      await Promise.all([
        patch(service, { description: "d" }),
        patch(second, { exclusionType: "sku" }),
      ]);
      return read(id);
    });
    for (const set of await Promise.all(rounds))
      expect(set).toMatchObject({ description: "d", exclusionType: "sku" });
  });

  test("can be updated with any token the operation lists, and listed by the account only (api 5.4)", async () => {
    const { id } = await create({});
    const token = await service.tokenOf({ type: "source", ownerId: 3 });
    expect(
      (await service.call(`/mapping-set/${id}`, { method: "PATCH", token, body: { name: "B" } }))
        .status,
    ).toBe(200);
    expect((await service.call("/mapping-sets", { token })).status).toBe(403);
  });
});

describe("items (neighbours)", () => {
  const save = (id: number | null | undefined, body: unknown) =>
    send("POST", `/mapping-set/${id}/item`, body);

  test("are added and changed in one request, returned in its order, and counted", async () => {
    const { id } = await create({});
    const added = (await save(id, [{ fromValue: "a", toValue: "1" }, { fromValue: "b" }]))
      .json as MappingSetItem[];
    expect(
      added.map(({ fromValue, toValue, mappingSetId }) => [fromValue, toValue, mappingSetId]),
    ).toEqual([
      ["a", "1", id],
      ["b", null, id],
    ]);
    const [first, second] = added;
    const mixed = (
      await save(id, [
        { fromValue: "c", toValue: "3" },
        { id: second?.id, fromValue: "B", toValue: "2" },
        { fromValue: "d", toValue: "4" },
      ])
    ).json as MappingSetItem[];
    expect(mixed.map(({ fromValue }) => fromValue)).toEqual(["c", "B", "d"]);
    expect(mixed[1]?.id).toBe(second?.id);
    expect(await lines(id)).toEqual([
      ["a", "1"],
      ["B", "2"],
      ["c", "3"],
      ["d", "4"],
    ]);
    expect((await items(id))[0]?.id).toBe(first?.id);
    expect((await read(id)).totalItems).toBe(4);
  });

  test("keep every character, including spaces and empty texts", async () => {
    const { id } = await create({});
    const given = [
      { fromValue: "", toValue: "" },
      { fromValue: " a\t\n", toValue: "é🧵'\"\\" },
      { fromValue: "null", toValue: null },
    ];
    await save(id, given);
    expect(await lines(id)).toEqual(given.map(({ fromValue, toValue }) => [fromValue, toValue]));
  });

  test("are all saved or none: ids of other sets and duplicate ids are refused, each named", async () => {
    const [mine, other] = [await create({}), await create({})];
    const [theirs] = (await save(other.id, [{ fromValue: "x" }])).json as MappingSetItem[];
    const [ours] = (await save(mine.id, [{ fromValue: "y" }])).json as MappingSetItem[];
    const { status, issues } = await save(mine.id, [
      { fromValue: "new" },
      { id: theirs?.id, fromValue: "taken" },
      { id: ours?.id, fromValue: "once" },
      { id: ours?.id, fromValue: "twice" },
    ]);
    expect([status, issues.map(({ path }) => path)]).toEqual([400, ["1.id", "3.id"]]);
    expect([await lines(mine.id), await lines(other.id)]).toEqual([[["y", null]], [["x", null]]]);
    expect((await read(mine.id)).totalItems).toBe(1);
  });

  test("from several writers are all stored, and counted once each", async () => {
    const { id } = await create({});
    const second = await service.another();
    const saves = Array.from({ length: 10 }, (_, at) =>
      (at % 2 ? second : service).call(`/mapping-set/${id}/item`, {
        method: "POST",
        body: [{ fromValue: `${at}a` }, { fromValue: `${at}b` }],
      }),
    );
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    expect([(await items(id)).length, (await read(id)).totalItems]).toEqual([20, 20]);
  });

  test("no items change nothing", async () => {
    const { id } = await create({});
    expect(await save(id, [])).toMatchObject({ status: 200, json: [] });
    expect((await read(id)).totalItems).toBe(0);
  });

  test("are saved in one request when there are many", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => ({
      fromValue: `from ${at}`,
      toValue: `to ${at}`,
    }));
    const { id } = await create({ name: "Many" });
    const { status } = await save(id, many);
    expect([status, (await items(id)).length, (await read(id)).totalItems]).toEqual([
      200, 3_000, 3_000,
    ]);
  });
});
