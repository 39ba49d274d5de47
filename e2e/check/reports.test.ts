import { describe, expect, test } from "vitest";
import {
  describeEmptyRun,
  describeFailures,
  readBrowserReport,
  readUnitReport,
} from "./reports.ts";

const unitTest = (fullName: string, status: string, line?: number) => ({
  fullName,
  status,
  failureMessages: status === "failed" ? ["\u001B[31mexpected 1\u001B[39m to be 2", "at x.ts"] : [],
  ...(line === undefined ? {} : { location: { line } }),
});

describe("Vitest's report", () => {
  test("a failed and a skipped test are failures, each with its place", () => {
    const report = {
      numPassedTests: 1,
      testResults: [
        {
          name: "/root/src/a.test.ts",
          status: "failed",
          message: "",
          assertionResults: [
            unitTest("fine", "passed", 1),
            unitTest("wrong", "failed", 12),
            unitTest("left out", "skipped"),
          ],
        },
      ],
    };
    expect(readUnitReport(report, "/root")).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { title: "wrong", place: "src/a.test.ts:12", message: "expected 1 to be 2\nat x.ts" },
        { title: "left out", place: "src/a.test.ts", message: "The runner reported no message." },
      ],
    });
  });

  test.each([
    ["by its line", ["src/a.test.ts:12"], []],
    ["by its line, from the project's root", ["/root/src/a.test.ts:12"], []],
    ["in another file", ["src/b.test.ts:12"], ["left out"]],
    ["by its file", ["src/a.test.ts"], ["left out"]],
    ["by a word", ["a"], ["left out"]],
    ["not at all", [], ["left out"]],
  ])("where a test is selected %s, others of its file need not run", (_, filters, expected) => {
    const report = {
      numPassedTests: 1,
      testResults: [
        {
          name: "/root/src/a.test.ts",
          status: "passed",
          message: "",
          assertionResults: [
            unitTest("selected", "passed", 12),
            unitTest("left out", "skipped", 20),
          ],
        },
      ],
    };
    const { passed, failures } = readUnitReport(report, "/root", filters);
    expect([passed, failures.map(({ title }) => title)]).toEqual([1, expected]);
  });

  test("a line without a test is a failure", () => {
    const report = {
      numPassedTests: 0,
      testResults: [
        {
          name: "/root/src/a.test.ts",
          status: "failed",
          message: "No test found at line 3",
          assertionResults: [unitTest("left out", "skipped", 20)],
        },
      ],
    };
    expect(readUnitReport(report, "/root", ["src/a.test.ts:3"]).failures).toEqual([
      { title: "src/a.test.ts", place: "src/a.test.ts", message: "No test found at line 3" },
    ]);
  });

  test("a test that exceeded its time limit is reported as such", () => {
    const stack =
      "Error: STACK_TRACE_ERROR\n    at task (chunk.js:1784:27)\n    at a.test.ts:226:41";
    const report = {
      numPassedTests: 0,
      testResults: [
        {
          name: "/root/src/a.test.ts",
          status: "failed",
          message: "",
          assertionResults: [{ ...unitTest("slow", "failed", 226), failureMessages: [stack] }],
        },
      ],
    };
    expect(readUnitReport(report, "/root").failures).toEqual([
      {
        title: "slow",
        place: "src/a.test.ts:226",
        message: "It exceeded its time limit (see above).",
      },
    ]);
  });

  test("a file that could not be loaded is a failure", () => {
    const report = {
      numPassedTests: 0,
      testResults: [
        {
          name: "/root/src/a.test.ts",
          status: "failed",
          message: "Cannot find ./b.ts",
          assertionResults: [],
        },
      ],
    };
    expect(readUnitReport(report, "/root").failures).toEqual([
      { title: "src/a.test.ts", place: "src/a.test.ts", message: "Cannot find ./b.ts" },
    ]);
  });
});

describe("Playwright's report", () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: "rmas.spec.ts",
    line: 46,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  });

  test("only expected results pass, however deeply nested", () => {
    const report = {
      suites: [
        {
          specs: [spec("one", "expected")],
          suites: [{ specs: [spec("two", "unexpected", "no"), spec("three", "flaky")] }],
        },
      ],
      errors: [{ message: "the set-up failed" }],
    };
    const { passed, failed, failures } = readBrowserReport(report, "e2e");
    expect([passed, failed]).toEqual([1, 3]);
    expect(failures).toEqual([
      { title: "two", place: "e2e/rmas.spec.ts:46", message: "no" },
      { title: "three", place: "e2e/rmas.spec.ts:46", message: "The runner reported no message." },
      { title: "outside of any test", place: "e2e", message: "the set-up failed" },
    ]);
  });
});

test("failures are listed with the command that runs each again, and long messages are cut", () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n\n");
  const text = describeFailures([
    { title: "one", place: "e2e/rmas.spec.ts:46", message },
    { title: "types", place: "npm run types", message: "no" },
  ]);
  expect(text).toContain("1. one\n   line 0\n   line 1\n");
  expect(text).toContain("   line 11\n   …\n   Run it again: npm test -- e2e/rmas.spec.ts:46");
  expect(text).not.toContain("line 12");
  expect(text).toContain("2. types\n   no\n   Run it again: npm run types");
});

test.each([
  [["rmsa", "retruns"], { tests: 0, failed: 0 }, "No test path contains rmsa or retruns."],
  [["rmas"], { tests: 1, failed: 0 }, undefined],
  [["rmas"], { tests: 0, failed: 1 }, undefined],
  [[], { tests: 0, failed: 0 }, undefined],
])("filters %j with %j are described as %s", (filters, counts, message) => {
  expect(describeEmptyRun(filters, counts)).toBe(message);
});
