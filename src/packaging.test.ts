import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSources } from "./list-sources.mjs";
import { listImports, root } from "./test-imports.ts";

const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

test.each(["vite.config.ts", "src/start.ts", "src/prepare.mjs"])(
  "%s needs no development package at run time, because an installation may omit them",
  (start) => {
    const { files, packages } = listImports(start);
    expect(files.size).toBeGreaterThan(2);
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  },
);

test.each([
  ["console", "vite.config.ts", 5],
  ["console", "src/web/main.tsx", 100],
  ["server", "src/start.ts", 100],
] as const)(
  "a change of any file of the %s that %s imports makes a new build",
  (target, start, least) => {
    const { files } = listImports(start);
    expect(files.size).toBeGreaterThanOrEqual(least);
    const sources = new Set(listSources(root, target));
    expect([...files].filter((file) => !sources.has(file))).toEqual([]);
  },
);
