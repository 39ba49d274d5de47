import fc from "fast-check";
import type { Node } from "jsonc-parser";
import { describe, expect, test, vi } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { readRuleText } from "./rule-text.ts";

const names = vi.hoisted(() => ({ read: 0 }));

/** Counts how often the names of a tree's fields are read. */
vi.mock("jsonc-parser", async (importOriginal) => {
  const parser = await importOriginal<typeof import("jsonc-parser")>();
  const countReads = (name: Node) => {
    const { value } = name;
    Object.defineProperty(name, "value", { get: () => ((names.read += 1), value) });
  };
  return {
    ...parser,
    parseTree: (...given: Parameters<typeof parser.parseTree>) => {
      const root = parser.parseTree(...given);
      const waiting = root ? [root] : [];
      for (let node = waiting.pop(); node; node = waiting.pop()) {
        for (const child of node.children ?? []) waiting.push(child);
        const [name] = node.type === "property" ? (node.children ?? []) : [];
        if (name) countReads(name);
      }
      return root;
    },
  };
});

const request: UpdateOrCreateMappingRule = {
  id: 9,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 2,
  rule: {
    id: 90,
    name: "Lamps",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    groups: [
      {
        id: 91,
        conditions: [
          { id: 92, globalObjectFieldId: 5, workflowDataTypeComparatorId: 6, condition: "lamp" },
        ],
      },
    ],
    actions: [{ id: 93, globalObjectFieldId: 5, workflowDataTypeActionId: 7 }],
  },
};
const text = JSON.stringify(request, null, 2);
const read = (given: string) => readRuleText(given, request);
const findings = (given: string) =>
  read(given).findings.map(({ line, column, message }) => `${line}:${column} ${message}`);

test("the rule's own text has no findings", () => {
  expect(read(text)).toEqual({ request, findings: [], more: 0, answered: false });
});

describe("a problem is reported at its place", () => {
  const cases: readonly [string, string, string][] = [
    ["nothing", "", "1:1 Enter a value here."],
    ["an extra comma", text.replace('"lamp"', '"lamp",'), "Enter a value here"],
    [
      "a number in place of a text",
      text.replace('"name": "Lamps"', '"name": 5'),
      "3:11 “name” must be text in quotation marks. It is 5.",
    ],
    [
      "a field that is missing",
      text.replace('  "description": "",\n', ""),
      "1:1 “description” is missing. It must be text in quotation marks.",
    ],
    [
      "an unknown field",
      text.replace('"eventId"', '"evntId"'),
      "5:3 “evntId” isn't a field of a mapping rule here.",
    ],
    [
      "another id",
      text.replace('"id": 9,', '"id": 10,'),
      "2:9 The ID of this rule is 9 and can't be changed.",
    ],
    [
      "a locked field",
      text.replace('"eventId": 1', '"eventId": 4'),
      "can't be changed after creation. Create a new rule instead. It is 1.",
    ],
    ["a comment", `${text} // why`, "JSON can't have comments."],
    ["a list", "[]", "1:1 The JSON must be an object in { }. It is a list."],
    ["something after the end", `${text} 5`, "Remove everything after the end"],
    [
      "a prototype",
      text.replace('"name"', '"__proto__": {"x": 1}, "name"'),
      "A field can't be named “__proto__”.",
    ],
    [
      "a constructor",
      text.replace('"name"', '"constructor": 1, "name"'),
      "“constructor” isn't a field",
    ],
    [
      "a scope",
      text.replace(
        '"workflowDataTypeActionId"',
        '"usesOtherFieldScope": "x", "workflowDataTypeActionId"',
      ),
      'must be one of "all", "filtered", "correlated". It is "x".',
    ],
    [
      "the same part twice",
      text.replace(
        '"actions": [',
        '"actions": [{"id": 93, "globalObjectFieldId": 5, "workflowDataTypeActionId": 7}, ',
      ),
      "The action 93 appears twice in the request.",
    ],
    [
      "a huge number",
      text.replace('"eventId": 1', '"eventId": 1e300'),
      "“eventId” must be 9007199254740991 or less.",
    ],
  ];
  test.each(cases)("%s", (_name, given, message) => {
    expect(findings(given).join("\n")).toContain(message);
    expect(read(given).request).toBeUndefined();
  });
});

