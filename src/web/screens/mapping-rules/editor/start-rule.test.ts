import { expect, test } from "vitest";
import { testRequest } from "#rule-model/test-builder.ts";
import { copyOfRule } from "./start-rule.ts";

const request = testRequest();

test("a copy has no id on any level and keeps everything else byte for byte", () => {
  const before = structuredClone(request);
  const copy = copyOfRule(request);
  expect(JSON.stringify(copy)).not.toMatch(/"(id|updatedAt)":/);
  expect(copy.name).toBe("Copy of Lamps");
  expect(copy.rule.name).toBe("Copy of Lamps");
  expect(copy.rule.enabled).toBe(false);
  expect(copy.rule.childRules?.[0]?.name).toBe("Then");
  expect(copy.rule.tierData).toBe(' {"tiers": [1,  2]}\n');
  expect(copy.rule.groups[0]?.conditions[0]?.metaData).toBe('{"a":  1.0}');
  expect(request).toEqual(before);
});

test("the name of an inner rule is kept", () => {
  const copy = copyOfRule({ ...request, rule: { ...request.rule, name: "First step" } });
  expect(copy.rule.name).toBe("First step");
});
