import { defineConfig } from "@playwright/test";
import { launchOptions } from "./support/launch-options.ts";

/** A page of a test lives for seconds: compiling its code for speed, on more threads, takes more time than it saves. */
const shortLived = "--js-flags=--no-opt,--no-maglev,--single-threaded-gc";

/**
 * A page of the console may not share a group of windows with the empty page that every test begins with
 * (Cross-Origin-Opener-Policy), for which Chromium would start a second process per test.
 */
const keepProcess = "--renderer-process-limit=1";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./support/global-setup.ts",
  outputDir: process.env["TEST_RESULTS"] ?? "../test-results/failed",
  fullyParallel: false,
  // One more than the cores of the smallest machine: a test spends half of its time waiting for a page or a program.
  workers: 3,
  // Generous: a machine whose cores are busy takes several times as long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(shortLived, keepProcess),
  },
});
