import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../..");

/**
 * Imports a module of this folder, bundled as for production: the tool that runs TypeScript sources wraps every
 * function.
 */
export const importBuilt = async <T>(folder: string, name: string): Promise<T> => {
  const outDir = resolve(root, ".cache/bench", folder);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      ssr: resolve(import.meta.dirname, folder, `${name}.ts`),
      outDir,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: `${name}.js` } },
    },
  });
  return (await import(pathToFileURL(resolve(outDir, `${name}.js`)).href)) as T;
};
