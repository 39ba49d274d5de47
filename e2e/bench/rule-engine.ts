import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { measureEngines } from "./rule-engine/measure-engines.ts";

/*
 * 20 rules of 3 groups of 4 conditions on 2,000 records of 25 fields: our engine beside the two best-known ones, in
 * turn, on the same data. Every engine must find the same matches. Medians; ratios are to json-rules-engine. Bundled
 * first, as it is shipped: what runs sources as they are wraps every function, and ours alone would pay for it.
 */

const root = resolve(import.meta.dirname, "../..");
const outDir = resolve(root, ".cache/bench/rule-engine");

/** How fast rules are judged, judged anew after an edit, and carried out. */
export async function* bench(): AsyncGenerator<object> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      ssr: resolve(import.meta.dirname, "rule-engine/measure-engines.ts"),
      outDir,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "measure-engines.js" } },
    },
  });
  const built = (await import(pathToFileURL(resolve(outDir, "measure-engines.js")).href)) as {
    measureEngines: typeof measureEngines;
  };
  yield* built.measureEngines();
}
