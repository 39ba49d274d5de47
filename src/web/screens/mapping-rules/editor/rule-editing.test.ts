// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import type { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { addTrees, removeParts, setPart } from "#rule-model/edit-draft.ts";
import { headKey } from "#rule-model/part.ts";
import { testKeys, testRequest, testWorkflow } from "#rule-model/testing/builder.ts";
import { titleContains } from "#rule-model/testing/rules.ts";
import { connection } from "#web/api/connection.ts";
import { mappingRuleDetail, mappingRuleList } from "#web/api/mapping-rules.ts";
import { readDraft } from "#web/editing/drafts.ts";
import { rememberRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import type { RuleDraft } from "./rule-document.ts";
import type { RuleEditing } from "./rule-plan.ts";

type Request = UpdateOrCreateMappingRule;

/** Gives each new part an ID. */
const withIds = (request: Request): Request => {
  let nextId = 9_000;
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    const inner = Object.fromEntries(Object.entries(part).map(([name, one]) => [name, walk(one)]));
    return { ...inner, id: (part as { id?: number }).id ?? nextId++ };
  };
  return walk(request) as Request;
};

/** An API with rules. */
const serve = (...stored: readonly Request[]) => {
  const rules = stored.map((rule) => structuredClone(rule));
  const sent: Request[] = [];
  const api = {
    sent,
    now: () => rules[0]!,
    /** Saves a change of another person. */
    change: (edit: (rule: Request) => void) => edit(rules[0]!),
    rules,
    answer: (save: () => Request): Response | Promise<Response> => Response.json(save()),
    read: (): Response => Response.json(rules),
  };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    if (!path.includes("mapping-rule")) throw new TypeError("no network");
    if (method === "GET") return api.read();
    const request = JSON.parse(String(body)) as Request;
    sent.push(request);
    return api.answer(() => {
      const saved = withIds(request);
      const place = rules.findIndex(({ id }) => id === saved.id);
      if (place === -1) rules.push(saved);
      else rules[place] = saved;
      return structuredClone(saved);
    });
  });
  return api;
};

const lose = () => Promise.reject<Response>(new TypeError("cut"));

/** The gateway doesn't know the result of a request. */
const unknown = () => Response.json({ title: "Unknown", outcome: "unknown" }, { status: 504 });

const importPage = async () => {
  const [plan, editing, cache] = await Promise.all([
    import("./rule-plan.ts"),
    import("#web/editing/editing.ts"),
    import("#web/api/query-client.ts"),
  ]);
  return { ...plan, ...editing, ...cache };
};

let page: Awaited<ReturnType<typeof importPage>>;
/** Each test has a rule of its own. */
let ruleId = 500;
const opened: RuleEditing[] = [];

const rule500 = (): Request => ({ ...testRequest(), id: ruleId });

/** What is open is gone, what is stored is there. */
const closePage = () => {
  dispatchEvent(new Event("pagehide"));
  for (const editing of opened.splice(0)) editing.close();
};

const prepare = async () => {
  page = await importPage();
  page.queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
};

/** Some minutes later: a request without an answer may be another tab's until then. */
const reload = async () => {
  closePage();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
  vi.resetModules();
  await prepare();
};

beforeEach(async () => {
  ruleId += 1;
  await prepare();
});
afterEach(() => {
  closePage();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  page.queryClient.clear();
  created.mockClear();
  localStorage.clear();
});

const created = vi.fn<(id: number) => void>();

/** Opens a rule of the API, or a new one with the same content. */
const open = (request: Request = rule500(), isNew = false) => {
  const rule = isNew ? undefined : (request as unknown as MappingRule);
  const plan = page.createRulePlan({
    key: isNew ? `rule.new copy ${ruleId}` : `rule.${ruleId}`,
    rule,
    request,
    workflow: testWorkflow,
    onCreated: created,
  });
  const editing = page.openEditing(plan) as RuleEditing;
  editing.show();
  opened.push(editing);
  const { document, state } = editing;
  const { draft, trees } = document.editor.builder;
  const describeAs = (description: string) =>
    setPart(draft, headKey, "head", { description }, { label: "describe" });
  const save = async () => {
    await editing.save();
    await editing.confirm();
  };
  return { editing, document, draft, trees, describeAs, save, phase: () => state.get().phase.kind };
};

