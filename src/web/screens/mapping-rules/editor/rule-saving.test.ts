import { describe, expect, it, test } from "vitest";
import { addTrees, removeParts, setPart } from "#rule-model/edit-draft.ts";
import { headKey } from "#rule-model/part.ts";
import { mergeRules } from "#rule-model/merge-rules.ts";
import { testBuilder, testKeys, testRequest, testWorkflow } from "#rule-model/testing/builder.ts";
import { titleContains } from "#rule-model/testing/rules.ts";
import { ApiError } from "#web/base/api-error.ts";
import { fakeServer } from "#web/testing/rule-server.ts";
import { openRule } from "./open-rule.ts";
import { isUnsaved, type RulePhase, type RuleWire, startSaving } from "./rule-saving.ts";

const open = (change: Partial<RuleWire> = {}, created = true) => {
  const server = fakeServer(testRequest());
  const builder = testBuilder();
  const saving = startSaving(builder, { ...server.wire, ...change }, created);
  const describeAs = (description: string) =>
    setPart(builder.draft, headKey, "head", { description }, { label: "describe" });
  const save = () => {
    saving.review();
    return saving.send();
  };
  const phase = () => saving.state.get().phase.kind;
  return { ...server, builder, saving, save, describeAs, phase };
};

describe("saving a rule", () => {
  it("sends once, however often it is called, and is clean afterwards", async () => {
    const { saving, sent, describeAs, save } = open();
    describeAs("x");
    await Promise.all([save(), save(), save()]);
    expect(sent).toHaveLength(1);
    expect(saving.state.get()).toMatchObject({ dirty: false, phase: { kind: "editing" } });
  });

  it("keeps ids and metaData byte for byte", async () => {
    const { sent, describeAs, save } = open();
    describeAs("x");
    await save();
    expect(sent[0]).toEqual({ ...testRequest(), description: "x" });
  });

  it("gives new parts their ids, and undo and redo keep them", async () => {
    const { builder, sent, save } = open();
    const { draft } = builder;
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
    const { saving, builder, sent, save } = open();
    removeParts(builder.draft, [testKeys.contains]);
    await save();
    builder.draft.undo();
    await save();
    expect(sent[1]?.rule.groups[0]?.conditions[0]).not.toHaveProperty("id");
    expect(sent[1]?.rule.groups[0]?.conditions[1]).toMatchObject({ id: 512 });
    expect(saving.state.get().dirty).toBe(false);
  });

  it("counts text typed during the request as unsaved", async () => {
    const { saving, describeAs, save } = open();
    describeAs("sent");
    const stop = saving.state.subscribe(() => {
      if (saving.state.get().phase.kind !== "sending") return;
      stop();
      describeAs("typed meanwhile");
    });
    await save();
    expect(saving.state.get().dirty).toBe(true);
  });

  it("creates a rule without any id", async () => {
    const { saving, sent, save } = open({}, false);
    await save();
    expect(JSON.stringify(sent[0])).not.toMatch(/"id":/);
    expect(saving.state.get().created).toBe(true);
  });
});

