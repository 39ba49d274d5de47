import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { inject } from "vitest";
import { inPlace } from "#database/in-place.mjs";

const bundleOnce = async (entry: string): Promise<string> => {
  const name = basename(entry, ".ts");
  const place = join(inject("testFolder"), "programs", name);
  const program = join(place, "program.mjs");
  if (existsSync(program)) return program;
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [inPlace],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: draft,
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "program.mjs" } },
    },
  });
  try {
    renameSync(draft, place);
  } catch (error) {
    // Another worker was faster, and made the same file.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  }
  return program;
};

/** The bundles of this process: two tests that start a program at the same moment share one. */
const bundles = new Map<string, Promise<string>>();

/**
 * A program of the tests bundled into one file, once a run: it starts in a quarter of the time of its sources. Returns
 * its path.
 */
export const bundleProgram = (source: URL): Promise<string> => {
  const entry = fileURLToPath(source);
  const bundle = bundles.get(entry) ?? bundleOnce(entry);
  bundles.set(entry, bundle);
  return bundle;
};
