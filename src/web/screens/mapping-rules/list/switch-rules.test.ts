import { expect, test } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { ApiError } from "#web/base/api-error.ts";
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
  given: readonly (MappingRule | Error)[],
  save: (
    request: UpdateOrCreateMappingRule,
    stored: (MappingRule | Error)[],
  ) => Promise<unknown> = async () => undefined,
  stopAfter = Number.POSITIVE_INFINITY,
) => {
  const stored = [...given];
  const outcomes: [number, SwitchOutcome][] = [];
  const sent: UpdateOrCreateMappingRule[] = [];
  const checked: boolean[] = [];
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
      await save(request, stored);
    },
    onChecked: (made) => checked.push(made),
    report: (id, outcome) => {
      outcomes.push([id, outcome]);
      if (outcomes.length === stopAfter) stop.abort();
    },
  });
  return { outcomes: outcomes.map(([, outcome]) => outcome), sent, checked };
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

const lost = new ApiError("No answer in time.", { status: 504, outcome: "unknown" });
const silent = new ApiError("No connection.", { status: 0, outcome: "unknown" });

test("a rule whose response is lost is read again, and its outcome is known; it isn't sent again", async () => {
  const { outcomes, sent, checked } = await runWith(
    [ruleOf(1), ruleOf(2), ruleOf(3, { updatedAt: "2026-02-02T00:00:00.000Z" }), ruleOf(4)],
    async ({ id }, stored) => {
      if (id === 1) stored[0] = ruleOf(1, { updatedAt: "2026-03-03" }, { enabled: false });
      if (id === 3) stored[2] = ruleOf(3, { updatedAt: "2026-03-03" }, { enabled: false });
      if (id !== 4) throw id === 1 ? silent : lost;
    },
  );
  expect(outcomes).toEqual([
    { kind: "done", meanwhile: false },
    { kind: "failed", why: "No response, and a check found no change. No answer in time." },
    { kind: "done", meanwhile: true },
    { kind: "done", meanwhile: false },
  ]);
  expect(checked).toEqual([true, false, true]);
  expect(sent.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test("an outcome is unknown only if the rule can't be read either", async () => {
  const { outcomes, sent, checked } = await runWith(
    [ruleOf(1), ruleOf(2), ruleOf(3), ruleOf(4)],
    async ({ id }, stored) => {
      stored[id! - 1] = id === 2 ? ruleOf(2, {}, null) : silent;
      throw id === 3 ? silent : lost;
    },
  );
  expect(outcomes).toEqual([
    { kind: "unknown", why: "No answer in time." },
    // Read without its tree, it doesn't show its switch.
    { kind: "unknown", why: "No answer in time." },
    // Without a connection, every further rule would fail too.
    { kind: "unknown", why: "No connection." },
    { kind: "stopped" },
  ]);
  expect(checked).toEqual([]);
  expect(sent.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("the rules after a failed one are still switched, and none is sent twice", async () => {
  const refused = new ApiError("Not found.", { status: 404, outcome: "refused" });
  const { outcomes, sent } = await runWith(
    [refused, ruleOf(2, {}, null), ruleOf(3), ruleOf(4)],
    async ({ id }) => {
      if (id === 3) throw refused;
    },
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed", "failed", "done"]);
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
