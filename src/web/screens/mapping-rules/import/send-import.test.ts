import { expect, test } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { RuleTestContent } from "#contract/rule-tests.ts";
import { planImport } from "#rule-model/import-rules.ts";
import { type ImportOutcome, sendImport } from "./import-dialog.tsx";

const requestOf = (id: number): UpdateOrCreateMappingRule => ({
  id,
  name: `Rule ${id}`,
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule: {
    id: id * 10,
    name: "x",
    workflowRuleTypeId: 1,
    alwaysRun: true,
    groups: [],
    actions: [],
    childRules: [],
  },
});
const ruleHere = (id: number, updatedAt = "2026-01-01"): MappingRule =>
  ({ ...requestOf(id), updatedAt }) as unknown as MappingRule;

const testOf = (name: string): RuleTestContent => ({
  name,
  detail: "",
  record: { objects: {} },
  expectation: { kind: "unchanged" },
  runsAt: "2026-01-10T12:00:00.000Z",
});

test("new rules are sent without ids, others over the rule as read again, and rules changed by others are skipped", async () => {
  const entries = planImport(
    [1, 2, 3].map((id) => ({
      request: requestOf(id),
      notes: [],
      tests: [testOf("A"), testOf("B")],
    })),
    [ruleHere(2), ruleHere(3)],
  );
  const sent: UpdateOrCreateMappingRule[] = [];
  const kept: string[] = [];
  const outcomes: ImportOutcome[] = [];
  await sendImport({
    chosen: entries.map((entry) => ({ entry, choice: entry.target ? "update" : "create" })),
    signal: new AbortController().signal,
    read: async (id) => ruleHere(id, id === 3 ? "2026-02-02" : "2026-01-01"),
    save: async (request) => {
      sent.push(request);
      return ruleHere(request.id ?? 99);
    },
    keep: async (ruleId, { name }) => {
      if (ruleId === 2 && name === "B") throw new Error("Too many tests.");
      kept.push(`${ruleId} ${name}`);
    },
    report: (_at, outcome) => outcomes.push(outcome),
  });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done", "changed"]);
  expect(kept).toEqual(["99 A", "99 B", "2 A"]);
  expect(outcomes[1]).toMatchObject({ untested: "Too many tests." });
  expect(sent.map(({ id, rule }) => [id, rule.id])).toEqual([
    [undefined, undefined],
    [2, 20],
  ]);
});
