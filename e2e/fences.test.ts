import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse } from "jsonc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..");

/** The folders that each folder may import (src/README.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  rules: ["contract"],
  "rule-model": ["contract", "rules"],
  catalog: ["contract", "rules"],
  web: ["contract", "rules", "rule-model", "catalog"],
  database: [],
  http: ["contract"],
  gateway: ["contract", "rules", "catalog", "database", "http"],
  service: ["contract", "rules", "database", "http"],
  telemetry: ["contract", "database", "http"],
  demo: ["contract", "rules"],
};
const folders = Object.keys(mayImport);

/** A file that breaks one rule of the structure, and the expected message. */
interface Plant {
  file: string;
  code: string;
  says: RegExp;
}

const plant = (file: string, code: string, says: RegExp): Plant => ({ file, code, says });
const importing = (from: string, to: string): Plant =>
  plant(`src/${from}/bad-${to}.ts`, `export { ok } from "#${to}/ok.ts";`, /TS6307/);

const forTypes: Plant[] = [
  ...folders.flatMap((from) =>
    folders
      .filter((to) => to !== from && !mayImport[from]?.includes(to))
      .map((to) => importing(from, to)),
  ),
  plant("src/contract/bad-dom.ts", "export const title = document.title;", /TS2584|TS2304/),
  plant("src/contract/bad-node.ts", "export const cwd = process.cwd();", /TS2591|TS2580|TS2304/),
  plant("src/rules/bad-fetch.ts", 'export const answer = fetch("/");', /TS2304/),
  plant("src/rule-model/bad-dom.ts", "export const title = document.title;", /TS2584|TS2304/),
  plant("src/rule-model/bad-timer.ts", "export const timer = setTimeout(() => {});", /TS2304/),
  plant("src/rules/bad-file.ts", 'export { readFile } from "node:fs";', /TS2307|TS2591/),
  plant("src/service/bad-index.ts", "export const first: string = ([] as string[])[0];", /TS2322/),
];

/** An import against the order of the console's folders, or of one screen from another. */
const sharing = (from: string, to: string): Plant =>
  plant(
    `src/web/${from}/bad-sharing-${to.replaceAll("/", "-")}.ts`,
    `import { ok } from "#web/${to}/ok.ts";\nexport const x = ok;`,
    /no-restricted-imports/,
  );

/** The folders of src/web: each may import those before it. */
const webLayers = ["base", "api", "kit", "editing", "records"];

const screensWithFences = ["mapping-rules", "products", "purchase-orders", "rmas"].map(
  (folder) => `screens/${folder}`,
);

