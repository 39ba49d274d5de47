import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { measureSearch } from "./product-search/measure-search.ts";

/*
 * Search over the copy of a catalogue of 100,000 products, beside a plain scan of the same rows in the same run. Bundled
 * first, as it is shipped: what runs sources as they are wraps every function.
 */

const root = resolve(import.meta.dirname, "../..");
const outDir = resolve(root, ".cache/bench/product-search");

/** How fast a copied catalogue is loaded, searched, sorted and kept up with, and what it weighs. */
export async function* bench(): AsyncGenerator<object> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      ssr: resolve(import.meta.dirname, "product-search/measure-search.ts"),
      outDir,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "measure-search.js" } },
    },
  });
  const built = (await import(pathToFileURL(resolve(outDir, "measure-search.js")).href)) as {
    measureSearch: typeof measureSearch;
  };
  yield* built.measureSearch();
}
