import { expect, test } from "vitest";
import { faults } from "./faults.ts";
import { findTestedFaults, listFaultTests } from "./list-fault-tests.ts";

const { covered, unknown } = listFaultTests();

test("each fault has a test that bears its number, or a decision that says why not", () => {
  const bare = covered.filter(({ tests, hasDecision }) => tests.length === 0 && !hasDecision);
  expect(bare.map(({ number, threat }) => `${number} ${threat}`)).toEqual([]);
});

test("the list has no gaps, and tests name no other fault", () => {
  expect([...faults.keys()]).toEqual(Array.from({ length: 63 }, (_, index) => index + 1));
  expect(unknown).toEqual([]);
});

test("one name may bear several numbers, and a comment or another text bears none", () => {
  const code = [
    "// A comment on FAULT 1: none",
    'it("FAULT 6, FAULT 59: no token", …)',
    "test(`FAULTs 23 and 24: ${count} texts`, …)",
    "test.each([['FAULT 12: a host', []]])",
    'test("FAULT 28, 31: one order", …)',
    'test("a default 5: none", …)',
  ];
  expect(
    findTestedFaults(code.join("\n").replaceAll("FAULT", "fault")).map(
      ({ number, line }) => `${number} in ${line}`,
    ),
  ).toEqual(["6 in 2", "59 in 2", "23 in 3", "24 in 3", "12 in 4", "28 in 5", "31 in 5"]);
});
