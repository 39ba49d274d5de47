import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Rma } from "#contract/rmas.ts";
import { insertSources } from "#service/store/account.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel, rma, rmaItem } from "#service/testing/records.ts";
import { mappingRule } from "#service/testing/rules.ts";
import { startTestService, type TestAnswer, type TestService } from "#service/testing/service.ts";

type CallService = TestService["call"];

let service: TestService;
let calls: CallService[];

beforeAll(async () => {
  service = await startTestService();
  calls = [service.call, (await service.another()).call];
  await insertReturns(service.sql, [returnModel(1)]);
});
afterAll(() => service.close());

const tagOf = ({ headers }: TestAnswer): string => headers.get("etag") ?? "none";

let lastId = 100;
const addRma = async (lines = 1): Promise<number> => {
  const id = (lastId += 1);
  const items = Array.from({ length: lines }, (_, index) => rmaItem(id * 10 + index, 5));
  await insertRmas(service.sql, [rma(id, { items, totalRmaItems: lines })]);
  return id;
};

/** One kind of record: how it is read, and a change of it with a new value. */
interface Kind {
  readonly read: string;
  readonly change: (value: string) => readonly ["PATCH" | "POST", string, unknown];
}

const kinds: Record<string, () => Promise<Kind>> = {
  "an RMA": async () => {
    const id = await addRma();
    const change = (note: string) =>
      ["PATCH", `/rmas/${id}/items`, [{ id: id * 10, note }]] as const;
    return { read: `/rma/${id}`, change };
  },
  "a return": async () => ({
    read: "/returns/1",
    change: (value) => ["PATCH", "/returns/1", { refundAdjustment: value.length }] as const,
  }),
  "a mapping rule": async () => {
    const body = mappingRule();
    const created = await service.call("/workflow/mapping-rule", { method: "POST", body });
    const rule = created.json as MappingRule;
    const change = (name: string) =>
      ["POST", "/workflow/mapping-rule", { ...toMappingRuleRequest(rule), name }] as const;
    return { read: `/workflow/mapping-rule?ids=${rule.id}`, change };
  },
  "a mapping set": async () => {
    const created = await service.call("/mapping-set", { method: "POST", body: { name: "Set" } });
    const { id } = created.json as { id: number };
    return {
      read: `/mapping-set/${id}`,
      change: (name) => ["PATCH", `/mapping-set/${id}`, { name }] as const,
    };
  },
  "the items of a mapping set": async () => {
    const { json } = await service.call("/mapping-set", { method: "POST", body: { name: "Set" } });
    const path = `/mapping-set/${(json as { id: number }).id}/item`;
    return { read: path, change: (fromValue) => ["POST", path, [{ fromValue }]] as const };
  },
  "a webhook": async () => {
    await insertSources(service.sql, [{ id: 1, name: "Source" }]);
    const hook = { webhookUrl: "https://a.example/", subscribedEvents: ["OrderImportedEvent"] };
    const body = { configurationName: "Hook", sourceId: 1, ...hook };
    const created = await service.call("/webhhok/configurations", { method: "POST", body });
    const path = `/webhhok/configurations/${(created.json as { id: number }).id}`;
    const change = (value: string) =>
      ["PATCH", path, { ...hook, webhookUrl: `https://a.example/${value}` }] as const;
    return { read: path, change };
  },
};

const send = (
  [method, path, body]: ReturnType<Kind["change"]>,
  ifMatch?: string,
  call: CallService = service.call,
): Promise<TestAnswer> =>
  call(path, { method, body, ...(ifMatch !== undefined && { headers: { "if-match": ifMatch } }) });