describe("changes by another user", () => {
  it("stop the save, and both are saved after a merge", async () => {
    const { saving, sent, change, describeAs, phase, save } = open();
    describeAs("mine");
    change((rule) => void (rule.rule.tierData = "theirs"));
    await save();
    expect([phase(), sent.length]).toEqual(["conflict", 0]);
    const state = saving.state.get();
    const conflict = state.phase.kind === "conflict" ? state.phase.conflict : undefined;
    const theirs = conflict?.kind === "changed" ? conflict.theirs : state.base;
    saving.resolve(theirs, { ...theirs, description: "mine" });
    await save();
    expect(sent[0]).toMatchObject({ description: "mine", rule: { tierData: "theirs" } });
  });

  it("are taken from a newer reading where nothing is changed here, and only there", () => {
    const { saving, builder, describeAs } = open();
    const at = (time: string, name: string) => {
      const { rule, ...head } = testRequest();
      return { ...head, name, rule: { ...rule, updatedAt: time } };
    };
    saving.refresh(at("2026-02-01T00:00:00.000Z", "Newer"));
    expect(builder.trees.mappingRule().name).toBe("Newer");
    expect(saving.state.get().dirty).toBe(false);
    saving.refresh(at("2025-01-01T00:00:00.000Z", "Older"));
    describeAs("mine");
    saving.refresh(at("2026-03-01T00:00:00.000Z", "Newest"));
    expect(builder.trees.mappingRule()).toMatchObject({ name: "Newer", description: "mine" });
  });

  it("are not overwritten by a draft of an earlier version", () => {
    const { wire } = fakeServer(testRequest());
    const mine = { ...testRequest(), description: "mine" };
    const now = { ...testRequest(), name: "Theirs" };
    const kept = { base: testRequest(), mine, at: 0 };
    const { builder, saving, restored } = openRule({
      request: now,
      workflow: testWorkflow,
      wire,
      created: true,
      kept,
    });
    expect(restored?.merged).toBe(true);
    expect(builder.trees.mappingRule()).toMatchObject({ name: "Theirs", description: "mine" });
    saving.discard();
    expect(builder.trees.mappingRule()).toMatchObject({ name: "Theirs", description: "" });
  });

  it("are not reverted by undo after a restored draft, and discarding it can be undone", () => {
    const { wire } = fakeServer(testRequest());
    const mine = { ...testRequest(), description: "mine" };
    const { builder, saving } = openRule({
      request: testRequest(),
      workflow: testWorkflow,
      wire,
      created: true,
      kept: { base: testRequest(), mine, at: 0 },
    });
    expect(builder.draft.history().undo).toBeUndefined();
    builder.draft.undo();
    expect(builder.trees.mappingRule()).toMatchObject({ description: "mine" });
    saving.discard();
    expect(builder.trees.mappingRule()).toMatchObject({ description: "" });
    builder.draft.undo();
    expect(builder.trees.mappingRule()).toMatchObject({ description: "mine" });
  });

  it("are shown beside a draft that changed the same part", () => {
    const { wire } = fakeServer(testRequest());
    const { saving, builder } = openRule({
      request: { ...testRequest(), name: "Theirs" },
      workflow: testWorkflow,
      wire,
      created: true,
      kept: { base: testRequest(), mine: { ...testRequest(), name: "Mine" }, at: 0 },
    });
    expect(saving.state.get().phase.kind).toBe("conflict");
    expect(builder.trees.mappingRule().name).toBe("Mine");
  });
});

