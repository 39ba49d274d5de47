import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The project's folder. */
export const root = resolve(import.meta.dirname, "../..");

/** What a file imports at run time: `import type` and `export type` are erased, the forms `import()` and `import ""` count. */
const imported =
  /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;

const findFile = (from: string, name: string): string | undefined => {
  if (name.startsWith(".")) return relative(root, resolve(root, dirname(from), name));
  return name.startsWith("#") ? `src/${name.slice(1)}` : undefined;
};

/** The files, relative to the project's folder, and the packages that a program needs at run time. */
export interface Imports {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

const nameOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/** Follows the imports of a file from one of our files to the next. */
export const listImports = (start: string): Imports => {
  const [files, packages] = [new Set([start]), new Set<string>()];
  for (const file of files) {
    const path = join(root, file);
    if (!existsSync(path)) throw new Error(`${file} is imported and does not exist.`);
    for (const [, direct, dynamic] of readFileSync(path, "utf8").matchAll(imported)) {
      const name = direct ?? dynamic ?? "";
      const own = findFile(file, name)?.replace(/\?.*/, "");
      if (own !== undefined) files.add(own);
      else if (!name.startsWith("node:")) packages.add(nameOf(name));
    }
  }
  return { files, packages };
};
