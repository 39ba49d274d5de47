import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import { setPart } from "#rule-model/edit-draft.ts";
import { headKey } from "#rule-model/part.ts";
import { testBuilder, testRequest, testWorkflow } from "#rule-model/testing/builder.ts";
import { createValueStore } from "#web/base/value-store.ts";
import {
  createDraftKeeper,
  type DraftStorage,
  type StoredDraft,
  type TypedJson,
} from "./tab-draft.ts";
import { openRule } from "./open-rule.ts";
import { startSaving } from "./rule-saving.ts";

// @vitest-environment happy-dom

const refuse = () => Promise.reject(new Error("not here"));
const wire = {
  // An upstream that reads no rules.
  read: () => Promise.reject(new ApiError("not here", { status: 501, outcome: "refused" })),
  send: refuse,
  listKnown: async () => [],
  findCreated: refuse,
  onSaved: () => undefined,
  onRead: () => undefined,
};

const fakePlace = (full = false) => {
  const kept = new Map<string, StoredDraft>();
  let writes = 0;
  const place: DraftStorage = {
    read: async (key) => kept.get(key),
    write: async (key, draft) => {
      writes += 1;
      if (full) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, draft);
    },
    remove: async (key) => void kept.delete(key),
    writeAtOnce: (key, draft) => void kept.set(`at once ${key}`, draft),
  };
  return { kept, place, writes: () => writes };
};