const forLint: Plant[] = [
  plant(
    "src/web/bad-parent.ts",
    'export { ok } from "../contract/ok.ts";',
    /no-restricted-imports/,
  ),
  plant(
    "src/web/bad-drawer.ts",
    'import { ok } from "./utils.ts";\nexport const x = ok;',
    /restricted-imports/,
  ),
  ...webLayers.flatMap((from, index) => webLayers.slice(index + 1).map((to) => sharing(from, to))),
  sharing("kit", "screens/rmas"),
  sharing("screens/returns", "screens/rmas"),
  sharing("records/runs", "screens/rmas"),
  sharing("screens/mapping-rules/preview", "screens/products"),
  sharing("screens/rmas/queue", "screens/products"),
  sharing("screens/purchase-orders/order-runs", "screens/received-orders"),
  sharing("screens/a-new-screen", "screens/products"),
  plant(
    "src/web/bad-provider.ts",
    'import { MantineProvider } from "@mantine/core";\nexport const x = MantineProvider;',
    /no-restricted-imports/,
  ),
  plant(
    "src/web/kit/bad-grid.ts",
    'import { SimpleGrid } from "@mantine/core";\nexport const x = SimpleGrid;',
    /no-restricted-imports/,
  ),
  ...["mapping-rules/outline", "products", "purchase-orders"].map((folder) =>
    plant(
      `src/web/screens/${folder}/bad-shell.ts`,
      'import { AppShell } from "@mantine/core";\nexport const x = AppShell;',
      /no-restricted-imports/,
    ),
  ),
  plant("src/web/bad-styles.ts", 'import "@mantine/core/styles.css";', /no-restricted-imports/),
  plant(
    "src/service/routes/bad-sql.ts",
    'import { Client } from "pg";\nexport const x = Client;',
    /no-restr/,
  ),
  plant(
    "src/programs/bad-seeding.ts",
    'import { ok } from "./seed-demonstration.ts";\nexport const x = ok;',
    /no-restricted-imports/,
  ),
  plant(
    "src/programs/bad-generators.ts",
    'import { ok } from "#demo/workspace.ts";\nexport const x = ok;',
    /no-restricted-imports/,
  ),
  plant(
    "e2e/bad-wait.spec.ts",
    "export const wait = (page: { waitForTimeout: (ms: number) => void }) => page.waitForTimeout(5);",
    /no-restricted-properties/,
  ),
  plant("src/rules/bad-clock.ts", "export const now = Date.now();", /no-restricted-globals/),
  plant(
    "src/rules/bad-chance.ts",
    "export const chance = Math.random();",
    /no-restricted-properties/,
  ),
  ...["react", "react-dom", "@mantine/hooks", "@tanstack/react-query", "idb-keyval"].map(
    (library) =>
      plant(
        `src/rule-model/bad-${library.replace("/", "-").replace("@", "")}.ts`,
        `import * as library from "${library}";\nexport const x = library;`,
        /no-restricted-imports/,
      ),
  ),
  ...[
    ["proxy", "changes"],
    ["proxy", "sign-in"],
    ["server", "proxy"],
  ].map(([from, to]) =>
    plant(
      `src/gateway/${from}/bad-${to}.ts`,
      `import { ok } from "#gateway/${to}/ok.ts";\nexport const x = ok;`,
      /no-restricted-imports/,
    ),
  ),
  ...["localStorage", "sessionStorage", "indexedDB", "new BroadcastChannel"].map((storage, index) =>
    plant(
      `src/web/${["", "kit/", "records/", "screens/rmas/"][index]}bad-storage.ts`,
      `export const x = () => ${storage}("x");`,
      /no-restricted-globals/,
    ),
  ),
  ...["api", "kit", "records", "screens", ...screensWithFences].map((folder) =>
    plant(
      `src/web/${folder}/bad-database.ts`,
      'import { get } from "idb-keyval";\nexport const x = get;',
      /no-restricted-imports/,
    ),
  ),
  plant("src/gateway/BadName.ts", "export const x = 1;", /filename-case/),
  plant("src/gateway/bad-barrel.ts", 'export * from "./ok.ts";', /no-barrel-file/),
  plant("src/gateway/bad-default.ts", "export default 1;", /no-default-export/),
  plant("src/gateway/bad-any.ts", "export const x = (y: any) => y;", /no-explicit-any/),
  plant(
    "src/gateway/bad-long.ts",
    "export const x = [\n" + "  1,\n".repeat(501) + "];",
    /max-lines/,
  ),
  plant("src/gateway/bad-log.ts", 'console.log("x");', /no-console/),
  plant(
    "src/gateway/bad-skip.test.ts",
    'import { test } from "vitest";\ntest.skip("x", () => {});',
    /disabled-tests/,
  ),
];

/** Imports that the fences allow. */
const allowed: readonly [file: string, code: string][] = [
  [
    "src/programs/good-images.ts",
    'import { ok } from "#demo/demo-image.ts";\nexport const x = ok;',
  ],
  ["src/web/screens/rmas/good.ts", 'import { ok } from "#web/kit/ok.ts";\nexport const x = ok;'],
  [
    "src/web/editing/good-storage.ts",
    'import { get } from "idb-keyval";\nexport const x = () => [get, localStorage];',
  ],
  ["src/web/kit/good.ts", 'import { ok } from "#web/api/ok.ts";\nexport const x = ok;'],
  [
    "src/web/screens/rmas/good-model.ts",
    'import { ok } from "#rule-model/ok.ts";\nexport const x = ok;',
  ],
  [
    "src/gateway/proxy/good.ts",
    'import { ok } from "#gateway/server/ok.ts";\nexport const x = ok;',
  ],
  [
    "src/rule-model/good.ts",
    'import { ok } from "#rules/ok.ts";\nimport * as z from "zod/mini";\nexport const x = [ok, z];',
  ],
  ["src/web/good.ts", 'import { ok } from "#web/screens/rmas/ok.ts";\nexport const x = ok;'],
  [
    "src/web/screens/rmas/queue/good.ts",
    'import { ok } from "#web/screens/rmas/ok.ts";\nexport const x = ok;',
  ],
];

