import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { findChromium } from "./support/find-chromium.ts";

/*
 * `npm test`: everything that says the project is sound, cheapest first, and one closing line over all of it. A step
 * that fails does not stop the others, except that there is nothing to click on without a build.
 */

interface Tally {
  passed: number;
  failed: number;
}

const root = resolve(import.meta.dirname, "..");
const reports = resolve(root, ".cache/check");
const unitReport = resolve(reports, "unit.json");
const browserReport = resolve(reports, "browser.json");

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> =>
  new Promise((done) => {
    const bin = resolve(root, "node_modules/.bin", command);
    const child = spawn(bin, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  });

const readReport = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(file, "utf8").catch(() => "null"));

/** A runner that failed although no test did (a broken file, a crash) counts as one failure. */
const judged = (ok: boolean, tally: Tally): Tally =>
  ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };

const once = async (command: string, args: string[]): Promise<Tally> =>
  (await run(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const unit = async (): Promise<Tally> => {
  const ok = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unitReport}`,
  ]);
  const report = (await readReport(unitReport)) as {
    numPassedTests: number;
    numFailedTests: number;
  } | null;
  return judged(ok && report !== null, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
  });
};

const browser = async (): Promise<Tally> => {
  const ok = await run(
    "playwright",
    ["test", "-c", "e2e/playwright.config.ts", "--reporter=line,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
      CHROMIUM: findChromium(),
    },
  );
  const report = (await readReport(browserReport)) as { stats: Record<string, number> } | null;
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return judged(ok && report !== null, { passed: expected, failed: unexpected + flaky + skipped });
};

const steps: { name: string; check: () => Promise<Tally> }[] = [
  { name: "types", check: () => once("tsc", ["-b"]) },
  { name: "lint", check: () => once("oxlint", ["src", "e2e"]) },
  { name: "format", check: () => once("oxfmt", ["--check", "src", "e2e", "vite.config.ts"]) },
  { name: "unit and integration tests", check: unit },
  { name: "build", check: () => once("vite", ["build", "--logLevel", "warn"]) },
  { name: "browser tests", check: browser },
];

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
const total: Tally = { passed: 0, failed: 0 };
for (const { name, check } of steps) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const { passed, failed } = await check().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  console.log(
    `${failed === 0 ? "ok" : "FAILED"}: ${name}, ${Math.round((performance.now() - started) / 1000)} s`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