const open = (full = false) => {
  const builder = testBuilder();
  const saving = startSaving(builder, wire, true);
  const fake = fakePlace(full);
  const keeper = createDraftKeeper(builder, saving, fake.place, "k");
  const stop = keeper.attach();
  const type = (description: string) =>
    setPart(builder.draft, headKey, "head", { description }, { label: "type" });
  return { builder, saving, keeper, stop, type, ...fake };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("keeping a draft", () => {
  it("writes once after a pause, with the version it is based on", async () => {
    const { type, kept, writes, saving } = open();
    type("a");
    type("ab");
    await vi.advanceTimersByTimeAsync(399);
    expect(writes()).toBe(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(writes()).toBe(1);
    expect(kept.get("k")?.mine.description).toBe("ab");
    expect(kept.get("k")?.base).toBe(saving.state.get().base);
  });

  it("writes within a second of continuous typing", async () => {
    const { type, kept } = open();
    for (let at = 0; at < 11; at++) {
      type("x".repeat(at + 1));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(kept.get("k")?.mine.description.length).toBeGreaterThan(8);
  });

  it("moves a draft to the key of the rule that was created", async () => {
    const { type, kept, keeper } = open();
    type("a");
    await vi.advanceTimersByTimeAsync(500);
    keeper.moveTo("rule 1");
    await vi.advanceTimersByTimeAsync(500);
    expect([...kept.keys()]).toEqual(["rule 1"]);
    type("ab");
    await vi.advanceTimersByTimeAsync(500);
    expect(kept.get("rule 1")?.mine.description).toBe("ab");
  });

  it("moves before the first write, and deletes an older draft under the new key", async () => {
    const { type, kept, keeper, builder } = open();
    kept.set("rule 1", {
      base: builder.trees.mappingRule(),
      mine: builder.trees.mappingRule(),
      at: 0,
    });
    keeper.moveTo("rule 1");
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.size).toBe(0);
    type("a");
    keeper.moveTo("rule 2");
    await vi.advanceTimersByTimeAsync(500);
    expect([...kept.keys()]).toEqual(["rule 2"]);
  });

  it("writes at once when the page closes", async () => {
    const { type, kept } = open();
    type("a");
    window.dispatchEvent(new Event("pagehide"));
    expect(kept.get("at once k")?.mine.description).toBe("a");
  });

  it("writes at once when the page closes while a write is under way, which may end with it", async () => {
    const { type, kept, place } = open();
    vi.spyOn(place, "write").mockReturnValue(new Promise(() => {}));
    type("a");
    await vi.advanceTimersByTimeAsync(500);
    window.dispatchEvent(new Event("pagehide"));
    expect(kept.get("at once k")?.mine.description).toBe("a");
  });

  it("deletes the draft when undo has reverted everything", async () => {
    const { type, kept, builder } = open();
    type("a");
    await vi.advanceTimersByTimeAsync(500);
    builder.draft.undo();
    await vi.advanceTimersByTimeAsync(500);
    expect(kept.size).toBe(0);
  });

  it("writes a request before it is sent, and clears that mark once there is an answer", async () => {
    const { type, kept, saving } = open();
    type("a");
    saving.review();
    const done = saving.send();
    await vi.advanceTimersByTimeAsync(0);
    await done;
    expect(saving.state.get().phase.kind).toBe("unknown");
    expect(kept.get("at once k")?.sent?.description).toBe("a");
    expect(kept.get("k")?.sent?.description).toBe("a");
    saving.backToEditing();
    await vi.advanceTimersByTimeAsync(500);
    expect(kept.get("k")).toMatchObject({ mine: { description: "a" }, sent: undefined });
  });

  it("of an unchanged copy keeps the mark of its request through reloads, until there is an answer", async () => {
    const { place, kept } = fakePlace();
    const openPage = () => {
      const { builder, saving } = openRule({
        request: testRequest(),
        workflow: testWorkflow,
        wire,
        created: false,
        kept: kept.get("k"),
      });
      return { saving, close: createDraftKeeper(builder, saving, place, "k").attach() };
    };
    const first = openPage();
    first.saving.review();
    await first.saving.send();
    first.close();
    for (const _ of [1, 2]) {
      const page = openPage();
      await vi.advanceTimersByTimeAsync(500);
      expect(page.saving.state.get()).toMatchObject({ dirty: false, phase: { kind: "unknown" } });
      page.close();
      expect(kept.get("k")?.sent?.name).toBe("Lamps");
    }
    const last = openPage();
    last.saving.backToEditing();
    await vi.advanceTimersByTimeAsync(500);
    expect(kept.has("k")).toBe(false);
  });

  it("stores JSON that is not applied, also where nothing else is changed", async () => {
    const { builder, saving, place, kept } = open();
    const typed = createValueStore<TypedJson | undefined>(undefined);
    createDraftKeeper(builder, saving, place, "json", { typed }).attach();
    typed.set({ text: "{ half", over: "{}" });
    await vi.advanceTimersByTimeAsync(500);
    expect(kept.get("json")?.typed).toEqual({ text: "{ half", over: "{}" });
    typed.set(undefined);
    await vi.advanceTimersByTimeAsync(500);
    expect(kept.has("json")).toBe(false);
  });

  it("on opening, deletes a draft that equals the API's version", async () => {
    const builder = testBuilder();
    const saving = startSaving(builder, wire, true);
    const { place, kept } = fakePlace();
    const mine = builder.trees.mappingRule();
    kept.set("k", { base: mine, mine, at: 0 });
    createDraftKeeper(builder, saving, place, "k").attach();
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.size).toBe(0);
  });

  it("reports storage that refuses, and continues", async () => {
    const { type, keeper } = open(true);
    type("a");
    await vi.advanceTimersByTimeAsync(500);
    expect(keeper.state.get()).toEqual({ kind: "refused" });
  });

  it("reports the latest change as saved only when it is, whatever was saved before it", async () => {
    const { type, keeper, place, kept } = open();
    const states: string[] = [];
    keeper.state.subscribe(() => states.push(keeper.state.get().kind));
    let finishFirst = () => {};
    vi.spyOn(place, "write").mockImplementationOnce(
      () => new Promise<void>((done) => (finishFirst = done)),
    );
    type("a");
    expect(keeper.state.get().kind).toBe("saving");
    await vi.advanceTimersByTimeAsync(500);
    type("ab");
    // The result of the first change arrives while the second one is not written yet.
    finishFirst();
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.state.get().kind).toBe("saving");
    await vi.advanceTimersByTimeAsync(500);
    expect(keeper.state.get()).toEqual({ kind: "saved", at: kept.get("k")?.at });
    expect(kept.get("k")?.mine.description).toBe("ab");
    expect(states).toEqual(["saving", "saved"]);
  });

  it("reports nothing when undo has reverted every change", async () => {
    const { type, keeper, builder } = open();
    type("a");
    await vi.advanceTimersByTimeAsync(500);
    expect(keeper.state.get().kind).toBe("saved");
    builder.draft.undo();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(keeper.state.get()).toEqual({ kind: "none" });
  });

  it("on leaving the screen, writes the changes not written yet, and nothing after", async () => {
    const { type, stop, kept, writes } = open();
    type("a");
    stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.get("k")?.mine.description).toBe("a");
    const before = writes();
    type("b");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes()).toBe(before);
  });
});
