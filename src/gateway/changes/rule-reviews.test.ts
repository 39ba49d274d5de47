import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "#contract/audit.ts";
import type { BulkRun } from "#contract/bulk-runs.ts";
import type { Problem } from "#contract/errors.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { whyReviewed } from "#contract/people.ts";
import type { RuleReview, RuleReviewDetail } from "#contract/rule-reviews.ts";
import type { RuleVersion } from "#contract/rule-versions.ts";
import { eventually } from "#gateway/testing/hold-answers.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream, type TestUpstream } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";
import { verifyAudit } from "./audit-command.ts";

const keep = keepOpen();
let storage: TestStorage;
let upstream: TestUpstream;
let gateway: TestGateway;

type Rule = Record<string, unknown> & { id: number; name: string };

const requestOf = (name: string, id: number | null = 7): UpdateOrCreateMappingRule => ({
  id,
  name,
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 3,
  rule: {
    id: id === null ? null : 70,
    name,
    workflowRuleTypeId: 1,
    alwaysRun: false,
    groups: [],
    actions: [],
  },
});

/** The rules of the API. `lost`: each save arrives, and its answer doesn't; `dropped`: neither does; `overtaken`: another's does. */
let rules: Map<number, Rule>;
let saves: number;
let mode: "works" | "lost" | "dropped" | "overtaken" | "refuses" | "lists nothing";

const store = ({ id, ...request }: UpdateOrCreateMappingRule): Rule => {
  const own = id ?? 100 + rules.size;
  const rule = {
    ...request,
    id: own,
    rule: { childRules: [], ...request.rule, id: own * 10, enabled: true, updatedAt: `${saves}` },
  };
  rules.set(own, rule);
  return rule;
};

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());

const secret = "a-secret-of-the-proxy";
const signIn = {
  kind: "header",
  header: "x-forwarded-user",
  groupsHeader: "x-forwarded-groups",
  roles: new Map(),
  peers: ["127.0.0.0/8", "::1"],
  secret,
} as const;

const start = async (options: Parameters<TestStorage["gateway"]>[1] = {}): Promise<TestGateway> =>
  keep(await storage.gateway(upstream.baseUrl, { signIn, ...options }));

beforeEach(async () => {
  mode = "works";
  saves = 0;
  rules = new Map();
  store(requestOf("As it was"));
  upstream = keep(
    await startUpstream((request, response, { url, body }) => {
      if (request.method === "GET") {
        if (mode === "lists nothing") return answer(response, 404, {});
        const ids = new URL(url, "http://a").searchParams.get("ids")?.split(",").map(Number);
        const found = [...rules.values()].filter(({ id }) => ids?.includes(id) ?? true);
        return answer(response, 200, found);
      }
      if (mode === "refuses") return answer(response, 400, { error: "No" });
      if (mode === "overtaken") store(requestOf("Changed by others"));
      if (mode === "dropped" || mode === "overtaken") return void response.destroy();
      saves += 1;
      const saved = store(JSON.parse(body) as UpdateOrCreateMappingRule);
      return mode === "lost" ? void response.destroy() : answer(response, 200, saved);
    }),
  );
  gateway = await start();
});

type Person = "eddie" | "ada" | "emma" | "vera";
const roleOf = { eddie: "editor", ada: "admin", emma: "editor", vera: "viewer" } as const;

const ask = async <T>(
  person: Person,
  path: string,
  body?: unknown,
  headers = {},
  from = gateway,
) => {
  const init = body === undefined ? {} : post(body);
  const response = await from.call(`/api${path}`, {
    ...init,
    headers: {
      ...(init.headers as Record<string, string> | undefined),
      "x-forwarded-user": person,
      "x-forwarded-groups": roleOf[person],
      "x-identity-secret": secret,
      ...headers,
    },
  });
  return { status: response.status, value: (await response.json()) as T & Problem };
};