describe("saving a rule", () => {
  it("sends once, however often it is confirmed, and is clean afterwards", async () => {
    const { sent } = serve(rule500());
    const { editing, describeAs, save, phase } = open();
    describeAs("x");
    await Promise.all([save(), save(), save()]);
    expect(sent).toEqual([{ ...rule500(), description: "x" }]);
    expect([editing.isDirty(), phase()]).toEqual([false, "editing"]);
  });

  it("gives new parts their ids, and undo and redo keep them", async () => {
    const { sent } = serve(rule500());
    const { draft, save } = open();
    const target = { parent: testKeys.group, slot: "conditions", at: 0 } as const;
    const [key = -1] = addTrees(draft, [titleContains(undefined, "new")], target, "add");
    await save();
    const id = draft.part(key, "condition")?.data.id;
    expect(id).toBeGreaterThanOrEqual(9_000);
    draft.undo();
    draft.redo();
    expect(draft.part(key, "condition")?.data.id).toBe(id);
    setPart(draft, key, "condition", { condition: "other" }, { label: "edit" });
    await save();
    expect(sent[1]?.rule.groups[0]?.conditions[0]).toMatchObject({ id, condition: "other" });
  });

  it("creates a part again that was deleted, saved, and restored", async () => {
    const { sent } = serve(rule500());
    const { editing, draft, save } = open();
    removeParts(draft, [testKeys.contains]);
    await save();
    draft.undo();
    await save();
    expect(sent[1]?.rule.groups[0]?.conditions[0]).not.toHaveProperty("id");
    expect(sent[1]?.rule.groups[0]?.conditions[1]).toMatchObject({ id: 512 });
    expect(editing.isDirty()).toBe(false);
  });

  it("counts text typed during the request as unsaved, and can't be discarded then", async () => {
    const api = serve(rule500());
    const { editing, trees, describeAs, save } = open();
    api.answer = (saveIt) => {
      editing.discard();
      describeAs("typed meanwhile");
      return Response.json(saveIt());
    };
    describeAs("sent");
    await save();
    expect(api.sent[0]?.description).toBe("sent");
    expect(editing.document.get().base.description).toBe("sent");
    expect(trees.mappingRule().description).toBe("typed meanwhile");
  });

  it("shows a refusal beside the row it names, and sends nothing on its own", async () => {
    const api = serve(rule500());
    const { document, describeAs, save, phase } = open();
    const issues = [{ path: "rule.groups.0.conditions.0.condition", message: "Too long" }];
    api.answer = () => Response.json({ title: "No", outcome: "refused", issues }, { status: 400 });
    describeAs("x");
    await save();
    expect([phase(), api.sent.length]).toEqual(["refused", 1]);
    expect(document.editor.builder.problems.get(testKeys.contains)).toContainEqual(
      expect.objectContaining({ message: "Too long", from: "api" }),
    );
  });

  it.each([
    [404, "conflict", 0],
    [503, "unread", 0],
    // An upstream with the documented operations only saves rules, and reads none.
    [501, "editing", 1],
  ])("when reading again gives %i: %s", async (status, expected, times) => {
    const api = serve(rule500());
    const { describeAs, save, phase } = open();
    api.read = () =>
      status === 404 ? Response.json([]) : Response.json({ title: "No" }, { status });
    describeAs("x");
    await save();
    expect([phase(), api.sent.length]).toEqual([expected, times]);
  });
});

describe("changes by another person", () => {
  it("stop the save, and both are saved after a merge", async () => {
    const { sent, change } = serve(rule500());
    const { editing, describeAs, save, phase } = open();
    describeAs("mine");
    change(({ rule }) => void (rule.tierData = "theirs"));
    await save();
    expect([phase(), sent.length]).toEqual(["conflict", 0]);
    editing.resolve([], {});
    await save();
    expect(sent[0]).toMatchObject({ description: "mine", rule: { tierData: "theirs" } });
  });

  it("are taken from a newer reading where nothing is changed here, and only there", () => {
    serve(rule500());
    const { document, trees, editing, describeAs } = open();
    const at = (time: string, name: string) => {
      const { rule, ...head } = rule500();
      return { ...head, name, rule: { ...rule, updatedAt: time } };
    };
    document.refresh(at("2026-02-01T00:00:00.000Z", "Newer"));
    expect(trees.mappingRule().name).toBe("Newer");
    expect(editing.isDirty()).toBe(false);
    document.refresh(at("2025-01-01T00:00:00.000Z", "Older"));
    describeAs("mine");
    document.refresh(at("2026-03-01T00:00:00.000Z", "Newest"));
    expect(trees.mappingRule()).toMatchObject({ name: "Newer", description: "mine" });
  });

  it.each([
    ["merged", { name: "Theirs" }, { name: "Theirs", description: "mine" }],
    ["contested", { description: "theirs" }, { name: "Lamps", description: "mine" }],
  ])("are %s with a draft of an earlier version", async (how, theirs, shown) => {
    serve(rule500());
    open().describeAs("mine");
    await reload();
    const { document, draft, editing, trees } = open({ ...rule500(), ...theirs });
    expect(document.opened).toBe(how);
    expect(trees.mappingRule()).toMatchObject(shown);
    // Undo goes back no further than the restored draft.
    draft.undo();
    expect(trees.mappingRule().description).toBe("mine");
    editing.discard();
    expect(trees.mappingRule().description).toBe("");
    draft.undo();
    expect(trees.mappingRule().description).toBe("mine");
  });
});

