// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testRequest, testWorkflow } from "#rule-model/test-builder.ts";
import { connection } from "#web/api/connection.ts";
import { mappingRuleDetail, mappingRuleList } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { rememberRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import type { StoredDraft } from "./browser-drafts.ts";
import { openRule, ruleWire } from "./open-rule.ts";
import { unanswered } from "./rule-saving.ts";

const ruleOf = (id: number, createdAt?: string) => ({ ...testRequest(), id, createdAt }) as never;
const answer = <T>(value: T) => ({ value, problems: [], total: undefined }) as never;

/** An API with these rules, which saves none. */
const serveList = (ids: readonly number[], createdAt?: string) =>
  vi.stubGlobal("fetch", (_: unknown, { method = "GET" }: RequestInit = {}) =>
    method === "GET"
      ? Promise.resolve(Response.json(ids.map((id) => ruleOf(id, createdAt))))
      : Promise.reject(new TypeError("cut")),
  );

const openCopy = (kept?: StoredDraft) => {
  const onCreated = vi.fn<(id: number) => void>();
  const { saving } = openRule({
    request: testRequest(),
    workflow: testWorkflow,
    wire: ruleWire(onCreated),
    created: false,
    kept,
  });
  return { saving, onCreated, state: saving.state.get };
};

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** The ways in which this browser knows rule 8. */
const ways: readonly (readonly [string, () => unknown])[] = [
  ["in the list", () => queryClient.setQueryData(mappingRuleList().queryKey, answer([ruleOf(8)]))],
  [
    "on its screen",
    () => queryClient.setQueryData(mappingRuleDetail("8").queryKey, answer(ruleOf(8))),
  ],
  ["in an earlier page", () => rememberRules([ruleOf(8)], "saved")],
];

describe("a check for a rule whose creation has no answer", () => {
  it.each(
    ways.flatMap(([way, know]) => [false, true].map((arrived) => [way, arrived, know] as const)),
  )("leaves out an equal rule that was known %s (arrived: %s)", async (_, arrived, know) => {
    queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
    serveList([8]);
    await know();
    const before = openCopy();
    before.saving.review();
    await before.saving.send();
    const sent = unanswered(before.state().phase);
    expect(sent?.twins).toContain(8);

    // The page is closed before the check.
    serveList(arrived ? [8, 9] : [8]);
    const { base } = before.state();
    const kept = { ...sent, base, mine: base, sent: sent?.drafted, at: 0 };
    const { saving, state, onCreated } = openCopy(kept);
    await saving.check();
    expect(state().phase.kind).toBe(arrived ? "editing" : "lost");
    expect(onCreated.mock.calls).toEqual(arrived ? [[9]] : []);
  });

  it.each([
    ["long before", "2020-01-01T00:00:00.000Z", "lost"],
    ["now", new Date().toISOString(), "editing"],
  ])("takes an equal rule that is unknown here and was created %s: %s", async (_, at, phase) => {
    queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
    serveList([]);
    const before = openCopy();
    before.saving.review();
    await before.saving.send();
    const sent = unanswered(before.state().phase);
    const { base } = before.state();
    serveList([7], at);
    for (const { saving, state } of [
      before,
      openCopy({ ...sent, base, mine: base, sent: sent?.drafted, at: 0 }),
    ]) {
      await saving.check();
      expect(state().phase.kind).toBe(phase);
    }
  });
});
