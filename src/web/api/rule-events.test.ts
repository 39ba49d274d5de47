import { expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { reportRules, watchRules } from "./rule-events.ts";

type RulesListener = typeof reportRules;

test("calls each listener until it unsubscribes", () => {
  const [one, other] = [vi.fn<RulesListener>(), vi.fn<RulesListener>()];
  const stop = watchRules(one);
  const stopOther = watchRules(other);
  const rules = [{ id: 7 }] as MappingRule[];
  reportRules(rules, "read");
  stop();
  reportRules(rules, "saved");
  stopOther();
  reportRules(rules, "read");
  expect(one.mock.calls).toEqual([[rules, "read"]]);
  expect(other.mock.calls).toEqual([
    [rules, "read"],
    [rules, "saved"],
  ]);
});