const propose = async (person: Person, rule = requestOf("Proposed"), headers = {}) =>
  ask<RuleReview>(person, "/rule-reviews", { rule, note: "Please look" }, headers);
const list = async (person: Person) => (await ask<RuleReview[]>(person, "/rule-reviews")).value;
const approve = async (person: Person, id: number) =>
  ask<Rule>(person, `/rule-reviews/${id}/approve`, {});
const listChanges = async () => (await ask<Change[]>("ada", "/audit")).value;
const namesInApi = () => [...rules.values()].map(({ name }) => name);

it("a change is proposed, read, and saved by another editor; Activity and the versions name both", async () => {
  const proposed = await propose("eddie");
  expect(proposed).toMatchObject({
    status: 200,
    value: {
      ruleId: 7,
      name: "Proposed",
      note: "Please look",
      proposedBy: "eddie",
      isOwn: true,
      state: "waiting",
    },
  });
  const { id } = proposed.value;
  expect(await list("vera")).toMatchObject([{ id, isOwn: false, state: "waiting" }]);
  const { value: detail } = await ask<RuleReviewDetail>("ada", `/rule-reviews/${id}`);
  expect([detail.base?.name, detail.rule.name]).toEqual(["As it was", "Proposed"]);
  expect(await approve("ada", id)).toMatchObject({
    status: 200,
    value: { id: 7, name: "Proposed" },
  });
  expect(await list("eddie")).toEqual([]);
  expect(namesInApi()).toEqual(["Proposed"]);
  const [change] = await listChanges();
  expect(change).toMatchObject({
    operation: "saveMappingRule",
    recordId: 7,
    person: "ada",
    state: "done",
    reason: "Proposed by eddie",
  });
  const { value: versions } = await ask<RuleVersion[]>("ada", "/rule-versions?ruleId=7");
  expect(versions[0]?.savedBy).toBe("eddie, approved by ada");
  expect(await verifyAudit(storage.database.sql, { auditDays: 400 })).toMatchObject({
    kind: "intact",
  });
  expect((await approve("emma", id)).status).toBe(409);
});

it("a new rule is created by the approval", async () => {
  const { value } = await propose("eddie", requestOf("New", null));
  expect(value.ruleId).toBe(null);
  expect((await approve("ada", value.id)).status).toBe(200);
  expect(namesInApi()).toEqual(["As it was", "New"]);
});

it("a second proposal of the same person for the rule replaces the first, and a repeated request nothing", async () => {
  const first = await propose("eddie");
  const key = { "idempotency-key": crypto.randomUUID() };
  const second = await propose("eddie", requestOf("Better"), key);
  expect((await propose("eddie", requestOf("Better"), key)).value.id).toBe(second.value.id);
  await propose("emma");
  expect((await list("ada")).map(({ name }) => name)).toEqual(["Better", "Proposed"]);
  expect((await approve("ada", first.value.id)).value.type).toBe(
    "urn:supercargo:problem:review-ended",
  );
  const created = { "idempotency-key": crypto.randomUUID() };
  await propose("eddie", requestOf("New", null), created);
  await propose("eddie", requestOf("New", null), created);
  expect(await list("ada")).toHaveLength(3);
});

it("is refused for a version that was replaced since the author read it", async () => {
  const proposed = await propose("eddie", requestOf("Proposed"), { "if-match": '"seen-another"' });
  expect([proposed.status, await list("ada")]).toEqual([412, []]);
});

