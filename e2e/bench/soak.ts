import { spawn } from "node:child_process";
import { resolve } from "node:path";

/*
 * Tests of size and endurance at full size: a channel of 100,000 products in a browser, and hundreds of programs that
 * are killed during a write. `npm test` runs them at the smallest size that can fail.
 */

const root = resolve(import.meta.dirname, "../..");

const files = [
  "e2e/budgets.spec.ts",
  "e2e/product-size.spec.ts",
  "e2e/rule-agreement.test.ts",
  "e2e/rule-builder-editing.spec.ts",
  "src/database/embedded-server.test.ts",
  "src/gateway/changes/change-kill.test.ts",
  "src/gateway/runs/receive-kill.test.ts",
  "src/service/decide-rma-model.test.ts",
  "src/service/routes/rmas-model.test.ts",
  "src/service/webhooks/several-senders.test.ts",
  "src/programs/start.test.ts",
] as const;

const runAtFullSize = (file: string): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(process.execPath, ["--import", "tsx", "e2e/check/check.ts", file], {
      cwd: root,
      env: { ...process.env, SOAK: "1" },
      // Its output goes to stderr, separate from the figures.
      stdio: ["ignore", process.stderr, "inherit"],
    });
    child.once("close", (code) => done(code === 0));
  });

/** One line for each file: whether all of its tests passed, and their duration. */
export async function* bench(): AsyncGenerator<object> {
  for (const file of files) {
    const began = performance.now();
    const passed = await runAtFullSize(file);
    if (!passed) process.exitCode = 1;
    yield { bench: "soak", file, passed, seconds: Math.round((performance.now() - began) / 1000) };
  }
}
