import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { keepResults } from "./keep-results.ts";
import {
  describeEmptyRun,
  describeFailures,
  type Failure,
  failedRunner,
  readBrowserReport,
  readUnitReport,
  type Tally,
} from "./reports.ts";
import { passOn, runScript } from "./run-command.ts";
import { makeRunFolder } from "./run-folder.ts";

/*
 * `npm test`: all checks of the project, with a summary at the end. The browser tests follow the build; at the same
 * time the other checks and the unit tests use the cores while a browser test waits. A failed step does not stop the
 * others, except that the browser tests need a build. `npm test -- rmas` runs the unit and browser tests with that in
 * their path, and `npm test -- file:line` one test.
 */

const root = resolve(import.meta.dirname, "../..");
/** Screenshots of failed tests, of the last run in which any failed. */
const screenshots = join(root, "test-results/failed");

const filters = process.argv.slice(2);
const unitFilters = filters.filter((filter) => !filter.includes(".spec."));
const browserFilters = filters.filter((filter) => !filter.includes(".test."));

const wants = {
  statics: filters.length === 0,
  unit: filters.length === 0 || unitFilters.length > 0,
  browser: filters.length === 0 || browserFilters.length > 0,
};

const folder = makeRunFolder();
/** All temporary files of this run's processes are in a folder of its own. */
const env = { TMPDIR: folder };

let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    stopped = true;
    process.exitCode = signal === "SIGINT" ? 130 : 143;
    // Both runners end their processes when they are interrupted.
    passOn("SIGINT");
  });

const readReport = async <T>(file: string): Promise<T | undefined> =>
  JSON.parse(await readFile(file, "utf8").catch(() => "null")) ?? undefined;

/** Prints a tool's output in one piece, because the browser tests print at the same time. */
const runOne = async (name: string, script: string, args: readonly string[]): Promise<Tally> => {
  const { ok, output } = await runScript(script, args, { env, quiet: true });
  if (output.trim() !== "") console.log(output.trim());
  return ok ? { passed: 1, failed: 0, failures: [] } : failedRunner(name, `npm run ${name}`);
};

/** A runner's exit code counts as well as its report: a crash after the last test is a failure, too. */
const judge = (name: string, ok: boolean, tally: Tally | undefined): Tally =>
  tally !== undefined && (ok || tally.failed > 0)
    ? tally
    : { ...failedRunner(name, `npm run ${name}`), passed: tally?.passed ?? 0 };

const runUnitTests = async (): Promise<Tally> => {
  const file = join(folder, "unit.json");
  const { ok, output } = await runScript(
    "node_modules/vitest/vitest.mjs",
    [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...(filters.length > 0 ? ["--passWithNoTests", ...unitFilters] : []),
    ],
    { env, quiet: wants.browser },
  );
  if (output !== "") console.log(output.trim());
  const report = await readReport<Parameters<typeof readUnitReport>[0]>(file);
  return judge("unit", ok, report && readUnitReport(report, root, unitFilters));
};

/** Started at once: on a machine without a browser, installing one takes about as long as the steps before. */
const chromium =
  browserFilters.length === 0 && filters.length > 0
    ? undefined
    : runScript("e2e/check/print-chromium.ts", [], { quiet: true });

const runBrowserTests = async (): Promise<Tally> => {
  const found = await chromium;
  if (!found?.ok) return failedRunner("Chromium", "npm run e2e");
  const [file, results] = [join(folder, "browser.json"), join(folder, "results")];
  const { ok } = await runScript(
    "node_modules/@playwright/test/cli.js",
    [
      "test",
      "--config=e2e/playwright.config.ts",
      "--reporter=line,json",
      ...(filters.length > 0 ? ["--pass-with-no-tests", ...browserFilters] : []),
    ],
    {
      env: {
        ...env,
        CHROMIUM: found.output,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        TEST_RESULTS: results,
      },
    },
  );
  const report = await readReport<Parameters<typeof readBrowserReport>[0]>(file);
  if (!ok && existsSync(results)) {
    const problem = await keepResults(results, screenshots);
    if (problem !== undefined) console.error(problem);
  }
  return judge("e2e", ok, report && readBrowserReport(report, "e2e"));
};

interface Step {
  readonly name: string;
  /** Its results are tests; otherwise a tool's single one. */
  readonly hasTests?: boolean;
  readonly run: () => Promise<Tally>;
}

/** By default it takes a third more of two cores' time, and twice the memory. */
const typeOptions = ["-b", "--builders", "2", "--checkers", "1"];

const statics: readonly Step[] = [
  { name: "types", run: () => runOne("types", "node_modules/typescript/bin/tsc", typeOptions) },
  { name: "lint", run: () => runOne("lint", "node_modules/oxlint/bin/oxlint", ["src", "e2e"]) },
  {
    name: "unused",
    run: () => runOne("unused", "node_modules/knip/bin/knip.js", ["--no-progress"]),
  },
  {
    name: "format",
    run: () =>
      runOne("format", "node_modules/oxfmt/bin/oxfmt", ["--check", "src", "e2e", "vite.config.ts"]),
  },
];
const unit: Step = { name: "unit and integration tests", hasTests: true, run: runUnitTests };
const build: Step = {
  name: "build",
  run: () => runOne("build", "src/build/prepare.mjs", ["console"]),
};
const browser: Step = { name: "browser tests", hasTests: true, run: runBrowserTests };

const total = { passed: 0, failed: 0, tests: 0, failures: [] as Failure[] };

const runStep = async ({ name, run, hasTests = false }: Step): Promise<boolean> => {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const { passed, failed, failures } = await run().catch((error: unknown): Tally => {
    console.error(error);
    return failedRunner(name, "npm test");
  });
  total.passed += passed;
  total.failed += failed;
  if (hasTests) total.tests += passed + failed;
  total.failures.push(...failures);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${failed === 0 ? "ok" : "FAILED"}: ${name}, ${seconds} s`);
  return failed === 0;
};

/** Runs steps one after the other; returns whether the last one succeeded. */
const runInTurn = async (steps: readonly Step[]): Promise<boolean> => {
  let ok = true;
  for (const step of steps) if (!stopped) ok = await runStep(step);
  return ok;
};

const began = performance.now();
const buildAndBrowse = async () => (await runInTurn([build])) && runInTurn([browser]);
await Promise.all([
  wants.browser ? buildAndBrowse() : true,
  runInTurn([...(wants.statics ? statics : []), ...(wants.unit ? [unit] : [])]),
]);
if (!stopped && total.failures.length > 0)
  console.log(`\nFailed:\n\n${describeFailures(total.failures)}`);
const empty = stopped ? undefined : describeEmptyRun(filters, total);
if (empty !== undefined) console.log(`\n${empty}`);
console.log(`\n${Math.round((performance.now() - began) / 1000)} s`);
if (stopped) console.log("Stopped early.");
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode ??= total.failed === 0 && total.passed > 0 && empty === undefined ? 0 : 1;