test("an unset field and a repeated field are warnings, and the text can be applied", () => {
  const unchosen = read(text.replace('"globalObjectFieldId": 5', '"globalObjectFieldId": 0'));
  expect(unchosen.findings.map(({ kind }) => kind)).toEqual(["warning"]);
  expect(unchosen.request?.rule.groups[0]?.conditions[0]?.globalObjectFieldId).toBe(0);
  const twice = read(text.replace('"description"', '"name": "First", "description"'));
  expect(twice.findings[0]).toMatchObject({ kind: "warning", line: 4, column: 3 });
  expect(twice.request?.name).toBe("First");
});

test("alwaysRun may be left out", () => {
  expect(read(text.replace('"alwaysRun": false,', "")).request?.rule.alwaysRun).toBe(false);
});

test("an answer of the API is distinguished from a request", () => {
  const answered = read(text.replace('"name"', '"createdAt": "2026-01-01", "name"'));
  expect(answered.answered).toBe(true);
  expect(answered.findings[0]?.message).toContain("“createdAt” is set by the API");
});

describe("hostile texts get one clear message", () => {
  test("ten million characters", () => {
    const found = read(`"${"x".repeat(10_000_000)}"`).findings;
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain("characters long");
  });
  test("the greatest length, of nothing but brackets", () => {
    expect(findings("[".repeat(4 * 1024 * 1024))[0]).toContain("more than 32 levels");
    expect(findings('{"a":'.repeat(500_000))[0]).toContain("more than 32 levels");
  });
  test("the greatest number of values", () => {
    expect(findings(`[${"1,".repeat(2_000_000)}1]`)[0]).toContain("more than 120,000 values");
  });
  test("a hundred thousand mistakes", () => {
    const many = read(`{${'"x":1,'.repeat(100_000)}"y":1}`);
    expect(many.findings).toHaveLength(100);
    expect(many.more).toBeGreaterThan(99_000);
  });
  /** A text in which something stands before the first field that is called so. */
  const before = (name: string, more: string) => text.replace(`"${name}"`, `${more}"${name}"`);
  const unknown = Array.from({ length: 20_000 }, (_, index) => `"k${index}": 1,`).join("");
  test.each([
    ["the rule", before("name", unknown)],
    ["an action", before("workflowDataTypeActionId", unknown)],
    ["no rule", `{${unknown.slice(0, -1)}}`],
    ["the rule, all the same", before("name", '"k": 1,'.repeat(20_000))],
    ["the rule, all wrong", before("name", '"eventId": "x",'.repeat(20_000))],
  ])("twenty thousand names, of %s, are each read a few times", (_, given) => {
    names.read = 0;
    expect(read(given).more).toBeGreaterThan(18_000);
    expect(names.read).toBeLessThan(200_000);
  });
  test.each([
    ["wrong", "1"],
    ["empty", "{}"],
    ["unfinished", '{"globalObjectFieldId": 0, "workflowDataTypeComparatorId": 6}'],
    ["lists", "[1]"],
  ])("a list of as many %s parts as can be read", (_, part) => {
    const most = Math.floor(115_000 / Math.max(1, part.split(",").length));
    const given = text.replace(/(?<="conditions": \[)[^\]]*/, Array(most).fill(part).join(","));
    expect(findings(given)).toEqual([
      "1:1 This has more than 5,000 parts, the most that a rule can have.",
    ]);
  });
  test("the greatest number of parts is read", () => {
    const condition = '{"globalObjectFieldId": 5, "workflowDataTypeComparatorId": 6}';
    const of = (count: number) =>
      read(text.replace(/(?<="conditions": \[)[^\]]*/, Array(count).fill(condition).join(",")));
    // With the rule, its group and its action.
    expect(of(4_997).request?.rule.groups[0]?.conditions).toHaveLength(4_997);
    expect(of(4_998).request).toBeUndefined();
  });
  test("any text at all", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.json({ noUnicodeString: false })), (any) => {
        const { request: applied, findings: found } = read(any);
        expect(applied).toBeUndefined();
        expect(found.length).toBeGreaterThan(0);
        expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      }),
    );
  });
});

test("places are counted as editors count them", () => {
  const own = `{\n"a1": 1,\n\n  "b2": 2,\r\n "c3": 3,${JSON.stringify(request).slice(1)}`;
  expect(read(own).findings.map(({ line, column }) => [line, column])).toEqual([
    [2, 1],
    [4, 3],
    [5, 2],
  ]);
});
