// Runs before everything else, on a bare Node: installs what is missing, and with `build` builds what is stale.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const oldest = [20, 19];

/** Ends with a sentence on what to do. */
function fail(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  fail(
    `Node ${process.versions.node} is too old: ${oldest.join(".")} or newer is needed (https://nodejs.org).`,
  );
}

/** Runs a program without its chatter, which is shown only when it fails. */
function run(command, args, what) {
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return;
  console.error([done.stdout, done.stderr, done.error?.message].filter(Boolean).join("\n").trim());
  fail(what);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages ?? {};
  } catch {
    return undefined;
  }
}

/** npm keeps in node_modules what it installed there; without the development's own, when it was told to omit those. */
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const found = readPackages("node_modules/.package-lock.json");
  if (!wanted)
    fail("package-lock.json is missing or damaged. Restore it (git checkout package-lock.json).");
  if (!found) return false;
  const omitsDev =
    process.env.NODE_ENV === "production" || (process.env.npm_config_omit ?? "").includes("dev");
  return Object.entries(wanted).every(([path, entry]) => {
    const there = found[path];
    if (path === "" || entry.optional || entry.devOptional)
      return !there || there.version === entry.version;
    if (!there) return entry.dev === true && omitsDev;
    return (
      there.version === entry.version &&
      (!there.integrity || !entry.integrity || there.integrity === entry.integrity)
    );
  });
}

function install() {
  if (isInstalled()) return;
  console.log("Installing the packages (once, about a minute) ...");
  const npm = process.env.npm_execpath;
  // No package's own script is needed, so none is run.
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const advice =
    "The packages could not be installed (see above). Check the network and the npm registry (npm config get registry), then start again.";
  if (npm) run(process.execPath, [npm, ...args], advice);
  else run("npm", args, advice);
}

/** What the build is made from: the console and the folders that it may import. */
const sources = [
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "tsconfig.json",
  "public",
  "src/web",
  "src/contract",
  "src/rules",
];

function* filesOf(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const file = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(file);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield file;
  }
}

/** By content: a checkout or a copy gives files new times without changing them. */
function stampSources() {
  const hash = createHash("sha256");
  for (const source of sources.map((path) => join(root, path)).filter(existsSync)) {
    const files =
      source.endsWith("public") || source.includes("/src/") ? filesOf(source) : [source];
    for (const file of files) {
      const content = readFileSync(file);
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

function build() {
  const stampFile = join(root, ".cache/build-stamp");
  const stamp = stampSources();
  const isFresh =
    existsSync(join(root, "dist/index.html")) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, "utf8") === stamp;
  if (isFresh) return;
  console.log("Building the console (after a change only) ...");
  rmSync(stampFile, { force: true });
  run(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
    "The console could not be built (see above).",
  );
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

checkNode();
install();
if (process.argv.includes("build")) build();
