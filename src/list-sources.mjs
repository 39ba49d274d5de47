import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The files and folders from which `prepare.mjs` builds each target, besides the files directly in `src`. */
const sources = {
  console: {
    files: ["index.html", "vite.config.ts", "package-lock.json"],
    folders: ["public", "src/web", "src/rule-model", "src/contract", "src/rules"],
  },
  server: {
    files: ["src/prepare.mjs", "src/list-sources.mjs", "package-lock.json"],
    folders: [
      "src/contract",
      "src/database",
      "src/demo",
      "src/gateway",
      "src/http",
      "src/rules",
      "src/service",
      "src/telemetry",
    ],
  },
};

/** @type {(root: string, folder: string) => string[]} */
const listFiles = (root, folder) =>
  listEntries(join(root, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, path);
    return /\.(test\.tsx?|sql|md)$/.test(path) ? [] : [path];
  });

/** @type {(root: string) => string[]} */
const listPrograms = (root) =>
  listEntries(join(root, "src"))
    .map(({ name }) => name)
    .filter((name) => /^(?!test-).*(?<!\.test)\.ts$/.test(name))
    .map((name) => `src/${name}`);

/** @type {(folder: string) => import("node:fs").Dirent[]} */
const listEntries = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    : [];

/**
 * The files that a target is built from, relative to the project's folder `root`, in a fixed order. All programs and
 * plugins directly in `src` count for both targets: a list of them would one day lack one.
 *
 * @type {(root: string, target: "console" | "server") => string[]}
 */
export const listSources = (root, target) => {
  const { files, folders } = sources[target];
  return [...files, ...listPrograms(root), ...folders.flatMap((folder) => listFiles(root, folder))];
};