describe("failures", () => {
  const lost = new ApiError("No answer in time", { status: 504, outcome: "unknown" });
  const refused = new ApiError("Refused", {
    status: 400,
    outcome: "refused",
    issues: [{ path: "rule.groups.0.conditions.0.condition", message: "Too long" }],
  });
  const status = (code: number) => new ApiError("x", { status: code, outcome: "refused" });

  it("shows a refusal beside the row it names, and sends nothing on its own", async () => {
    const { builder, describeAs, phase, save } = open({ send: () => Promise.reject(refused) });
    describeAs("x");
    await save();
    expect(phase()).toBe("refused");
    expect(builder.problems.get(testKeys.contains)).toContainEqual(
      expect.objectContaining({ message: "Too long", from: "api" }),
    );
  });

  it.each([
    [404, "conflict", 0],
    [503, "unread", 0],
    [501, "editing", 1],
  ])("when reading again gives %i: %s", async (code, expected, times) => {
    const { sent, describeAs, phase, save } = open({ read: () => Promise.reject(status(code)) });
    describeAs("x");
    await save();
    expect([phase(), sent.length]).toEqual([expected, times]);
  });

  it.each([true, false])(
    "checks a request of a closed page before sending it again (arrived: %s)",
    async (arrived) => {
      const { wire, sent } = fakeServer(testRequest());
      const mine = { ...testRequest(), description: "mine" };
      const kept = { base: testRequest(), mine, sent: mine, at: 0 };
      const findCreated = async () => (arrived ? wire.send(mine, {}) : undefined);
      const { saving, builder } = openRule({
        request: testRequest(),
        workflow: testWorkflow,
        wire: { ...wire, findCreated },
        created: false,
        kept,
      });
      saving.review();
      expect(saving.state.get()).toMatchObject({ dirty: true, phase: { kind: "unknown" } });
      await saving.check();
      expect(saving.state.get()).toMatchObject({
        created: arrived,
        dirty: !arrived,
        phase: { kind: arrived ? "editing" : "lost" },
      });
      expect(builder.trees.mappingRule().description).toBe("mine");
      expect(sent).toHaveLength(arrived ? 1 : 0);
    },
  );

  it("is resolved where the rule that is read has the changes that a closed page had sent", () => {
    const { wire } = fakeServer(testRequest());
    const mine = { ...testRequest(), description: "mine" };
    const { saving, restored } = openRule({
      request: mine,
      workflow: testWorkflow,
      wire,
      created: true,
      kept: { base: testRequest(), mine, sent: mine, at: 0 },
    });
    expect(saving.state.get()).toMatchObject({ dirty: false, phase: { kind: "editing" } });
    expect(restored).toBeUndefined();
  });

  it.each([
    ["keeps a new part once", undefined, "new"],
    ["keeps what was typed into it since", "typed since", "typed since"],
  ])(
    "%s where a save whose answer was lost arrived, and another user then changed the rule",
    async (_name, typed, expected) => {
      const server = fakeServer(testRequest());
      const { saving, builder, phase, save } = open({
        read: server.wire.read,
        send: async (request) => {
          await server.wire.send(request, {});
          throw lost;
        },
      });
      const { draft, trees } = builder;
      const target = { parent: testKeys.group, slot: "conditions", at: 0 } as const;
      const [key = -1] = addTrees(draft, [titleContains(undefined, "new")], target, "add");
      await save();
      server.change((rule) => void (rule.description = "theirs"));
      if (typed !== undefined)
        setPart(draft, key, "condition", { condition: typed }, { label: "edit" });
      await saving.check();
      expect(phase()).toBe("conflict");
      const theirs = server.now();
      const { base } = saving.state.get();
      const merged = mergeRules(base, trees.mappingRule(), theirs, new Map(), trees.keyOf);
      expect(merged.conflicts).toEqual([]);
      saving.resolve(theirs, merged.rule);
      const [stored] = theirs.rule.groups[0]?.conditions ?? [];
      const { description, rule } = trees.mappingRule();
      expect(description).toBe("theirs");
      expect(rule.groups[0]?.conditions).toHaveLength(3);
      expect(rule.groups[0]?.conditions[0]).toMatchObject({ id: stored?.id, condition: expected });
      expect(saving.state.get().dirty).toBe(typed !== undefined);
    },
  );

  it("finds a save whose answer was lost, or reports that it was not there", async () => {
    for (const arrived of [true, false]) {
      const server = fakeServer(testRequest());
      const { saving, describeAs, phase, save } = open({
        read: server.wire.read,
        send: async (request) => {
          if (arrived) await server.wire.send(request, {});
          throw lost;
        },
      });
      describeAs("x");
      await save();
      expect(phase()).toBe("unknown");
      saving.review();
      expect(phase()).toBe("unknown");
      await saving.check();
      expect(phase()).toBe(arrived ? "editing" : "lost");
      expect(saving.state.get().dirty).toBe(!arrived);
    }
  });
});

const base = testRequest();
const sent = { request: base, drafted: base, twins: [] };
const editing: RulePhase = { kind: "editing" };
const sending: RulePhase = { kind: "sending", sent };
const unknown: RulePhase = { kind: "unknown", error: undefined, sent, checking: false };

test.each<[dirty: boolean, created: boolean, phase: RulePhase, asks: boolean]>([
  [false, false, editing, false],
  [true, false, editing, true],
  [false, false, sending, true],
  [false, false, unknown, true],
  // The rule has just been created: its address changes, while the phase is still that of the request.
  [false, true, sending, false],
  [false, true, unknown, false],
  [true, true, unknown, true],
])("leaving with dirty %s, created %s, phase $kind: %s", (dirty, created, phase, asks) => {
  expect(isUnsaved({ base, dirty, created, phase })).toBe(asks);
});

test("changes can't be discarded while they are being saved, because they are saved all the same", async () => {
  const builder = testBuilder();
  const saving = startSaving(builder, fakeServer(testRequest()).wire, true);
  setPart(builder.draft, headKey, "head", { description: "sent" }, { label: "describe" });
  const stop = saving.state.subscribe(() => {
    if (saving.state.get().phase.kind !== "sending") return;
    stop();
    saving.discard();
  });
  saving.review();
  await saving.send();
  expect(builder.trees.mappingRule().description).toBe("sent");
  expect(saving.state.get().dirty).toBe(false);
});
