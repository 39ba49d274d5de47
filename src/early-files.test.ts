import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { screenFiles } from "./early-files.ts";

const chunk = (name: string, facade: string, imports: string[], css: string[] = []) => ({
  type: "chunk" as const,
  fileName: `assets/${name}.js`,
  facadeModuleId: facade,
  isEntry: name === "shell",
  imports: imports.map((each) => `assets/${each}.js`),
  viteMetadata: { importedCss: new Set(css.map((each) => `assets/${each}.css`)) },
});

const chunks = [
  chunk("shell", "/x/index.html", [], ["shell"]),
  chunk("list", "", ["shell"], ["list"]),
  chunk("rma-list", "/x/src/web/rmas/rma-list.tsx", ["list", "shell"]),
  chunk("rma-detail", "/x/src/web/rmas/rma-detail.tsx", ["list"], ["rma-detail"]),
  chunk("rule-list", "/x/src/web/mapping-rules/mapping-rule-list.tsx", ["list"]),
  chunk("rule-screen", "/x/src/web/mapping-rules/mapping-rule-screen.tsx", ["list", "builder"]),
  chunk("connection", "/x/src/web/connection/connection-screen.tsx", []),
  chunk("json-view", "/x/src/web/mapping-rules/json/json-view.tsx", ["list"]),
];
const bundle = Object.fromEntries(
  chunks.map((each) => [each.fileName, each as unknown as Rolldown.OutputChunk]),
);

test("each kind of screen has the files that the shell does not bring", () => {
  expect(screenFiles(bundle)).toEqual({
    rmas: ["rma-list.js", "list.js", "list.css"],
    "rmas/": ["rma-detail.js", "rma-detail.css", "list.js", "list.css"],
    "mapping-rules": ["rule-list.js", "list.js", "list.css"],
    "mapping-rules/": ["rule-screen.js", "list.js", "list.css"],
    connection: ["connection.js"],
  });
});

const boot = readFileSync(join(import.meta.dirname, "../public/boot.js"), "utf8");

/** What boot.js asks for at an address. */
const askedAt = (pathname: string): string[] => {
  const asked: { rel: string; href: string }[] = [];
  runInNewContext(boot, {
    location: { pathname },
    localStorage: { getItem: () => "light" },
    document: {
      documentElement: { dataset: {} },
      currentScript: { dataset: { screens: JSON.stringify(screenFiles(bundle)) } },
      createElement: () => ({ rel: "", href: "" }),
      head: { append: (link: (typeof asked)[number]) => asked.push(link) },
    },
  });
  return asked.map(({ rel, href }) => `${rel} ${href}`);
};

test.each([
  ["/", []],
  ["/unknown", []],
  ["/rmas/new", []],
  [
    "/rmas",
    [
      "modulepreload /assets/rma-list.js",
      "modulepreload /assets/list.js",
      "preload /assets/list.css",
    ],
  ],
  [
    "/rmas/5",
    [
      "modulepreload /assets/rma-detail.js",
      "preload /assets/rma-detail.css",
      "modulepreload /assets/list.js",
      "preload /assets/list.css",
    ],
  ],
])("the files of the screen at %s are asked for before the shell runs", (path, files) => {
  expect(askedAt(path)).toEqual(files);
});