const output = async (command: string, args: string[], cwd: string): Promise<string> => {
  const failed = (error: { stdout: string; stderr: string }) => error;
  const { stdout, stderr } = await run(command, args, { cwd, maxBuffer: 1e8 }).catch(failed);
  return stdout + stderr;
};

/** The lines of a tool's output that name a planted file. */
const linesAbout = (said: string, file: string): string =>
  said
    .split("\n")
    .filter((line) => line.includes(file))
    .join("\n");

const write = async (tree: string, file: string, code: string): Promise<void> => {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), `${code}\n`);
};

const restricted = "eslint/no-restricted-imports";

interface Restricted {
  paths: unknown[];
  patterns: unknown[];
}

type Rules = Record<string, [severity: string, options: Restricted]>;

const restrictedIn = (rules: Rules): Restricted => {
  const [, options] = rules[restricted] ?? [];
  return { paths: options?.paths ?? [], patterns: options?.patterns ?? [] };
};

const lintConfig = async () =>
  parse(await readFile(join(root, ".oxlintrc.json"), "utf8")) as {
    rules: Rules;
    overrides: { files: string[]; rules: Rules }[];
  };

let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), "supercargo-fences-"));
  await symlink(join(root, "node_modules"), join(tree, "node_modules"));
  for (const file of ["package.json", ".oxlintrc.json", "src/tsconfig.base.json"])
    await cp(join(root, file), join(tree, file));
  for (const folder of folders) {
    await cp(
      join(root, "src", folder, "tsconfig.json"),
      join(tree, "src", folder, "tsconfig.json"),
    );
    await write(tree, `src/${folder}/ok.ts`, "export const ok = 1;");
  }
});

afterAll(() => rm(tree, { recursive: true, force: true }));

describe("the import fences", () => {
  test("a clean tree passes, a planted bad import does not", async () => {
    const tsc = join(root, "node_modules/.bin/tsc");
    const projects = folders.map((folder) => `src/${folder}`);
    expect(await output(tsc, ["-b", ...projects], tree)).toBe("");
    for (const { file, code } of forTypes) await write(tree, file, code);
    const said = await output(tsc, ["-b", "--pretty", "false", ...projects], tree);
    for (const { file, says } of forTypes) expect(linesAbout(said, file), file).toMatch(says);
  });

  test("the linter gives the reason why a planted file is rejected", async () => {
    for (const { file, code } of forLint) await write(tree, file, code);
    for (const [file, code] of allowed) await write(tree, file, code);
    const said = await output(
      join(root, "node_modules/.bin/oxlint"),
      ["-f", "unix", "src", "e2e"],
      tree,
    );
    for (const { file, says } of forLint) expect(linesAbout(said, file), file).toMatch(says);
    for (const [file] of allowed) expect(linesAbout(said, file), file).toBe("");
  });

  test("imports that are forbidden everywhere are forbidden in every folder with imports of its own rule", async () => {
    const { rules, overrides } = await lintConfig();
    const whole = restrictedIn(rules);
    const ofFolders = overrides.filter(
      ({ files, rules }) =>
        files.some((file) => /^src\/(?:web|rule-model)\//.test(file)) && rules[restricted],
    );
    expect(ofFolders).toHaveLength(11);
    for (const { files, rules } of ofFolders) {
      const { paths, patterns } = restrictedIn(rules);
      expect(paths, files.join()).toEqual(whole.paths);
      expect(patterns, files.join()).toEqual(expect.arrayContaining([...whole.patterns]));
    }
  });
});

/** The most lines of a list screen with its columns and filters (src/web/README.md). */
const mostLines = 250;

test("a list screen has at most 250 lines with its columns and filters", async () => {
  const web = join(root, "src/web");
  const files = await readdir(web, { recursive: true });
  const lists = files.filter((file) => /^screens[\\/][\w-]+[\\/][\w-]+-list\.tsx$/.test(file));
  expect(lists).toContain(join("screens", "rmas", "rma-list.tsx"));
  const lines = await Promise.all(
    lists.map(async (file) => {
      const text = await readFile(join(web, file), "utf8");
      return { file, lines: text.split("\n").length - 1 };
    }),
  );
  expect(lines.filter((list) => list.lines > mostLines)).toEqual([]);
});
