// Vitest is a development package: a build loads this file without it, so only types come from there.
/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, minifySync, type Plugin } from "vite";
import type { TestSequencer, TestSpecification, Vitest } from "vitest/node";
import { chunks } from "#build/chunks.ts";
import { mantineCss } from "#build/mantine-css.ts";

const compressible = /\.(?:js|css|html|svg|json|txt)$/;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Minifies `public/boot.js`, which the build only copies: every page waits for it. Must run before `precompress`. */
const minifyBoot = (): Plugin => ({
  name: "minify-boot",
  apply: "build",
  writeBundle({ dir = "dist" }) {
    const file = join(dir, "boot.js");
    const { code, errors } = minifySync(file, readFileSync(file, "utf8"));
    if (errors.length > 0) throw new Error(`boot.js can't be minified: ${errors[0]?.message}`);
    writeFileSync(file, code);
  },
});

/** Writes a .br and a .gz beside every text file of the build, so that no request ever waits for a compressor. */
const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  writeBundle({ dir = "dist" }) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !compressible.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(content, brotli));
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});

/** A chunk's style sheet may come before the shell's, so each begins with the order of the layers. */
const layerOrder = (): Plugin => ({
  name: "layer-order",
  apply: "build",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
      file.source = `@layer mantine,tokens,base,ui,screens;${String(file.source)}`;
    }
  },
});

/** The tests of the console with a text in their code. */
const listTests = (holds: RegExp): string[] =>
  readdirSync(join(import.meta.dirname, "src/web"), { recursive: true, encoding: "utf8" })
    .map((name) => join(import.meta.dirname, "src/web", name))
    .filter((file) => /\.test\.tsx?$/.test(file) && holds.test(readFileSync(file, "utf8")));

/** Tests that put a browser's document or storage into their globals. */
const browserTests = listTests(/fake-indexeddb|@vitest-environment/);

/** They load modules anew, or listen to the window's keys from then on: other files would get halves of two programs. */
const isolatedTests = listTests(/resetModules|watchKeys/);

/** The tests that start processes take longest; begun last, one would keep a single core busy at the end. */
const startsProcesses =
  /(?:start|start-kill|rolling-restart|share-rate-kill|embedded-server|embedded-folder|receive-kill|seed-demonstration)\.test\.ts$/;

class LongestFirst implements TestSequencer {
  readonly vitest: Vitest;

  constructor(vitest: Vitest) {
    this.vitest = vitest;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const { shuffle, seed } = this.vitest.config.sequence;
    // A worker takes another file only of its own project, so projects stay together.
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === "browser") return 2;
      return shuffle === true || !startsProcesses.test(moduleId) ? 1 : 0;
    };
    const place = ({ moduleId }: TestSpecification): string =>
      shuffle === true
        ? createHash("sha256").update(`${seed} ${moduleId}`).digest("hex")
        : moduleId;
    return files.toSorted((a, b) => rank(a) - rank(b) || (place(a) < place(b) ? -1 : 1));
  }
}

export default defineConfig({
  plugins: [react(), mantineCss(), layerOrder(), minifyBoot(), precompress()],
  build: {
    target: "es2023",
    // light-dark() and cascade layers go out as they were written.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // Inlined files would be data: addresses, which the Content-Security-Policy does not allow for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["{src,e2e}/**/*.test.{ts,tsx}"],
          exclude: [...browserTests, ...isolatedTests],
          // Files share their worker's modules: loading them for each file anew cost as much as running the tests.
          isolate: false,
          // One PostgreSQL for the whole run; createTestDatabase makes databases on it.
          globalSetup: ["src/database/testing/server.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: browserTests,
          exclude: isolatedTests,
          isolate: false,
          setupFiles: ["src/web/testing/new-page.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: isolatedTests,
          setupFiles: ["src/web/testing/new-page.ts"],
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // Its cache is one file for all runs, and a run that reads it while another writes it fails.
    cache: false,
    // By itself it leaves one core free, which on two cores is half the time.
    maxWorkers: "100%",
    // The threads of a collector that works beside the tests would only take the other worker's core.
    execArgv: ["--single-threaded-gc", "--max-semi-space-size=64"],
    // Busy cores make everything several times slower; a limit is only there to end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    includeTaskLocation: true,
  },
});
