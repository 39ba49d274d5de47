import { expect, test } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type SwitchOutcome, switchRules } from "./switch-rules.ts";

const ruleOf = (id: number, more: object = {}, tree: object | null = {}): MappingRule =>
  ({
    id,
    name: `Rule ${id}`,
    description: "",
    eventId: 1,
    useOriginalInputValue: false,
    globalDataTypeId: 1,
    updatedAt: "2026-01-01T00:00:00.000Z",
    rule: tree && {
      id: id * 10,
      name: "x",
      workflowRuleTypeId: 1,
      alwaysRun: true,
      enabled: true,
      groups: [],
      actions: [],
      childRules: [],
      tierData: "{}",
      ...tree,
    },
    ...more,
  }) as unknown as MappingRule;

const runWith = async (
  stored: readonly (MappingRule | Error)[],
  save: (request: UpdateOrCreateMappingRule) => Promise<unknown> = async () => undefined,
  stopAfter = Number.POSITIVE_INFINITY,
) => {
  const outcomes: [number, SwitchOutcome][] = [];
  const sent: UpdateOrCreateMappingRule[] = [];
  const stop = new AbortController();
  await switchRules({
    rules: stored.map((_, at) => ruleOf(at + 1)),
    enabled: false,
    signal: stop.signal,
    read: async (id) => {
      const found = stored[id - 1];
      if (found === undefined || found instanceof Error) throw found;
      return found;
    },
    save: async (request) => {
      sent.push(request);
      await save(request);
    },
    report: (id, outcome) => {
      outcomes.push([id, outcome]);
      if (outcomes.length === stopAfter) stop.abort();
    },
  });
  return { outcomes: outcomes.map(([, outcome]) => outcome), sent };
};

test("each rule is read again and saved whole with the switch changed", async () => {
  const { outcomes, sent } = await runWith([
    ruleOf(1),
    ruleOf(2, { updatedAt: "2026-02-02T00:00:00.000Z", name: "Renamed by another user" }),
    ruleOf(3, {}, { enabled: false }),
  ]);
  expect(outcomes).toEqual([
    { kind: "done", meanwhile: false },
    { kind: "done", meanwhile: true },
    { kind: "already" },
  ]);
  expect(sent.map(({ id, name, rule }) => [id, name, rule.enabled, rule.tierData])).toEqual([
    [1, "Rule 1", false, "{}"],
    [2, "Renamed by another user", false, "{}"],
  ]);
});

test("the rules after a failed one are still switched, and none is sent twice", async () => {
  const refused = new ApiError("Not found.", { status: 404, outcome: "refused" });
  const lost = new ApiError("No answer in time.", { status: 504, outcome: "unknown" });
  const { outcomes, sent } = await runWith(
    [refused, ruleOf(2, {}, null), ruleOf(3), ruleOf(4)],
    async ({ id }) => {
      if (id === 3) throw lost;
    },
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed", "unknown", "done"]);
  expect(sent.map(({ id }) => id)).toEqual([3, 4]);
});

test("an error that every further rule would have too ends the run", async () => {
  const refused = new ApiError("The token is not accepted.", { status: 401, outcome: "refused" });
  const { outcomes, sent } = await runWith([ruleOf(1), refused, ruleOf(3)]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "failed", "stopped"]);
  expect(sent).toHaveLength(1);
});

test("a stop finishes the current rule and starts no other", async () => {
  const { outcomes, sent } = await runWith([ruleOf(1), ruleOf(2), ruleOf(3)], undefined, 1);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "stopped", "stopped"]);
  expect(sent.map(({ id }) => id)).toEqual([1]);
});