describe("nobody", () => {
  it.each([
    ["their own", "eddie", 403, "reviewer-needed"],
    ["as a viewer", "vera", 403, "role-too-low"],
  ] as const)("approves %s", async (_, person, status, kind) => {
    const { value } = await propose("eddie");
    const refused = await approve(person, value.id);
    expect(refused).toMatchObject({ status, value: { type: `urn:supercargo:problem:${kind}` } });
    expect(saves).toBe(0);
  });

  it("proposes, declines or withdraws without the role, or what isn't theirs", async () => {
    const { value } = await propose("eddie");
    expect((await propose("vera")).status).toBe(403);
    expect((await ask("vera", `/rule-reviews/${value.id}/decline`, { note: "" })).status).toBe(403);
    expect((await ask("ada", `/rule-reviews/${value.id}/withdraw`, {})).status).toBe(400);
    expect((await ask("eddie", `/rule-reviews/${value.id}/decline`, { note: "" })).status).toBe(
      400,
    );
    expect(await list("ada")).toHaveLength(1);
  });

  it("proposes or approves where nobody signs in", async () => {
    gateway = keep(await storage.gateway(upstream.baseUrl));
    const refused = await propose("eddie");
    expect(refused).toMatchObject({
      status: 403,
      value: { detail: expect.stringContaining("Nobody signs in") },
    });
  });
});

it("a declined change is seen by its author with the note, until they withdraw it", async () => {
  const { value } = await propose("eddie");
  const path = `/rule-reviews/${value.id}`;
  expect((await ask("ada", `${path}/decline`, { note: "Use 5%" })).status).toBe(200);
  expect(await list("emma")).toEqual([]);
  expect(await list("eddie")).toMatchObject([
    { state: "declined", answer: "Use 5%", answeredBy: "ada" },
  ]);
  expect((await approve("ada", value.id)).status).toBe(409);
  expect((await ask("eddie", `${path}/withdraw`, {})).status).toBe(200);
  expect(await list("eddie")).toEqual([]);
});

describe("never overwrites:", () => {
  it.each<[string, () => void]>([
    ["a rule that has changed since", () => store(requestOf("Changed by others"))],
    ["a rule that was deleted since", () => rules.delete(7)],
  ])("%s is a conflict", async (_, act) => {
    const { value } = await propose("eddie");
    act();
    const refused = await approve("ada", value.id);
    expect(refused).toMatchObject({
      status: 412,
      value: { type: "urn:supercargo:problem:record-changed" },
    });
    expect([saves, (await list("ada")).length]).toEqual([0, 1]);
  });

  it("a rule that was saved again unchanged is none", async () => {
    const { value } = await propose("eddie");
    saves = 50;
    store(requestOf("As it was"));
    expect((await approve("ada", value.id)).status).toBe(200);
  });

  it("where the API lists no rules, nothing is sent", async () => {
    const { value } = await propose("eddie");
    mode = "lists nothing";
    expect([(await approve("ada", value.id)).status, saves]).toEqual([502, 0]);
  });
});

it("of two approvals at once, one saves", async () => {
  const { value } = await propose("eddie");
  const other = await start();
  const approvals = await Promise.all(
    (["ada", "emma", "ada", "emma"] as const).map((person, at) =>
      ask(person, `/rule-reviews/${value.id}/approve`, {}, {}, at < 2 ? gateway : other),
    ),
  );
  expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(saves).toBe(1);
});

it("a refusal of the API lets it wait again, with the reason", async () => {
  const { value } = await propose("eddie");
  mode = "refuses";
  expect((await approve("ada", value.id)).status).toBe(400);
  expect(await list("emma")).toMatchObject([{ state: "waiting", answer: "No", answeredBy: "ada" }]);
  mode = "works";
  expect((await approve("emma", value.id)).status).toBe(200);
});