describe("a save whose answer was lost", () => {
  it.each([true, false])("is found, or isn't there (arrived: %s)", async (arrived) => {
    const api = serve(rule500());
    const { editing, document, describeAs, save, phase } = open();
    describeAs("x");
    api.answer = (saveIt) => {
      if (arrived) saveIt();
      return lose();
    };
    await save();
    expect(phase()).toBe("unknown");
    await editing.save();
    expect(phase()).toBe("unknown");
    api.answer = unknown;
    const { read } = api;
    api.read = () => Response.json({ title: "No" }, { status: 500 });
    await editing.check();
    expect(phase()).toBe("unknown");
    api.read = read;
    await editing.check();
    expect(phase()).toBe(arrived ? "editing" : "lost");
    expect(document.dirty.get()).toBe(!arrived);
  });

  it.each([
    ["keeps a new part once", undefined, "new"],
    ["keeps what was typed into it since", "typed since", "typed since"],
  ])("%s if another person then changed the rule", async (_name, typed, expected) => {
    const api = serve(rule500());
    const { editing, draft, trees, save, phase } = open();
    const target = { parent: testKeys.group, slot: "conditions", at: 0 } as const;
    const [key = -1] = addTrees(draft, [titleContains(undefined, "new")], target, "add");
    api.answer = (saveIt) => {
      saveIt();
      return lose();
    };
    await save();
    api.change((rule) => void (rule.description = "theirs"));
    if (typed !== undefined)
      setPart(draft, key, "condition", { condition: typed }, { label: "edit" });
    api.answer = unknown;
    await editing.check();
    expect(phase()).toBe("conflict");
    editing.resolve([], {});
    const [stored] = api.now().rule.groups[0]?.conditions ?? [];
    const { description, rule } = trees.mappingRule();
    expect(description).toBe("theirs");
    expect(rule.groups[0]?.conditions).toHaveLength(3);
    expect(rule.groups[0]?.conditions[0]).toMatchObject({ id: stored?.id, condition: expected });
    expect(editing.isDirty()).toBe(typed !== undefined);
  });

  it.each([undefined, "typed since"])(
    "is checked after a reload, with the parts it created (%s)",
    async (typed) => {
      const api = serve(rule500());
      const { draft, save } = open();
      const target = { parent: testKeys.group, slot: "conditions", at: 0 } as const;
      const [key = -1] = addTrees(draft, [titleContains(undefined, "new")], target, "add");
      api.answer = lose;
      await save();
      if (typed) setPart(draft, key, "condition", { condition: typed }, { label: "edit" });
      await reload();
      api.answer = (saveIt) => Response.json(saveIt());
      const again = open();
      expect(again.phase()).toBe("unknown");
      // The gateway answers a request that it knows from its record.
      await again.editing.check();
      expect([again.phase(), again.editing.isDirty()]).toEqual(["editing", typed !== undefined]);
      const [part] = again.trees.mappingRule().rule.groups[0]?.conditions ?? [];
      expect(part?.id).toBeGreaterThanOrEqual(9_000);
      expect(part?.condition).toBe(typed ?? "new");
    },
  );
});

/** The ways in which this browser knows rule 8. */
const ways: readonly (readonly [string, (cache: QueryClient) => unknown])[] = [
  ["in the list", (cache) => cache.setQueryData(mappingRuleList().queryKey, answerOf([ruleOf(8)]))],
  [
    "on its screen",
    (cache) => cache.setQueryData(mappingRuleDetail("8").queryKey, answerOf(ruleOf(8))),
  ],
  ["in an earlier page", () => rememberRules([ruleOf(8)], "saved")],
];
const answerOf = <T>(value: T) => ({ value, problems: [], total: undefined }) as never;
const ruleOf = (id: number) => ({ ...testRequest(), id }) as never;

describe("a new rule", () => {
  it("is created without any id, and what was changed since is a draft of the rule it became", async () => {
    const api = serve();
    const { editing, describeAs, save } = open(testRequest(), true);
    api.answer = (saveIt) => {
      describeAs("typed meanwhile");
      return Response.json(saveIt());
    };
    await save();
    expect(JSON.stringify(api.sent[0])).not.toMatch(/"id":/);
    const { id } = api.now();
    expect(created).toHaveBeenLastCalledWith(id);
    expect(editing.isDirty()).toBe(false);
    expect(readDraft(`rule.new copy ${ruleId}`)).toBeUndefined();
    const rest = readDraft<RuleDraft>(`rule.${id}`)?.draft;
    expect([rest?.base.description, rest?.mine.description]).toEqual(["", "typed meanwhile"]);
  });

  it.each(
    ways.flatMap(([way, know]) => [false, true].map((arrived) => [way, arrived, know] as const)),
  )("whose answer was lost isn't an equal one known %s (arrived: %s)", async (_, arrived, know) => {
    const api = serve({ ...testRequest(), id: 8 });
    await know(page.queryClient);
    api.answer = (saveIt) => {
      if (arrived) saveIt();
      return lose();
    };
    const before = open(testRequest(), true);
    await before.save();
    expect(before.phase()).toBe("unknown");
    await reload();
    api.answer = unknown;
    const { editing, phase } = open(testRequest(), true);
    await editing.check();
    expect(phase()).toBe(arrived ? "editing" : "lost");
    expect(created.mock.lastCall).toEqual(arrived ? [api.rules[1]?.id] : undefined);
  });
});
