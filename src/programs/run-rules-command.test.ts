import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RuleExpectation, RuleTestContent } from "#contract/rule-tests.ts";
import { exportRules } from "#rule-model/portable-names.ts";
import { testMetaData, testRequestWith } from "#rule-model/testing/builder.ts";
import { createWorkflow } from "#rule-model/workflow.ts";
import { runProgram } from "#testing/program.ts";
import { runRulesCommand } from "./run-rules-command.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "supercargo-rules-"));
});
afterAll(async () => rm(folder, { recursive: true }));

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const colors = testRequestWith("mapping_set", "5");
const rule = {
  ...colors,
  id: 7,
  name: "Colors",
  rule: { ...colors.rule, alwaysRun: true, groups: [], childRules: [] },
};
const title = testMetaData.globalObjectFields.find(
  ({ id }) => id === rule.rule.actions[0]?.globalObjectFieldId,
);
const object = testMetaData.globalObjects.find(({ id }) => id === title?.globalObjectId);
const field = `${object?.handle}.${title?.handle}`;
const testOf = (name: string, expectation: RuleExpectation): RuleTestContent => ({
  name,
  detail: "",
  record: {
    objects: { [object?.handle ?? ""]: { [title?.handle ?? ""]: "GRN" } },
  },
  expectation,
  runsAt: "2026-01-10T12:00:00.000Z",
});
const becomes = (value: string): RuleExpectation => ({
  kind: "changes",
  values: [{ field, element: 0, value }],
});
const passing = testOf("LAMP", becomes("Green"));
const failing = testOf("CHAIR", becomes("Red"));
const lines = [{ from: "GRN", to: "Green" }];

const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const exported = async (name: string, tests: readonly RuleTestContent[]): Promise<string> => {
  const kept = { tests: new Map([[7, tests]]), mappingSets: new Map([[5, lines]]) };
  return write(name, exportRules([rule], createWorkflow(testMetaData), kept));
};
const run = async (args: readonly string[], url = "http://127.0.0.1:1") => {
  const printed: string[] = [];
  const code = await runRulesCommand(args, { url, print: (line) => void printed.push(line) });
  return [code, ...printed];
};
const failLine = /^FAIL {2}Colors: CHAIR: .* should become “Red”, but becomes “Green”$/;

test("a file's tests run without a server", async () => {
  const good = await exported("good.json", [passing]);
  const bad = await exported("bad.json", [passing, failing]);
  expect(await run(["test", good])).toEqual([0, "1 test of 1 rule: 1 passed, 0 failed"]);
  expect(await run(["test", good, bad])).toEqual([
    1,
    expect.stringMatching(failLine),
    "3 tests of 2 rules: 2 passed, 1 failed",
  ]);
});

test("what can't run is explained", async () => {
  const usage = /^Usage: npm run rules -- test/;
  const none = await exported("none.json", []);
  const broken = await write("broken.json", "{");
  const other = await write("other.json", '{"supercargo":"mapping-rules","version":1}');
  const spoiled = await write(
    "spoiled.json",
    JSON.stringify({
      supercargo: "mapping-rules",
      version: 1,
      names: {},
      rules: [{ ...rule, tests: [{ name: "LAMP" }] }],
    }),
  );
  const bare = await write(
    "bare.json",
    JSON.stringify({
      supercargo: "mapping-rules",
      version: 1,
      names: {},
      rules: [{ ...rule, tests: [passing] }],
    }),
  );
  const cases: readonly (readonly [string[], RegExp])[] = [
    [[], usage],
    [["run"], usage],
    [["test", "--file", none], usage],
    [["test", none, "--url", "http://127.0.0.1:1"], usage],
    [["test", join(folder, "missing.json")], /Couldn't read .*missing\.json: ENOENT/],
    [["test", none], /^There are no tests\.$/],
    [["test", broken], /broken\.json: This isn't JSON/],
    [["test", other], /other\.json: This file has no mapping rules/],
    [["test", spoiled], /Entry 1: 1 test of this rule can't be read/],
    [["test", bare], /lacks the fields and mapping sets/],
    [["test"], /^No console responds at http:\/\/127\.0\.0\.1:1\./],
  ];
  for (const [args, message] of cases)
    expect(await run(args)).toEqual([2, expect.stringMatching(message)]);
});

/** A console with the rule and some of its tests. */
const startConsole = async (answers: Readonly<Record<string, unknown>>, status = 200) => {
  const asked: string[] = [];
  server = createServer((request, response) => {
    const [path = "", query] = (request.url ?? "").split("?");
    asked.push(request.url ?? "");
    const allowed = request.headers["x-requested-by"] !== undefined;
    const found = query === undefined ? answers[path] : [];
    response.writeHead(allowed ? status : 403).end(JSON.stringify(found ?? []));
  });
  const own = server;
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(own.address() as AddressInfo).port}`, asked };
};
const kept = (ruleId: number, content: RuleTestContent, id = 1) => ({
  id,
  ruleId,
  ...content,
  savedBy: null,
  savedAt: "2026-01-10T12:00:00.000Z",
});

test("a running console is asked for its rules and tests", async () => {
  const { url } = await startConsole({
    "/api/rule-tests": [kept(7, passing), kept(7, failing, 2), kept(9, passing, 3)],
    "/api/workflow/mapping-rule": [rule],
    "/api/workflow/meta-data": testMetaData,
    "/api/mapping-set/5/item": [{ id: 1, fromValue: "GRN", toValue: "Green" }],
  });
  expect(await run(["test"], url)).toEqual([
    1,
    "FAIL  Rule 9 has tests, but no longer exists",
    expect.stringMatching(failLine),
    "3 tests of 2 rules: 1 passed, 2 failed",
  ]);
  expect(await run(["test", "--url", `${url}/`])).toHaveLength(4);
});

test.each([
  [401, /needs a sign-in\. Export its rules there/],
  [502, /responded with status 502/],
])("a console that responds with %i", async (status, message) => {
  const { url } = await startConsole({}, status);
  expect(await run(["test"], url)).toEqual([2, expect.stringMatching(message)]);
});

test("the program ends with these exit codes", async () => {
  const bad = await exported("bad.json", [failing]);
  const ended = await runProgram(["rules", "test", bad], {});
  expect([ended.exitCode, ended.output]).toEqual([1, expect.stringContaining("1 failed")]);
  expect((await runProgram(["rules", "check"], {})).exitCode).toBe(2);
  expect((await runProgram(["rules", "test"], { PORT: "much" })).exitCode).toBe(2);
});