describe("fault 41: the version of a record", () => {
  test.each(Object.entries(kinds))("%s: is checked where If-Match names it", async (_, make) => {
    const { read, change } = await make();
    const first = tagOf(await service.call(read));
    expect(first).toMatch(/^"[\w-]{22}"$/);
    const changed = await send(change("one"), first);
    expect(changed.status).toBe(200);
    const second = tagOf(changed);
    expect(second).not.toBe(first);
    expect(tagOf(await calls[1]!(read))).toBe(second);

    const late = await send(change("later"), first);
    expect([late.status, late.headers.get("content-type"), tagOf(late)]).toEqual([
      412,
      "application/json; charset=utf-8",
      second,
    ]);
    expect(late.json).toMatchObject({ issues: [], requestId: expect.any(String) });
    for (const wrong of [`W/${second}`, "", second.slice(1), '"a", "b"'])
      expect((await send(change("later"), wrong)).status, wrong).toBe(412);
    expect(tagOf(await service.call(read))).toBe(second);
    expect((await send(change("listed"), `"a" , ${second}`)).status).toBe(200);
    expect((await send(change("any version"), "*")).status).toBe(200);
    expect((await send(change("as documented"))).status).toBe(200);
  });

  test("a missing record is 404, and several rules have no version", async () => {
    const missing = await send(["PATCH", "/rmas/999/items", []], '"a"');
    expect(missing.status).toBe(404);
    await kinds["a mapping rule"]!();
    expect(tagOf(await service.call("/workflow/mapping-rule"))).toBe("none");
  });

  test("a mapping set and its items have versions of their own", async () => {
    const set = await kinds["a mapping set"]!();
    const items = `${set.read}/item`;
    const before = [tagOf(await service.call(set.read)), tagOf(await service.call(items))];
    expect(new Set(before).size).toBe(2);
    const body = [{ fromValue: "RED", toValue: "Red" }];
    const [added] = (await service.call(items, { method: "POST", body })).json as { id: number }[];
    const afterAdding = tagOf(await service.call(items));
    expect([tagOf(await service.call(set.read)), afterAdding]).toEqual([
      before[0],
      expect.not.stringMatching(before[1]!),
    ]);
    const changed = [{ id: added!.id, fromValue: "RED", toValue: "Crimson" }];
    expect((await send(["POST", items, changed], before[1])).status).toBe(412);
    expect((await send(["POST", items, changed], afterAdding)).status).toBe(200);
    expect((await send(set.change("Renamed"), before[0])).status).toBe(200);
  });

  test("four clients and two processes: each acknowledged change was made to the one before", async () => {
    const id = await addRma(3);
    const acknowledged: { client: number; base: string; tag: string; note: string }[] = [];
    const edit = async (client: number) => {
      const call = calls[client % 2]!;
      for (let step = 0; step < 10; step += 1) {
        const base = tagOf(await call(`/rma/${id}`));
        const note = `${client}.${step}`;
        const line = id * 10 + ((client + step) % 3);
        const answer = await send(["PATCH", `/rmas/${id}/items`, [{ id: line, note }]], base, call);
        expect([200, 412]).toContain(answer.status);
        if (answer.status === 200) acknowledged.push({ client, base, tag: tagOf(answer), note });
      }
    };
    const start = tagOf(await service.call(`/rma/${id}`));
    await Promise.all([0, 1, 2, 3].map(edit));
    // Bases and results form one chain without a fork: no change replaced one that its client hadn't read.
    const next = new Map(acknowledged.map((one) => [one.base, one]));
    expect(next.size).toBe(acknowledged.length);
    const chain = [];
    for (let one = next.get(start); one !== undefined; one = next.get(one.tag)) chain.push(one);
    expect(chain).toHaveLength(acknowledged.length);
    const last = await service.call(`/rma/${id}`);
    expect(tagOf(last)).toBe(chain.at(-1)?.tag);
    const notes = (last.json as Rma).items.map((item) => item.note ?? "");
    expect(notes).toContain(chain.at(-1)?.note);
  });
});

/** All orders of two sequences that keep each sequence's own order. */
const interleave = <T>(one: readonly T[], other: readonly T[]): T[][] => {
  const [[a, ...restA], [b, ...restB]] = [one, other];
  if (a === undefined || b === undefined) return [[...one, ...other]];
  return [
    ...interleave(restA, other).map((rest) => [a, ...rest]),
    ...interleave(one, restB).map((rest) => [b, ...rest]),
  ];
};

describe("fault 43: one person approves in a tab, another changes the quantity", () => {
  const tabs = {
    approve: (line: number) => ({ id: line, approvedQuantity: 3 }),
    resize: (line: number) => ({ id: line, quantity: 4 }),
  };
  type Tab = keyof typeof tabs;
  const step = (tab: Tab) => [`${tab} reads`, `${tab} saves`] as const;

  test.each(interleave<string>(step("approve"), step("resize")).map((order) => [order.join(", ")]))(
    "%s",
    async (order) => {
      const id = await addRma();
      const seen: Partial<Record<Tab, string>> = {};
      const statuses: Partial<Record<Tab, number>> = {};
      for (const [tab, what] of order.split(", ").map((words) => words.split(" ") as [Tab, string]))
        if (what === "reads") seen[tab] = tagOf(await service.call(`/rma/${id}`));
        else {
          const body = [tabs[tab](id * 10)];
          statuses[tab] = (await send(["PATCH", `/rmas/${id}/items`, body], seen[tab])).status;
        }
      const item = ((await service.call(`/rma/${id}`)).json as Rma).items[0]!;
      const approvedFirst = order.indexOf("approve saves") < order.indexOf("resize saves");
      // The second of the two knew of the first only where it read after the first was saved.
      const knew = approvedFirst
        ? order.indexOf("approve saves") < order.indexOf("resize reads")
        : order.indexOf("resize saves") < order.indexOf("approve reads");
      expect({ ...statuses, quantity: item.quantity, approved: item.approvedQuantity }).toEqual(
        approvedFirst
          ? { approve: 200, resize: knew ? 400 : 412, quantity: 5, approved: 3 }
          : knew
            ? { approve: 200, resize: 200, quantity: 4, approved: 3 }
            : { approve: 412, resize: 200, quantity: 4, approved: 0 },
      );
    },
  );

  test("both at one moment: exactly one is saved", async () => {
    const id = await addRma();
    const base = tagOf(await service.call(`/rma/${id}`));
    const answers = await Promise.all(
      (["approve", "resize"] as const).map((tab, index) =>
        send(["PATCH", `/rmas/${id}/items`, [tabs[tab](id * 10)]], base, calls[index]),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});
