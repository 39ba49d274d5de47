import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { faults } from "./faults.ts";

const root = resolve(import.meta.dirname, "../..");

/** The beginning of a test's name: `fault 6: …`, `fault 28, fault 35: …`, `faults 23 and 24: …`. */
const nameWithFaults = /["'`]faults? (?<numbers>\d+(?:(?:, | and )(?:fault )?\d+)*): /g;

/** The beginning of an entry of the decisions about faults: `**Fault 39: …` or `**Faults 1 and 2: …`. */
const decisionWithFaults = /^\*\*Faults? (?<numbers>\d+(?:(?:, | and )\d+)*): /gm;

/** One fault with what covers it. */
export interface CoveredFault {
  readonly number: number;
  readonly threat: string;
  /** Places of tests with its number: `src/gateway/gateway.test.ts:164`. */
  readonly tests: readonly string[];
  /** True if the decisions say what is not tested, and why. */
  readonly hasDecision: boolean;
}

interface Mention {
  readonly number: number;
  readonly line: number;
}

const findMentions = (text: string, pattern: RegExp): Mention[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    const numbers = match.groups?.["numbers"]?.match(/\d+/g) ?? [];
    return numbers.map((number) => ({ number: Number(number), line }));
  });

/** The faults that the names of tests in this code bear, with their lines. */
export const findTestedFaults = (code: string): Mention[] => findMentions(code, nameWithFaults);

const listTestFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .toSorted();

/** Every fault with its tests and its decision; also numbers that tests have and the list lacks. */
export const listFaultTests = (): { covered: CoveredFault[]; unknown: string[] } => {
  const found = ["src", "e2e"].flatMap(listTestFiles).flatMap((file) =>
    findTestedFaults(readFileSync(join(root, file), "utf8")).map(({ number, line }) => ({
      number,
      place: `${file}:${line}`,
    })),
  );
  const decisions = readFileSync(join(root, "src/DECISIONS.md"), "utf8");
  const decided = new Set(findMentions(decisions, decisionWithFaults).map(({ number }) => number));
  return {
    covered: [...faults].map(([number, threat]) => ({
      number,
      threat,
      tests: found.filter((test) => test.number === number).map(({ place }) => place),
      hasDecision: decided.has(number),
    })),
    unknown: found.filter(({ number }) => !faults.has(number)).map(({ place }) => place),
  };
};
