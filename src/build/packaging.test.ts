import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listImports, root } from "#testing/imports.ts";

const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

test.each(["vite.config.ts", "src/start.ts", "src/build/prepare.mjs"])(
  "%s needs no development package at run time, because an installation may omit them",
  (start) => {
    const { files, packages } = listImports(start);
    expect(files.size).toBeGreaterThan(1);
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  },
);
