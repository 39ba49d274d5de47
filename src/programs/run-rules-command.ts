import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { groupBy } from "#contract/group-by.ts";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import type { Operation, ResponseOf } from "#contract/operation.ts";
import { readAnswer } from "#contract/read.ts";
import {
  maxRuleTests,
  type RuleTest,
  type RuleTestContent,
  ruleTestOperations,
} from "#contract/rule-tests.ts";
import { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";
import { parseJsonExactly } from "#contract/exact-json.ts";
import { readTestedFile } from "#rule-model/import-rules.ts";
import { describeFailure } from "#rules/describe-rule-test.ts";
import type { MappingLine } from "#rules/evaluation-context.ts";
import { createCatalogue, mappingSetsUsed } from "#rules/rule-catalogue.ts";
import type { RunnableMappingRule } from "#rules/rule-parts.ts";
import { runRuleTests, type TestSetting } from "#rules/rule-tests.ts";
import { formatCount, shownText } from "#rules/shown-text.ts";

/** A rule with its tests. */
interface TestedRule {
  readonly name: string;
  readonly rule: RunnableMappingRule;
  readonly tests: readonly RuleTestContent[];
}

interface Source {
  readonly rules: readonly TestedRule[];
  readonly setting: TestSetting;
  /** Rules that have tests and no longer exist. */
  readonly missing: readonly string[];
}

const usage = "Usage: npm run rules -- test [file.json ...] [--url http://127.0.0.1:4200]";

/** A reason for which no tests could run. */
class NotRun extends Error {}

const readArguments = (args: readonly string[]): { files: readonly string[]; url?: string } => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { url: { type: "string" } },
    });
    const [command, ...files] = positionals;
    const isBoth = files.length > 0 && values.url !== undefined;
    if (command === "test" && !isBoth) return { files, ...(values.url && { url: values.url }) };
  } catch {
    // An option that is unknown, or without its value.
  }
  throw new NotRun(usage);
};

const readSource = async (file: string): Promise<Source> => {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new NotRun(`Couldn't read ${file}: ${error.code ?? error.message}.`);
  });
  const read = readTestedFile(text);
  if ("why" in read) throw new NotRun(`${file}: ${read.why}`);
  const rules = read.rules.map(({ request, tests }) => ({
    name: request.name,
    rule: request as RunnableMappingRule,
    tests,
  }));
  return { rules, setting: read.setting, missing: [] };
};

/** Calls operations of a running console. */
const createCaller =
  (base: string) =>
  async <O extends Operation>(
    { path, response }: O,
    { query = "", id }: { readonly query?: string; readonly id?: number } = {},
  ): Promise<ResponseOf<O>> => {
    const address = `${base}/api${path.replace(/\{\w+\}/, String(id))}${query}`;
    const answer = await fetch(address, { headers: { "x-requested-by": "rules" } }).catch(() => {
      throw new NotRun(`No console responds at ${base}. Start it, or name another with --url.`);
    });
    if (answer.status === 401 || answer.status === 403)
      throw new NotRun(
        `The console at ${base} needs a sign-in. Export its rules there, and test the file: npm run rules -- test rules.json`,
      );
    if (!answer.ok)
      throw new NotRun(`The console at ${base} responded with status ${answer.status}.`);
    return readAnswer(response, parseJsonExactly(await answer.text())).value as ResponseOf<O>;
  };

type Call = ReturnType<typeof createCaller>;

const readAllTests = async (call: Call): Promise<RuleTest[]> => {
  const all: RuleTest[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const page = await call(ruleTestOperations.listRuleTests, {
      query: after === undefined ? "" : `?after=${after}`,
    });
    all.push(...page);
    if (page.length < maxRuleTests) return all;
  }
};

const askConsole = async (url: string): Promise<Source> => {
  const call = createCaller(url.replace(/\/+$/, ""));
  const byRule = groupBy(await readAllTests(call), ({ ruleId }) => ruleId);
  const listed = byRule.size > 0 ? await call(mappingRuleOperations.listMappingRules) : [];
  const rules = listed.flatMap((rule) => {
    const tests = byRule.get(rule.id) ?? [];
    return tests.length > 0 && rule.rule
      ? [{ name: rule.name || `Rule ${rule.id}`, rule, tests }]
      : [];
  });
  const known = new Set(listed.flatMap(({ id, rule }) => (rule ? [id] : [])));
  const missing = [...byRule.keys()].filter((id) => !known.has(id)).map((id) => `Rule ${id}`);
  const catalogue = createCatalogue(await call(workflowMetaDataOperations.getWorkflowMetaData));
  const mappingSets = new Map<number, readonly MappingLine[]>();
  const used = new Set(rules.flatMap(({ rule }) => mappingSetsUsed(rule, catalogue)));
  for (const id of used) {
    const items = await call(mappingSetOperations.listMappingSetItems, { id });
    mappingSets.set(
      id,
      items.map(({ fromValue, toValue }) => ({ from: fromValue, to: toValue ?? "" })),
    );
  }
  return { rules, setting: { catalogue, mappingSets }, missing };
};

interface Counts {
  readonly tests: number;
  readonly failed: number;
  readonly rules: number;
}

/** Runs the tests of a source, and prints a line for each that fails. */
const runSource = ({ rules, setting, missing }: Source, print: (line: string) => void): Counts => {
  let [all, failed, tested] = [0, missing.length, 0];
  for (const name of missing) print(`FAIL  ${name} has tests, but no longer exists`);
  for (const { name, rule, tests } of rules) {
    if (tests.length === 0) continue;
    tested += 1;
    for (const result of runRuleTests(rule, tests, setting).results) {
      all += 1;
      if (result.passes) continue;
      failed += 1;
      const words = describeFailure(result, setting.catalogue);
      print(`FAIL  ${shownText(name)}: ${shownText(result.test.name)}: ${shownText(words)}`);
    }
  }
  return { tests: all + missing.length, failed, rules: tested + missing.length };
};

interface CommandOptions {
  /** The console that is asked where no file is named. */
  readonly url: string;
  readonly print: (line: string) => void;
}

/** `npm run rules -- test`. The exit code: 0 if all tests pass, 1 if some fail, 2 if they could not run. */
export const runRulesCommand = async (
  args: readonly string[],
  { url: usual, print }: CommandOptions,
): Promise<0 | 1 | 2> => {
  try {
    const { files, url = usual } = readArguments(args);
    const sources =
      files.length > 0 ? await Promise.all(files.map(readSource)) : [await askConsole(url)];
    const counts = sources.map((source) => runSource(source, print));
    const sum = (read: (one: Counts) => number) => counts.reduce((all, one) => all + read(one), 0);
    const [tests, failed] = [sum((one) => one.tests), sum((one) => one.failed)];
    if (tests === 0) throw new NotRun("There are no tests.");
    const rules = formatCount(
      sum((one) => one.rules),
      "rule",
    );
    print(`${formatCount(tests, "test")} of ${rules}: ${tests - failed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    print(error.message);
    return 2;
  }
};
