import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { mantineCss } from "#mantine-css.ts";

const compressible = /\.(?:js|css|html|svg|json|txt)$/;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

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

export default defineConfig({
  plugins: [react(), mantineCss(), layerOrder(), precompress()],
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
      // What the first load needs is one file; everything else is split by screen.
      output: { codeSplitting: { groups: [{ name: "shell", tags: ["$initial"] }] } },
    },
  },
  test: {
    include: ["{src,e2e}/**/*.test.{ts,tsx}"],
    // One PostgreSQL for the whole run; createTestDatabase makes databases on it.
    globalSetup: ["src/database/test-server.ts"],
    // By itself it leaves one core free, which on two cores is half the time.
    maxWorkers: "100%",
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