describe("a lost answer", () => {
  it.each([requestOf("Proposed"), requestOf("New", null)])(
    "is found in the API: $name",
    async (rule) => {
      const { value } = await propose("eddie", rule);
      mode = "lost";
      expect(await approve("ada", value.id)).toMatchObject({
        status: 200,
        value: { name: rule.name },
      });
      expect([saves, await list("ada")]).toEqual([1, []]);
      expect((await listChanges())[0]).toMatchObject({
        state: "settled",
        settlement: { made: true, settledBy: "ada" },
        reason: expect.stringMatching(/^Proposed by eddie\. /),
      });
    },
  );

  it("of a change that didn't arrive lets it wait again", async () => {
    const { value } = await propose("eddie");
    mode = "dropped";
    expect(await approve("ada", value.id)).toMatchObject({
      status: 502,
      value: { outcome: "refused" },
    });
    expect(await list("ada")).toMatchObject([{ state: "waiting" }]);
    expect((await listChanges())[0]).toMatchObject({
      state: "settled",
      settlement: { made: false },
    });
    mode = "works";
    expect((await approve("ada", value.id)).status).toBe(200);
  });

  it("that can't be told stays unknown until it is settled, and nothing is sent meanwhile", async () => {
    const { value } = await propose("eddie");
    mode = "overtaken";
    expect(await approve("ada", value.id)).toMatchObject({
      status: 502,
      value: { outcome: "unknown" },
    });
    mode = "works";
    expect(await list("emma")).toMatchObject([{ state: "unknown" }]);
    expect((await propose("eddie")).status).toBe(409);
    expect([(await approve("emma", value.id)).status, saves]).toEqual([502, 0]);
    const [change] = await listChanges();
    await ask("ada", `/audit/${change?.id}/settlement`, { made: false });
    expect(await list("emma")).toMatchObject([{ state: "waiting" }]);
    expect((await approve("emma", value.id)).status).toBe(412);
  });
});

describe("with RULE_REVIEW=1", () => {
  const save = async (rule: UpdateOrCreateMappingRule) =>
    ask("ada", "/workflow/mapping-rule", rule);
  const run = {
    operation: "saveMappingRule",
    title: "Disable",
    past: "disabled",
    items: [{ recordId: 7, name: "Rule", change: { enabled: false } }],
  };

  it.each<[string, () => Promise<{ status: number; value: Problem }>]>([
    ["an update", async () => save(requestOf("Direct"))],
    ["a creation", async () => save(requestOf("Direct", null))],
    ["a bulk run", async () => ask("ada", "/bulk-runs", run)],
  ])("%s is refused, and the reason says what to do", async (_, send) => {
    gateway = await start({ reviewsRules: true });
    const { status, value } = await send();
    expect([status, value.type]).toEqual([403, "urn:supercargo:problem:reviewer-needed"]);
    expect(value.detail).toBe(whyReviewed);
    expect(saves).toBe(0);
  });

  it("records the refusal", async () => {
    gateway = await start({ reviewsRules: true });
    await save(requestOf("Direct"));
    expect((await listChanges())[0]).toMatchObject({
      person: "ada",
      operation: "saveMappingRule",
      state: "refused",
      status: 403,
    });
  });

  it("a bulk run that was started before is paused, and can't be continued", async () => {
    // The first request makes the tables.
    await list("ada");
    const { sql } = storage.database;
    const [started] = await sql<{ id: number }[]>`
      insert into gateway.bulk_runs (upstream, operation, resource, title, past, person)
      values (${upstream.origin}, 'saveMappingRule', 'mapping-rules', 'Disable', 'disabled', 'ada') returning id`;
    await sql`
      insert into gateway.bulk_run_items (run_id, position, record_id, name, change)
      values (${started?.id ?? 0}, 1, 7, 'Rule', '{"enabled":false}')`;
    const path = `/bulk-runs/${started?.id}`;
    gateway = await start({ reviewsRules: true });
    const read = async () => (await ask<BulkRun>("ada", path)).value;
    await eventually(async () => (await read()).state === "paused");
    expect((await read()).reason).toBe("Another editor must review this change");
    expect((await ask("ada", `${path}/continue`, {})).status).toBe(403);
    expect(saves).toBe(0);
  });

  it("an approval saves", async () => {
    gateway = await start({ reviewsRules: true });
    const { value } = await propose("eddie");
    expect([(await approve("ada", value.id)).status, saves]).toEqual([200, 1]);
  });

  it("needs people who sign in", async () => {
    const starting = storage.gateway(upstream.baseUrl, { reviewsRules: true });
    await expect(starting).rejects.toThrow("needs people who sign in");
  });
});
